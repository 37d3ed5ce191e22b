#!/bin/sh
# The Python package for PyPI: an sdist, and wheels for x86-64 and aarch64 with glibc 2.17 and newer. Wheels for musl and
# for Python without the GIL need other headers than a machine with glibc has.
set -eu
. tools/dev/setup.sh
. tools/dev/natives.sh
# shellcheck disable=SC2086
need $build_packages $python_packages binutils
need_python tools/requirements-natives.txt build/natives-venv
share_objects
made=build/packages/pypi bin=build/natives-venv/bin
version=$(project_version)

say "the sdist"
"$bin/python" -m build --sdist --no-isolation --outdir "$made" bindings/python >build/pypi-sdist.log 2>&1 ||
    { cat build/pypi-sdist.log; exit 1; }
for arch in x86_64 aarch64; do
    say "the wheel for $arch"
    make_compilers "$arch"
    wheel_for "$arch"
    try_wheel "$arch"
    cp build/natives/"$arch"/wheel/manylinux/*.whl "$made"
done

say "what PyPI and pip expect"
set -- "$made/clmem-$version.tar.gz" "$made/clmem-$version"-cp39-abi3-*x86_64.whl "$made/clmem-$version"-cp39-abi3-*aarch64.whl
for file in "$made"/*; do
    case " $* " in
    *" $file "*) ;;
    *) stop "expected $*, got $file" ;;
    esac
done
"$bin/twine" check --strict "$1"
python3 tests/install/shipped.py "$1"

say "a wheel from the sdist alone, with what pip gets from PyPI"
rm -rf build/pypi-sdist
python3 -m venv build/pypi-sdist
build/pypi-sdist/bin/python -m pip --quiet --disable-pip-version-check wheel --no-deps --wheel-dir build/pypi-sdist/wheel \
    "$made/clmem-$version.tar.gz"
python3 tests/install/shipped.py build/pypi-sdist/wheel/*.whl
