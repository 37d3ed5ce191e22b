# Installs what the commands of ./dev need, if it is missing. ./dev and the scripts of tools/packages read this file.
# shellcheck shell=sh

say() { printf '\n== %s\n' "$*"; }

stop() {
    printf 'dev: %s\n' "$*" >&2
    exit 1
}

# clmem's version, from the one place that decides it.
project_version() { sed -n 's/^project(clmem VERSION \([0-9.]*\) .*/\1/p' CMakeLists.txt; }

# Packages, by the names that Debian and Ubuntu give them.
build_packages="g++ cmake ninja-build opencl-c-headers libcli11-dev libfmt-dev nlohmann-json3-dev zlib1g-dev"
device_packages="ocl-icd-libopencl1 pocl-opencl-icd"
test_packages="libgtest-dev help2man patch pkg-config binutils python3 opencl-clhpp-headers"
python_packages="python3-dev python3-venv"
java_packages="default-jdk-headless maven swig"
rust_packages="rustc cargo"
rust_test_packages="rustfmt rust-clippy"
if grep -qs '^VERSION_CODENAME=bookworm' /etc/os-release; then # its rustc is too old; it also has a newer one
    rust_packages="rustc-web cargo-web"
    rust_test_packages="rustfmt-web rust-web-clippy"
fi
opencl_programs="clinfo clblast-tests libclblast-dev libopencv-core-dev libopencv-imgproc-dev libviennacl-dev"
more_opencl_programs="clpeak hashcat libboost-dev"
browser_packages="chromium chromium-driver fonts-dejavu-core"
bench_packages="libmimalloc-dev python3 python3-venv"

# The command or header that a package provides, so that one from another source counts too. For a package without one, on
# a system without Debian's packages, the step that needs it reports what is missing.
brings() {
    case $1 in
    g++) echo c++ ;;
    ninja-build) echo ninja ;;
    chromium-driver) echo chromedriver ;;
    chromium | cmake | help2man | patch | pkg-config | python3) echo "$1" ;;
    binutils) echo readelf ;;
    opencl-c-headers) echo CL/cl.h ;;
    opencl-clhpp-headers) echo CL/opencl.hpp ;;
    libcli11-dev) echo CLI/CLI.hpp ;;
    libfmt-dev) echo fmt/format.h ;;
    nlohmann-json3-dev) echo nlohmann/json.hpp ;;
    zlib1g-dev) echo zlib.h ;;
    libgtest-dev) echo gtest/gtest.h ;;
    python3-dev) echo python3-config ;;
    default-jdk-headless) echo javac ;;
    maven) echo mvn ;;
    swig) echo swig ;;
    rustc | rustc-web) echo rustc ;;
    cargo | cargo-web) echo cargo ;;
    rustfmt | rustfmt-web) echo rustfmt ;;
    rust-clippy | rust-web-clippy) echo cargo-clippy ;;
    esac
}

is_there() {
    if dpkg-query --show --showformat '${db:Status-Status}\n' "$1" 2>/dev/null | grep -qx installed; then return 0; fi
    thing=$(brings "$1")
    case $thing in
    '') ! command -v dpkg-query >/dev/null ;;
    *.*) echo | c++ -x c++ -E -include "$thing" - >/dev/null 2>&1 ;;
    *) command -v "$thing" >/dev/null ;;
    esac
}

# For CMake called by Cargo and Maven, which would choose another generator.
export CMAKE_GENERATOR=Ninja

hidden=

# need PACKAGE...: installs the missing packages, or names them and stops.
need() {
    missing=
    for package in "$@"; do
        is_there "$package" || missing="$missing $package"
    done
    [ -n "$missing" ] || return 0
    command -v apt-get >/dev/null ||
        stop "missing, by Debian's names:$missing. Install your system's packages, then try again."
    if [ "$(id -u)" -eq 0 ]; then
        as_root=
    elif command -v sudo >/dev/null; then
        as_root=sudo
    else
        stop "missing:$missing. Run as root: apt-get install$missing"
    fi
    say "installing with apt-get:$missing"
    $as_root apt-get -qq update
    # shellcheck disable=SC2086
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0 \
        ${hidden:+-o "Dpkg::Options::=$hidden"} install --no-install-recommends $missing >/dev/null
}

# Like need, for OpenCL drivers that only tests should find: without their entries for the loader.
need_hidden() { hidden='--path-exclude=/etc/OpenCL/vendors/*' && need "$@" && hidden=; }

# need_python FILE [FOLDER]: installs the packages that the file pins into a virtual environment, .venv or FOLDER.
need_python() {
    need python3 python3-venv
    venv=${2-.venv}
    have=$venv/$(basename "$1")
    if [ -x "$venv/bin/python" ] && cmp -s "$1" "$have"; then return 0; fi
    say "installing into $venv: $(grep -v '^#' "$1" | xargs)"
    python3 -m venv "$venv" &&
        "$venv/bin/python" -m pip --quiet --disable-pip-version-check install --requirement "$1" &&
        cp "$1" "$have"
}

# CMake, pip, Maven and Cargo each compile the library: ccache shares the objects that are equal.
share_objects() {
    if command -v apt-get >/dev/null; then need ccache; fi
    command -v ccache >/dev/null || return 0
    export CMAKE_C_COMPILER_LAUNCHER=ccache CMAKE_CXX_COMPILER_LAUNCHER=ccache CC="${CC-cc}" CXX="${CXX-c++}"
}
