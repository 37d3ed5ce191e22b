#!/bin/sh
# Installs the Python package on bare systems: by the README's quick start, with the system's PoCL, with the oldest Python,
# and from the sdist. pip finds clmem in a folder of the system, and all else on PyPI.
set -eu
. tests/packages/bare_system.sh
made=build/packages/pypi said=build/packages/pypi.log

# pypi_system SUITE PACKAGE...: a bare system whose pip finds the wheels, with these packages and the README's program.
pypi_system() {
    bare_system "$1"
    shift
    apt "$@"
    mkdir "$system/root/index"
    cp "$made"/*.whl "$system/root/index"
    printf '[global]\nfind-links = /root/index\n' >"$system/etc/pip.conf"
    sed -n '/^```python$/,/^```$/p' README.md | sed '/^```/d' >"$system/root/first.py"
    expect 'import clmem' "$system/root/first.py"
    cp examples/pool_and_kernel.py "$system/root"
}

# use DRIVER: runs the README's program and an example with the package in $system's folder venv. The device must be the
# driver's.
use() {
    inside 'venv/bin/python -m clmem info' >"$said"
    expect "$1" "$said"
    inside 'venv/bin/python -c "import clmem; print(clmem.create_some_context(interactive=False).devices[0].platform.name)"' \
        >"$said"
    expect "$1" "$said"
    inside 'venv/bin/python first.py'
    inside 'venv/bin/python pool_and_kernel.py' >"$said"
    diff examples/expected/pool_and_kernel.txt "$said"
}

# The README's commands install Intel's OpenCL, and no loader: the wheel's must do.
for suite in bookworm trixie; do
    pypi_system "$suite" python3-venv
    timed "$suite, clmem[intel]" inside "$(quick_start Python)"
    [ -z "$(find "$system/usr" -name 'libOpenCL.so*')" ]
    use Intel
    pypi_system "$suite" python3-venv pocl-opencl-icd
    timed "$suite, clmem with the system's PoCL" inside 'python3 -m venv venv && venv/bin/pip install --quiet clmem'
    use 'Portable Computing Language'
done

# Debian 11 has the oldest Python, 3.9.
pypi_system bullseye python3-venv pocl-opencl-icd
timed "bullseye, clmem with the system's PoCL" inside 'python3 -m venv venv && venv/bin/pip install --quiet clmem'
use 'Portable Computing Language'

# The sdist needs a compiler, and has no loader; the rest comes from PyPI.
pypi_system bookworm g++ python3-venv ocl-icd-libopencl1 pocl-opencl-icd
rm "$system"/root/index/*.whl
cp "$made"/*.tar.gz "$system/root/index"
timed "bookworm, the sdist" inside 'python3 -m venv venv && venv/bin/pip install --quiet clmem'
use 'Portable Computing Language'
