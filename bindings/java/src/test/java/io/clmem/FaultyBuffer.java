package io.clmem;

import static org.lwjgl.system.APIUtil.apiClosureRet;
import static org.lwjgl.system.APIUtil.apiCreateCIF;
import static org.lwjgl.system.MemoryUtil.memGetAddress;
import static org.lwjgl.system.MemoryUtil.memGetInt;
import static org.lwjgl.system.libffi.LibFFI.ffi_type_pointer;
import static org.lwjgl.system.libffi.LibFFI.ffi_type_sint32;
import static org.lwjgl.system.libffi.LibFFI.ffi_type_uint32;

import java.lang.invoke.MethodHandles;
import org.lwjgl.PointerBuffer;
import org.lwjgl.opencl.CL10;
import org.lwjgl.opencl.CL11;
import org.lwjgl.system.Callback;
import org.lwjgl.system.CallbackI;
import org.lwjgl.system.MemoryUtil;
import org.lwjgl.system.Pointer;

/**
 * A buffer whose driver answers what an import asks; the rest, which a description asks, only if it is able to.
 * OpenCL's loader finds a driver's functions through the first word of each object: this one points to a table of the
 * test.
 */
final class FaultyBuffer implements AutoCloseable {
    private static final int FUNCTIONS = 256;
    private static final int RETAIN = 17; // positions in the table that cl_icd.h declares
    private static final int RELEASE = 18;
    private static final int GET_INFO = 20;

    private final PointerBuffer functions = MemoryUtil.memCallocPointer(FUNCTIONS)
            .put(RETAIN, (Count) mem -> count(1))
            .put(RELEASE, (Count) mem -> count(-1))
            .put(GET_INFO, (GetInfo) this::getInfo);
    private final PointerBuffer object = MemoryUtil.memAllocPointer(1).put(0, functions);
    private final boolean describes;
    private int references = 1;

    FaultyBuffer(boolean describes) {
        this.describes = describes;
    }

    /** Its address, as {@code cl_mem}. */
    long mem() {
        return object.address();
    }

    int references() {
        return references;
    }

    private int count(int change) {
        references += change;
        return CL10.CL_SUCCESS;
    }

    private int getInfo(long mem, int property, long capacity, long value, long bytes) {
        long answer = switch (property) {
            case CL10.CL_MEM_TYPE -> CL10.CL_MEM_OBJECT_BUFFER;
            case CL10.CL_MEM_SIZE -> 64;
            default -> 0;
        };
        if (answer == 0 && property != CL11.CL_MEM_ASSOCIATED_MEMOBJECT && !describes) {
            return CL10.CL_OUT_OF_RESOURCES;
        }
        for (int i = 0; value != 0 && i < capacity; i++) {
            MemoryUtil.memPutByte(value + i, i < Long.BYTES ? (byte) (answer >> (Byte.SIZE * i)) : 0);
        }
        if (bytes != 0) {
            MemoryUtil.memPutAddress(bytes, capacity);
        }
        return CL10.CL_SUCCESS;
    }

    @Override
    public void close() {
        for (int position : new int[] {RETAIN, RELEASE, GET_INFO}) {
            Callback.free(functions.get(position));
        }
        MemoryUtil.memFree(functions);
        MemoryUtil.memFree(object);
    }

    /** clRetainMemObject or clReleaseMemObject. */
    @FunctionalInterface
    interface Count extends CallbackI {
        Callback.Descriptor DESCRIPTOR = new Callback.Descriptor(
                Count.class, MethodHandles.lookup(), apiCreateCIF(ffi_type_sint32, ffi_type_pointer));

        int invoke(long mem);

        @Override
        default Callback.Descriptor getDescriptor() {
            return DESCRIPTOR;
        }

        @Override
        default void callback(long result, long arguments) {
            apiClosureRet(result, invoke(memGetAddress(memGetAddress(arguments))));
        }
    }

    /** clGetMemObjectInfo. */
    @FunctionalInterface
    interface GetInfo extends CallbackI {
        Callback.Descriptor DESCRIPTOR = new Callback.Descriptor(
                GetInfo.class,
                MethodHandles.lookup(),
                apiCreateCIF(
                        ffi_type_sint32,
                        ffi_type_pointer,
                        ffi_type_uint32,
                        ffi_type_pointer, // size_t
                        ffi_type_pointer,
                        ffi_type_pointer));

        int invoke(long mem, int property, long capacity, long value, long bytes);

        @Override
        default Callback.Descriptor getDescriptor() {
            return DESCRIPTOR;
        }

        @Override
        default void callback(long result, long arguments) {
            long[] at = new long[5];
            for (int i = 0; i < at.length; i++) {
                at[i] = memGetAddress(arguments + (long) i * Pointer.POINTER_SIZE);
            }
            apiClosureRet(result, invoke(
                    memGetAddress(at[0]),
                    memGetInt(at[1]),
                    memGetAddress(at[2]),
                    memGetAddress(at[3]),
                    memGetAddress(at[4])));
        }
    }
}
