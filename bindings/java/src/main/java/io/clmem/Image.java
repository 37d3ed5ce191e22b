package io.clmem;

import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;

/** An image: a grid of pixels that kernels read through samplers (OpenCL 3.0, section 5.3). */
public final class Image extends Memory {
    Image(long handle) {
        super(handle, Native::clmem_image_release);
    }

    /**
     * Makes an image.
     *
     * @param context where
     * @param flags how it is used; none: {@link MemoryFlag#READ_WRITE}
     * @param description how it is to be
     * @return the image, to be closed
     */
    public static Image create(Context context, Set<MemoryFlag> flags, ImageDescription description) {
        return new Image(make((uses, out) -> Native.clmem_image_create(
                uses.of(context), Codes.bits(flags), description.struct(uses).bytes, 0, 0, out)));
    }

    /**
     * Makes an image with a content, which is copied at once.
     *
     * @param context where
     * @param flags how it is used, with {@link MemoryFlag#COPY_HOST_PTR}
     * @param description how it is to be
     * @param pixels the pixels between the buffer's position and its limit
     * @return the image, to be closed
     */
    public static Image create(Context context, Set<MemoryFlag> flags, ImageDescription description, ByteBuffer pixels) {
        if (flags.contains(MemoryFlag.USE_HOST_PTR)) {
            throw new IllegalArgumentException("an image of the host's own memory is made over a buffer of it");
        }
        ByteBuffer direct = Host.direct(pixels);
        try {
            return new Image(make((uses, out) -> Native.clmem_image_create(
                    uses.of(context), Codes.bits(flags), description.struct(uses).bytes, Host.address(direct), direct.remaining(), out)));
        } finally {
            Reference.reachabilityFence(direct);
        }
    }

    /**
     * Makes an image of an array, and picks its format.
     *
     * @param context where
     * @param flags how kernels use it
     * @param array the array, which is copied
     * @return the image, to be closed
     */
    public static Image of(Context context, Set<MemoryFlag> flags, ImageArray array) {
        ByteBuffer direct = Host.direct(array.data());
        try {
            return new Image(make((uses, out) -> Native.clmem_image_from_array(
                    uses.of(context), Codes.bits(flags), array.struct(direct).bytes, out)));
        } finally {
            Reference.reachabilityFence(direct);
        }
    }

    /**
     * Describes a format; no device is asked.
     *
     * @param order which channels
     * @param type what they are stored as
     * @return how many bytes a pixel has, and so on
     */
    public static ImageFormat format(ChannelOrder order, ChannelType type) {
        Structs.ImageFormatInfo info = new Structs.ImageFormatInfo();
        Native.clmem_image_format_describe((int) order.code(), (int) type.code(), info.bytes);
        return ImageFormat.of(info);
    }

    /**
     * Lists the formats that images of a kind can have.
     *
     * @param context where
     * @param flags how kernels use the image
     * @param type the kind
     * @return the formats; none where no device has images
     */
    public static List<ImageFormat> formats(Context context, Set<MemoryFlag> flags, MemoryType type) {
        try (Uses uses = new Uses()) {
            long handle = uses.of(context);
            int size = Structs.ImageFormatInfo.SIZE;
            int[] count = new int[1];
            Native.clmem_image_formats(handle, Codes.bits(flags), (int) type.code(), 0, size, null, count);
            int capacity = count[0];
            byte[] all = new byte[size * capacity];
            Native.clmem_image_formats(handle, Codes.bits(flags), (int) type.code(), capacity, size, all, count);
            return IntStream.range(0, Math.min(capacity, count[0]))
                    .mapToObj(i -> ImageFormat.of(new Structs.ImageFormatInfo(all, i * size)))
                    .toList();
        }
    }

    /**
     * Describes the image.
     *
     * @return its size, its format, its pitches
     */
    public ImageInfo info() {
        try (Uses uses = new Uses()) {
            Structs.ImageInfo info = new Structs.ImageInfo();
            Native.clmem_image_describe(uses.of(this), info.bytes);
            return ImageInfo.of(info);
        }
    }

    /**
     * Asks OpenCL for one property ({@code clGetImageInfo}).
     *
     * @param property {@code CL_IMAGE_WIDTH}, ...
     * @return the value, in OpenCL's own form
     */
    public byte[] queryImage(int property) {
        return query(this, (handle, capacity, value, size) -> Native.clmem_image_query(handle, property, capacity, value, size));
    }

    /**
     * Fills the whole image with a colour ({@code clEnqueueFillImage}).
     *
     * @param queue the queue
     * @param color red, green, blue, alpha
     * @param after events that the command waits for
     * @return the command's event, to be closed
     */
    public Event fill(Queue queue, double[] color, Event... after) {
        return fill(queue, color, null, null, after);
    }

    /**
     * Fills a box of the image with a colour ({@code clEnqueueFillImage}).
     *
     * @param queue the queue
     * @param color red, green, blue, alpha
     * @param origin the box's first pixel, row and slice; null: the image's
     * @param region how many pixels, rows and slices; null: all
     * @param after events that the command waits for
     * @return the command's event, to be closed
     */
    public Event fill(Queue queue, double[] color, long[] origin, long[] region, Event... after) {
        requireLength(color.length, 4, "color");
        requireBox(origin, region);
        return enqueue((uses, out) -> Native.clmem_image_fill(
                uses.of(this), uses.of(queue), color, origin, region, after.length, uses.of(after), out));
    }

    /**
     * Maps a box of the image into the host's memory, and waits until its content is there.
     *
     * @param queue the queue
     * @param flags what for
     * @param origin the box's first pixel, row and slice
     * @param region how many pixels, rows and slices; {@link Clmem#ALL}: to the end
     * @param after events that the command waits for
     * @return the mapping, to be closed, which unmaps it; its description has the pitches
     */
    public Mapping map(Queue queue, Set<MapFlag> flags, long[] origin, long[] region, Event... after) {
        return mapped(queue, flags, origin, region, true, after);
    }

    /**
     * Begins to map a box of the image, and does not wait: the content is there when {@link Mapping#ready()} is complete.
     *
     * @param queue the queue
     * @param flags what for
     * @param origin the box's first pixel, row and slice
     * @param region how many pixels, rows and slices; {@link Clmem#ALL}: to the end
     * @param after events that the command waits for
     * @return the mapping, to be closed, which unmaps it; its description has the pitches
     */
    public Mapping beginMap(Queue queue, Set<MapFlag> flags, long[] origin, long[] region, Event... after) {
        return mapped(queue, flags, origin, region, false, after);
    }

    private Mapping mapped(Queue queue, Set<MapFlag> flags, long[] origin, long[] region, boolean blocking, Event[] after) {
        requireBox(Objects.requireNonNull(origin, "origin"), Objects.requireNonNull(region, "region"));
        return Mapping.made(flags, (uses, map, event) -> Native.clmem_map_image(
                uses.of(this), uses.of(queue), Codes.bits(flags), origin, region, blocking ? 1 : 0, after.length, uses.of(after), map,
                blocking ? null : event));
    }

    /** C reads three numbers of each. */
    private static void requireBox(long[] origin, long[] region) {
        requireLength(origin == null ? 3 : origin.length, 3, "origin");
        requireLength(region == null ? 3 : region.length, 3, "region");
    }

    private static void requireLength(int length, int wanted, String name) {
        if (length != wanted) {
            throw new IllegalArgumentException(name + " must have " + wanted + " numbers");
        }
    }
}
