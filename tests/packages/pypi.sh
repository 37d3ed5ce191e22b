#!/bin/sh
# Installs the Python package on bare systems: by the README's quick start, with the system's PoCL, with the oldest Python,
# and from the sdist. pip finds clmem in a folder of the system, and all else on PyPI.
set -eu
. tools/dev/setup.sh
. tools/dev/natives.sh
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

# The wheel for the other processor, with Debian's numpy and cffi. No kernel: see emulated().
case $(uname -m) in
x86_64) other=aarch64 ;;
*) other=x86_64 ;;
esac
foreign_system "$other" ocl-icd-libopencl1 pocl-opencl-icd python3-cffi python3-numpy
python3 -m zipfile --extract "$(echo "$made"/*"$other".whl)" "$system/root/wheel"
cat >"$system/root/first.py" <<'END'
import platform
import clmem as cl
import numpy as np

queue = cl.CommandQueue(cl.create_some_context(interactive=False))
memory = cl.tools.MemoryPool(cl.tools.ImmediateAllocator(queue)).allocate(1 << 20)
numbers, result = np.arange(10, dtype=np.float32), np.empty(10, dtype=np.float32)
cl.enqueue_copy(queue, memory, numbers)
cl.enqueue_copy(queue, result, memory)
assert (result == numbers).all()
print(f"{memory.size} bytes on {platform.machine()}")
END
libraries=$system/usr/lib/$other-linux-gnu
emulated "LD_LIBRARY_PATH=$libraries/blas:$libraries/lapack" "PYTHONPATH=$system/root/wheel" \
    "$(echo "$system"/usr/bin/python3.[0-9]*)" "$system/root/first.py" >"$said"
expect "1048576 bytes on $other" "$said"
cat "$said"
