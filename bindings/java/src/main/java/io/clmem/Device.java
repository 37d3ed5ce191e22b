package io.clmem;

import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/**
 * An OpenCL device. It lives as long as the process and is not closed.
 *
 * @param handle its address, as {@code cl_device_id}
 */
public record Device(long handle) {
    /**
     * Lists the devices of all platforms, in the order of the platforms.
     *
     * @return the devices; empty on a machine without any
     */
    public static List<Device> list() {
        return list((capacity, devices, count) -> Native.clmem_device_list(capacity, devices, count));
    }

    /**
     * Lists the devices to run tests on.
     *
     * @param selector selects the devices, as {@code clmem_device_list_for_tests()} describes; null for the environment
     *     variable {@code CLMEM_TEST} or else {@code PYOPENCL_TEST}, and without these for all devices
     * @return the devices
     */
    @Experimental
    public static List<Device> listForTests(String selector) {
        return list((capacity, devices, count) ->
                Native.clmem_device_list_for_tests(Text.orNone(selector), capacity, devices, count));
    }

    private interface Lister {
        void list(int capacity, long[] devices, int[] count);
    }

    private static List<Device> list(Lister lister) {
        int[] count = new int[1];
        lister.list(0, null, count);
        long[] devices = new long[count[0]];
        lister.list(devices.length, devices, count);
        return LongStream.of(Arrays.copyOf(devices, Math.min(devices.length, count[0]))).mapToObj(Device::new).toList();
    }

    /**
     * Chooses the device that the environment variable {@code CLMEM_DEVICE} or another setting selects, as
     * {@code clmem_device_choose()} describes; without any, the first that works.
     *
     * @return the device
     */
    public static Device choose() {
        return choose(null);
    }

    /**
     * Chooses a device by a selector.
     *
     * @param selector PLATFORM:DEVICE, each a number or part of a name; null to choose as {@link #choose()} does
     * @return the device
     */
    public static Device choose(String selector) {
        long[] device = new long[1];
        Native.clmem_device_choose(Text.orNone(selector), device);
        return new Device(device[0]);
    }

    /**
     * Describes the device.
     *
     * @return the description
     */
    public DeviceInfo info() {
        Structs.DeviceInfo info = new Structs.DeviceInfo();
        Native.clmem_device_describe(handle, info.bytes);
        return DeviceInfo.of(info);
    }

    /**
     * Returns how much memory the device has, how much is free now, and how much this process uses, where the system
     * or the driver reports it.
     *
     * @return the figures, each with its source; an unknown one is 0
     */
    public DeviceMemoryInfo memory() {
        Structs.DeviceMemoryInfo info = new Structs.DeviceMemoryInfo();
        Native.clmem_device_memory(handle, info.bytes);
        return DeviceMemoryInfo.of(info);
    }

    /**
     * Returns the figures for computing occupancy and alignment.
     *
     * @return the figures
     */
    @Experimental
    public DeviceData data() {
        Structs.DeviceData data = new Structs.DeviceData();
        Native.clmem_device_get_data(handle, data.bytes);
        return DeviceData.of(data);
    }

    /**
     * Returns what is known of the device beyond its description.
     *
     * @return the questions and answers about this device
     */
    @Experimental
    public Characterize characterize() {
        return new Characterize(this);
    }

    /**
     * Creates a context with only this device.
     *
     * @return the context; the caller must close it
     */
    public Context createContext() {
        long[] context = new long[1];
        Native.clmem_context_create(handle, context);
        return new Context(context[0]);
    }
}
