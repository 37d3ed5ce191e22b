"""Transfers and maps: the program of docs/transfers-and-maps.md in Python."""

import numpy as np

import clmem as cl

WIDTH, HEIGHT = 64, 48
context = cl.create_some_context(interactive=False)
queue = cl.CommandQueue(context)
pool = cl.tools.MemoryPool(cl.tools.ImmediateAllocator(queue))
numbers = np.arange(WIDTH * HEIGHT, dtype=np.int32).reshape(HEIGHT, WIDTH)
block = pool.allocate(numbers.nbytes)

# There and back; each copy waits unless its options say otherwise.
cl.enqueue_copy(queue, block, numbers)
back = np.empty_like(numbers)
cl.enqueue_copy(queue, back, block)
print(f"there and back: {back[-1, -1]} is the last number")

# A window: bytes in the row, rows.
window = np.empty((8, 8), np.int32)
cl.enqueue_copy(
    queue, window, block, buffer_origin=(16 * 4, 10), host_origin=(0, 0), region=(8 * 4, 8), buffer_pitches=(WIDTH * 4,)
)
print(f"a window: its corners are {window[0, 0]} and {window[-1, -1]}")

# Without waiting: memory released meanwhile is not reused before the copy is complete.
copy = pool.allocate(numbers.nbytes)
copied = cl.enqueue_copy(queue, copy, block)
copy.release()
copied.wait()
print(f"without waiting: {numbers.nbytes} bytes were copied")

# A copy beyond the end of either side is refused, and changes nothing.
try:
    cl.enqueue_copy(queue, block, np.zeros(numbers.size + 1, np.int32))
except cl.LogicError:
    print("refused: a copy that would pass the end")
else:
    raise SystemExit("a copy passed the block's end")

# A map shows memory as an array; commands see the changes after it is unmapped.
array, _ = cl.enqueue_map_buffer(queue, block, cl.map_flags.READ | cl.map_flags.WRITE, 0, numbers.shape, np.int32)
array[0, 0] = 7
array.base.release(queue)
cl.enqueue_copy(queue, back, block)
print(f"a map: the first number is {back[0, 0]}")

# Page-locked memory is copied at full speed, whatever its size.
pinned = cl.tools.PageLockedMemoryPool(queue=queue).allocate(numbers.shape, np.int32)
pinned[:] = numbers
cl.enqueue_copy(queue, block, pinned)
cl.enqueue_copy(queue, back, block)
print(f"page-locked: {back.sum()} is the sum of all numbers")
