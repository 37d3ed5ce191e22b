package io.clmem;

import java.util.Objects;

/**
 * How an image is to be (OpenCL 3.0, section 5.3.1.2).
 *
 * @param type its kind
 * @param order which channels a pixel has
 * @param channelType what a channel is stored as
 * @param width in pixels
 * @param height in pixels; 0 or 1 for 1D images
 * @param depth in pixels; 0 or 1 but for 3D images
 * @param arraySize how many images an array has; 0 or 1 for what is none
 * @param rowPitch bytes from one row of the host's memory, or of the source, to the next; 0: without gaps
 * @param slicePitch bytes from one slice of the host's memory to the next; 0: without gaps
 * @param source whose memory the image is; null: its own
 */
public record ImageDescription(
        MemoryType type,
        ChannelOrder order,
        ChannelType channelType,
        long width,
        long height,
        long depth,
        long arraySize,
        long rowPitch,
        long slicePitch,
        Memory source) {
    /**
     * An image of one dimension.
     *
     * @param order which channels
     * @param type what they are stored as
     * @param width in pixels
     * @return the description
     */
    public static ImageDescription of1d(ChannelOrder order, ChannelType type, long width) {
        return new ImageDescription(MemoryType.IMAGE1D, order, type, width, 0, 0, 0, 0, 0, null);
    }

    /**
     * An image of two dimensions.
     *
     * @param order which channels
     * @param type what they are stored as
     * @param width in pixels
     * @param height in pixels
     * @return the description
     */
    public static ImageDescription of2d(ChannelOrder order, ChannelType type, long width, long height) {
        return new ImageDescription(MemoryType.IMAGE2D, order, type, width, height, 0, 0, 0, 0, null);
    }

    /**
     * An image of three dimensions.
     *
     * @param order which channels
     * @param type what they are stored as
     * @param width in pixels
     * @param height in pixels
     * @param depth in pixels
     * @return the description
     */
    public static ImageDescription of3d(ChannelOrder order, ChannelType type, long width, long height, long depth) {
        return new ImageDescription(MemoryType.IMAGE3D, order, type, width, height, depth, 0, 0, 0, null);
    }

    /**
     * The same with gaps between the rows and slices of the host's memory.
     *
     * @param row bytes from one row to the next
     * @param slice bytes from one slice to the next; 0: without gaps
     * @return the description
     */
    public ImageDescription withPitches(long row, long slice) {
        return new ImageDescription(type, order, channelType, width, height, depth, arraySize, row, slice, source);
    }

    /**
     * The same over memory that there is: a buffer, or an image whose pixels are shown in another order.
     *
     * @param memory the memory, which the image keeps
     * @return the description
     */
    public ImageDescription over(Memory memory) {
        Objects.requireNonNull(memory, "memory");
        return new ImageDescription(type, order, channelType, width, height, depth, arraySize, rowPitch, slicePitch, memory);
    }

    Structs.ImageDescription struct(Uses uses) {
        return new Structs.ImageDescription()
                .type((int) type.code())
                .channelOrder((int) order.code())
                .channelType((int) channelType.code())
                .width(width)
                .height(height)
                .depth(depth)
                .arraySize(arraySize)
                .rowPitchBytes(rowPitch)
                .slicePitchBytes(slicePitch)
                .source(uses.orNone(source));
    }
}
