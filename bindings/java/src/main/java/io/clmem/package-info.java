/**
 * clmem for Java: the memory runtime for OpenCL.
 *
 * <p>A {@link io.clmem.Pool} allocates device memory. A {@link io.clmem.DeviceBuffer} passes it to kernels and copies,
 * and {@code close()} frees it. These rules hold everywhere:
 *
 * <ul>
 *   <li>The caller owns every {@link AutoCloseable} object that a method returns. Closing it again does nothing; any
 *       other use of a closed object throws {@link io.clmem.ClosedException}. If one thread closes an object during
 *       another thread's call, the call completes first, or throws {@link io.clmem.InvalidHandleException}, the
 *       superclass of ClosedException. The collector releases objects that the program does not close, but late;
 *       {@link io.clmem.Clmem#leaks()} counts them.
 *   <li>Fills, migrations, unmaps and launches do not wait. Each has two forms: {@code fill}, {@code migrate},
 *       {@code unmap} and {@code Kernel.run} return nothing; {@code enqueueFill}, {@code enqueueMigrate},
 *       {@code enqueueUnmap} and {@code Kernel.launch} return the command's {@link io.clmem.Event}. {@code Transfer.run}
 *       and {@code map} wait; {@code Transfer.enqueue} and {@code beginMap} do not.
 *   <li>A null argument throws {@link NullPointerException} unless the method documents it. A negative size or count
 *       throws {@link IllegalArgumentException}.
 *   <li>An object keeps what it was created from: a pool may be closed before its blocks.
 *   <li>A failed call throws {@link io.clmem.ClmemException}, which has the status of the C interface, OpenCL's error
 *       code, and a message that says what to do. In {@code clmem.h} each C function lists its errors and their causes.
 *   <li>Any thread may call any method.
 *   <li>Sizes and offsets are in bytes unless documented otherwise. {@link io.clmem.Clmem#ALL} stands for all there is.
 *   <li>{@code handle()} and {@code of(long)} exchange OpenCL objects with other libraries as addresses, as LWJGL and
 *       JOCL represent them.
 * </ul>
 */
package io.clmem;
