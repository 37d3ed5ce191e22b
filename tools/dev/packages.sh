# ./dev packages: what can be published. tools/packages/NAME.sh makes the packages of one registry in build/packages/NAME;
# tests/packages/NAME.sh installs and uses them on bare systems. ./dev reads this file.
# shellcheck shell=sh

registries="tarball pypi crates maven debian conan"

make_packages() {
    rm -rf "build/packages/$1" && mkdir -p "build/packages/$1" && sh -eu "tools/packages/$1.sh" &&
        (cd "build/packages/$1" && find . -type f ! -name SHA256SUMS | sort | xargs sha256sum >SHA256SUMS) &&
        python3 tests/packages/figures.py "build/packages/$1"
}

test_packages() {
    [ -f "build/packages/$1/SHA256SUMS" ] || { echo "expected packages in build/packages/$1; ./dev packages $1 makes them" >&2; return 1; }
    sh -eu "tests/packages/$1.sh"
}

# packages_command [--test] [NAME]...
packages_command() {
    task=make_packages
    if [ "${1-}" = --test ]; then
        task=test_packages
        shift
        [ "$(id -u)" -eq 0 ] || stop "packages --test: run as root; it installs packages on bare systems, with mmdebstrap and chroot"
        need mmdebstrap
    fi
    # shellcheck disable=SC2086
    case "$*" in '' | all) set -- $registries ;; esac
    for name in "$@"; do
        case " $registries " in
        *" $name "*) ;;
        *) stop "packages: expected some of $registries, got $name" ;;
        esac
    done
    for name in "$@"; do part "$name" "$task" "$name"; done
    conclude
}
