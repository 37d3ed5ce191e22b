package io.clmem;

/** What follows from a device's figures: how rows are padded, how many groups run at once. */
public final class DeviceRules {
    private final byte[] data;

    /**
     * Takes figures.
     *
     * @param data a device's, or figures with some changed
     */
    public DeviceRules(DeviceData data) {
        this.data = data.struct().bytes;
    }

    /**
     * Gives the figures of a compute capability of NVIDIA's; it needs no device.
     *
     * @param major major number
     * @param minor minor number
     * @return the figures
     */
    public static DeviceData capability(int major, int minor) {
        Structs.DeviceData struct = new Structs.DeviceData();
        Native.clmem_device_data_for_capability(major, minor, struct.bytes);
        return DeviceData.of(struct);
    }

    /**
     * Tells how many channels a texture has for as many numbers.
     *
     * @param channels how many numbers, 1 to 4
     * @return how many channels
     */
    public static int textureChannels(int channels) {
        int[] out = new int[1];
        Native.clmem_device_texture_channels(channels, out);
        return out[0];
    }

    /**
     * Tells at which distances rows are read at full speed.
     *
     * @param wordBytes size of a number
     * @return bytes
     */
    public long alignBytes(int wordBytes) {
        long[] bytes = new long[1];
        Native.clmem_device_align_bytes(data, wordBytes, bytes);
        return bytes[0];
    }

    /**
     * Rounds a size up to such a distance.
     *
     * @param bytes the size
     * @param wordBytes size of a number
     * @return the size, rounded up
     */
    public long align(long bytes, int wordBytes) {
        long[] out = new long[1];
        Native.clmem_device_align(data, bytes, wordBytes, out);
        return out[0];
    }

    /**
     * Tells such a distance in numbers.
     *
     * @param wordBytes size of a number
     * @return how many numbers
     */
    public long alignWords(int wordBytes) {
        long[] words = new long[1];
        Native.clmem_device_align_words(data, wordBytes, words);
        return words[0];
    }

    /**
     * Rounds a number of elements up to such a distance.
     *
     * @param elements how many
     * @param elementBytes size of one
     * @return how many, rounded up
     */
    public long alignElements(long elements, int elementBytes) {
        long[] out = new long[1];
        Native.clmem_device_align_dtype(data, elements, elementBytes, out);
        return out[0];
    }

    /**
     * Computes how much of a multiprocessor a kernel fills.
     *
     * @param threads work-items in a group
     * @param sharedBytes local memory of a group
     * @param registers registers of a work-item
     * @return how many groups run at once, and what limits them
     */
    public Occupancy occupancy(int threads, long sharedBytes, int registers) {
        Structs.Occupancy occupancy = new Structs.Occupancy();
        Native.clmem_occupancy_compute(data, threads, sharedBytes, registers, occupancy.bytes);
        return Occupancy.of(occupancy);
    }
}
