import Glibc
import Namespaces
import Testing

/// What starts programs in namespaces, one test after the other.
///
/// Without root, or without Chromium and certutil, these tests are skipped; where all have to run
/// (`CASTLAB_REQUIRE_ALL=1`) they are tried all the same and fail.
@Suite(
    .serialized,
    .enabled(
        if: getenv("CASTLAB_REQUIRE_ALL") != nil
            || getuid() == 0 && Program.find("chromium") != nil && Program.find("certutil") != nil,
        "NOT TESTED: browsers need root for their namespaces, chromium and certutil; run Deploy/bootstrap"
    )
)
struct ChromiumTests {}
