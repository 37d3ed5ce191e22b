/**
 * clmem for Java: the memory runtime for OpenCL.
 *
 * <p>Device memory comes from a {@link io.clmem.Pool}, goes to kernels and copies as a {@link io.clmem.Buffer}, and goes back
 * by {@code close()}. Rules that hold everywhere:
 *
 * <ul>
 *   <li>Everything that is {@link AutoCloseable} belongs to who got it. A second {@code close} does nothing; any other use
 *       after it throws {@link io.clmem.ClosedException}, on whatever thread. A call during which another thread closes an
 *       object is done before the close, or throws an {@link io.clmem.InvalidHandleException}, of which that is a kind. What nobody
 *       closes the collector does, late: {@link io.clmem.Clmem#leaks()} counts it.
 *   <li>A null throws a {@link NullPointerException}, unless the method says what it means. A negative number where only sizes and
 *       counts make sense throws an {@link IllegalArgumentException}.
 *   <li>What is made from something keeps that alive: a pool may be closed before its blocks.
 *   <li>A call that fails throws {@link io.clmem.ClmemException}, which has the status of the C interface, OpenCL's code and
 *       a message that says what to do. The C function of the same name in {@code clmem.h} lists every failure and its cause.
 *   <li>Any method may be called by any thread.
 *   <li>Sizes and offsets are in bytes unless they say otherwise. {@link io.clmem.Clmem#ALL} is as much as there is.
 *   <li>{@code handle()} and {@code of(long)} give and take OpenCL's objects as numbers, as LWJGL and JOCL have them.
 * </ul>
 */
package io.clmem;
