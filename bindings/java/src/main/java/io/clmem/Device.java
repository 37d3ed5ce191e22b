package io.clmem;

import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/**
 * A device of OpenCL's. It lives as long as the process, and is closed by nobody.
 *
 * @param handle its address, as {@code cl_device_id}
 */
public record Device(long handle) {
    /**
     * Lists the devices of all platforms, in the platforms' order.
     *
     * @return the devices; none on a machine without any
     */
    public static List<Device> list() {
        return list((capacity, devices, count) -> Native.clmem_device_list(capacity, devices, count));
    }

    /**
     * Lists the devices that tests are to run on: those that {@code CLMEM_DEVICE} names, or all.
     *
     * @param wish which, as {@link #choose(String)} has it, any number of them; null: what the environment says
     * @return the devices
     */
    public static List<Device> listForTests(String wish) {
        return list((capacity, devices, count) -> Native.clmem_device_list_for_tests(Text.orNone(wish), capacity, devices, count));
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
     * Chooses a device: the one that {@code CLMEM_DEVICE} names, or the first that can be used.
     *
     * @return the device
     */
    public static Device choose() {
        return choose(null);
    }

    /**
     * Chooses a device by its name.
     *
     * @param wish PLATFORM:DEVICE, each a number or a part of the name; null: what the environment says
     * @return the device
     */
    public static Device choose(String wish) {
        long[] device = new long[1];
        Native.clmem_device_choose(Text.orNone(wish), device);
        return new Device(device[0]);
    }

    /**
     * Describes the device.
     *
     * @return what clmem knows of it
     */
    public DeviceInfo info() {
        Structs.DeviceInfo info = new Structs.DeviceInfo();
        Native.clmem_device_describe(handle, info.bytes);
        return DeviceInfo.of(info);
    }

    /**
     * Gives the figures that occupancy and alignment are computed from.
     *
     * @return what is known of the device
     */
    public DeviceData data() {
        Structs.DeviceData data = new Structs.DeviceData();
        Native.clmem_device_get_data(handle, data.bytes);
        return DeviceData.of(data);
    }

    /**
     * Gives what is known of the device beyond its description.
     *
     * @return questions about this device
     */
    public Characterize characterize() {
        return new Characterize(this);
    }

    /**
     * Makes a context of this device alone.
     *
     * @return the context, to be closed
     */
    public Context createContext() {
        long[] context = new long[1];
        Native.clmem_context_create(handle, context);
        return new Context(context[0]);
    }
}
