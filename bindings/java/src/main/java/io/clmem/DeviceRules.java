package io.clmem;

import java.util.Objects;

/** Alignment and occupancy, computed from a device's figures. */
@Experimental
public final class DeviceRules {
    private final byte[] data;

    /**
     * Uses the given figures.
     *
     * @param data the figures of a device, possibly with changes
     */
    public DeviceRules(DeviceData data) {
        this.data = Objects.requireNonNull(data, "data").struct().bytes;
    }

    /**
     * Returns the figures of an NVIDIA compute capability. No device is needed.
     *
     * @param major the major number
     * @param minor the minor number
     * @return the figures
     */
    public static DeviceData capability(int major, int minor) {
        Structs.DeviceData struct = new Structs.DeviceData();
        Native.clmem_device_data_for_capability(major, minor, struct.bytes);
        return DeviceData.of(struct);
    }

    /**
     * Rounds a number of channels up to one that textures support.
     *
     * @param channels the number of channels, 1 to 4
     * @return 1, 2 or 4
     */
    public static int textureChannels(int channels) {
        int[] out = new int[1];
        Native.clmem_device_texture_channels(channels, out);
        return out[0];
    }

    /**
     * Returns the alignment in global memory at which a warp's accesses need the fewest transfers.
     *
     * @param wordBytes the size of the accessed words: 1, 2, 4, 8 or 16
     * @return the alignment in bytes
     */
    public long alignBytes(int wordBytes) {
        long[] bytes = new long[1];
        Native.clmem_device_align_bytes(data, wordBytes, bytes);
        return bytes[0];
    }

    /**
     * Rounds a size up to a multiple of {@link #alignBytes}.
     *
     * @param bytes the size in bytes
     * @param wordBytes the size of the accessed words: 1, 2, 4, 8 or 16
     * @return the size, rounded up
     */
    public long align(long bytes, int wordBytes) {
        long[] out = new long[1];
        Native.clmem_device_align(data, bytes, wordBytes, out);
        return out[0];
    }

    /**
     * Returns {@link #alignBytes} as a number of words.
     *
     * @param wordBytes the size of the accessed words: 1, 2, 4, 8 or 16
     * @return the number of words
     */
    public long alignWords(int wordBytes) {
        long[] words = new long[1];
        Native.clmem_device_align_words(data, wordBytes, words);
        return words[0];
    }

    /**
     * Rounds a number of elements up to a multiple of {@link #alignWords}.
     *
     * @param elements the number of elements
     * @param elementBytes the size of an element: 1, 2, 4, 8 or 16
     * @return the number of elements, rounded up
     */
    public long alignElements(long elements, int elementBytes) {
        long[] out = new long[1];
        Native.clmem_device_align_dtype(data, elements, elementBytes, out);
        return out[0];
    }

    /**
     * Computes how far a kernel occupies a multiprocessor.
     *
     * @param threads the work-items in a group
     * @param sharedBytes the local memory of a group in bytes
     * @param registers the registers of a work-item
     * @return the number of groups that run at once, and what limits it
     */
    public Occupancy occupancy(int threads, long sharedBytes, int registers) {
        Structs.Occupancy occupancy = new Structs.Occupancy();
        Native.clmem_occupancy_compute(data, threads, sharedBytes, registers, occupancy.bytes);
        return Occupancy.of(occupancy);
    }
}
