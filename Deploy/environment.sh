# What the scripts of this directory share; sourced by them, not run.

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
cd "$root"
mkdir -p "$root/.build"

# SwiftPM and clang keep caches below HOME.
if [[ -z "${HOME:-}" || ! -d "$HOME" || ! -w "$HOME" ]]; then
    export HOME="$root/.build/home"
    mkdir -p "$HOME"
fi

script="$(basename "$0")"
say() { printf '%s: %s\n' "$script" "$*" >&2; }

# Runs one step of a longer script and tells how long it took.
step() {
    local name="$1" started=$SECONDS
    shift
    say "$name ..."
    if "$@"; then
        say "$name: done ($((SECONDS - started)) s)"
    else
        say "$name: FAILED ($((SECONDS - started)) s)"
        return 1
    fi
}
