package io.clmem;

import java.util.Objects;

/**
 * The kind, format and size of an image (OpenCL 3.0, section 5.3.1.2).
 *
 * @param type the kind of image
 * @param order the channel order
 * @param channelType the channel type
 * @param width the width in pixels
 * @param height the height in pixels; 0 or 1 for 1D images
 * @param depth the depth in pixels; 0 or 1 except for 3D images
 * @param arraySize the number of images in an array; 0 or 1 if it is not an array
 * @param rowPitch the distance from one row to the next in the host memory or the source, in bytes; 0 if there are no
 *     gaps
 * @param slicePitch the distance from one slice to the next in the host memory, in bytes; 0 if there are no gaps
 * @param source the memory to share; null if the image has its own
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
     * Describes a one-dimensional image.
     *
     * @param order the channel order
     * @param type the channel type
     * @param width the width in pixels
     * @return the description
     */
    public static ImageDescription of1d(ChannelOrder order, ChannelType type, long width) {
        return new ImageDescription(MemoryType.IMAGE1D, order, type, width, 0, 0, 0, 0, 0, null);
    }

    /**
     * Describes a two-dimensional image.
     *
     * @param order the channel order
     * @param type the channel type
     * @param width the width in pixels
     * @param height the height in pixels
     * @return the description
     */
    public static ImageDescription of2d(ChannelOrder order, ChannelType type, long width, long height) {
        return new ImageDescription(MemoryType.IMAGE2D, order, type, width, height, 0, 0, 0, 0, null);
    }

    /**
     * Describes a three-dimensional image.
     *
     * @param order the channel order
     * @param type the channel type
     * @param width the width in pixels
     * @param height the height in pixels
     * @param depth the depth in pixels
     * @return the description
     */
    public static ImageDescription of3d(ChannelOrder order, ChannelType type, long width, long height, long depth) {
        return new ImageDescription(MemoryType.IMAGE3D, order, type, width, height, depth, 0, 0, 0, null);
    }

    /**
     * Returns this description with gaps between the rows and slices of the host memory.
     *
     * @param row the distance from one row to the next in bytes
     * @param slice the distance from one slice to the next in bytes; 0 if there are no gaps
     * @return the description
     */
    public ImageDescription withPitches(long row, long slice) {
        return new ImageDescription(type, order, channelType, width, height, depth, arraySize, row, slice, source);
    }

    /**
     * Returns this description for an image over existing memory: a buffer, or an image whose channels are read in
     * another order.
     *
     * @param memory the memory, which the image keeps
     * @return the description
     */
    public ImageDescription over(Memory memory) {
        Objects.requireNonNull(memory, "memory");
        return new ImageDescription(
                type, order, channelType, width, height, depth, arraySize, rowPitch, slicePitch, memory);
    }

    Structs.ImageDescription struct(Uses uses) {
        return new Structs.ImageDescription()
                .type((int) Objects.requireNonNull(type, "type").code())
                .channelOrder((int) Objects.requireNonNull(order, "order").code())
                .channelType((int) Objects.requireNonNull(channelType, "channelType").code())
                .width(width)
                .height(height)
                .depth(depth)
                .arraySize(arraySize)
                .rowPitchBytes(rowPitch)
                .slicePitchBytes(slicePitch)
                .source(uses.orNone(source));
    }
}
