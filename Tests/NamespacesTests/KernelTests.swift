import Glibc
import Testing

/// Everything that makes kernel objects, one after the other.
///
/// Without root these tests are skipped; where all have to run (`CASTLAB_REQUIRE_ALL=1`) they are tried all
/// the same and fail.
@Suite(
    .serialized,
    .enabled(
        if: getuid() == 0 || getenv("CASTLAB_REQUIRE_ALL") != nil,
        "NOT TESTED: network namespaces need root; run `sudo -E swift test`"
    )
)
struct KernelTests {}
