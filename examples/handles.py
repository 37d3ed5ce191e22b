"""Handles and errors: the program of docs/handles-and-errors.md in Python."""

import clmem as cl

context = cl.create_some_context(interactive=False)
queue = cl.CommandQueue(context)
pool = cl.tools.MemoryPool(cl.tools.ImmediateAllocator(queue))

# A failure says what happened and what to do.
try:
    pool.allocate(1 << 50)
except cl.MemoryError as error:
    print(f"{error.routine}: {error.what} (OpenCL's code: {error.code})")

# A released object cannot be used, however long ago it was released.
block = pool.allocate(1000)
block.release()
for use in (lambda: block.int_ptr, block.release, lambda: cl.enqueue_fill(queue, block, b"\0")):
    try:
        use()
    except cl.LogicError as error:
        print(error)
    else:
        raise SystemExit("the released block was taken")

# Children keep their parents alive, so the order of releases does not matter.
block = pool.allocate(1 << 16)
part = block[: 1 << 12]
del pool
block.release()
cl.enqueue_fill(queue, part, b"\1").wait()
part.release()

# clmem takes OpenCL's objects and returns them.
buffer = cl.Buffer(context, cl.mem_flags.READ_WRITE, 4096)
yours = cl.MemoryObject.from_int_ptr(buffer.int_ptr)  # retains the same cl_mem
assert yours == buffer and yours.size == 4096
