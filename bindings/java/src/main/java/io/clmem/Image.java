package io.clmem;

import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;

/** An image: a grid of pixels that kernels read through a sampler (OpenCL 3.0, section 5.3). */
public final class Image extends Memory {
    Image(long handle) {
        super(handle, Native::clmem_image_release);
    }

    /**
     * Creates an image.
     *
     * @param context the context to create it in
     * @param flags how kernels and the host use it; if empty, {@link MemoryFlag#READ_WRITE}
     * @param description its kind, format and size
     * @return the image; the caller must close it
     */
    public static Image create(Context context, Set<MemoryFlag> flags, ImageDescription description) {
        Objects.requireNonNull(description, "description");
        return new Image(make((uses, out) -> Native.clmem_image_create(
                uses.of(context), Codes.bits(flags), description.struct(uses).bytes, 0, 0, out)));
    }

    /**
     * Creates an image and copies its content.
     *
     * @param context the context to create it in
     * @param flags how kernels and the host use it, including {@link MemoryFlag#COPY_HOST_PTR}
     * @param description its kind, format and size
     * @param pixels the pixels, between the buffer's position and its limit
     * @return the image; the caller must close it
     */
    public static Image create(
            Context context, Set<MemoryFlag> flags, ImageDescription description, ByteBuffer pixels) {
        Objects.requireNonNull(flags, "flags");
        Objects.requireNonNull(description, "description");
        Objects.requireNonNull(pixels, "pixels");
        if (flags.contains(MemoryFlag.USE_HOST_PTR)) {
            throw new IllegalArgumentException(
                    "expected flags without USE_HOST_PTR, got that flag; create a DeviceBuffer with it, and the image "
                            + "over the buffer");
        }
        ByteBuffer direct = Host.direct(pixels);
        try {
            return new Image(make((uses, out) -> Native.clmem_image_create(
                    uses.of(context), Codes.bits(flags), description.struct(uses).bytes,
                    Host.address(direct), direct.remaining(), out)));
        } finally {
            Reference.reachabilityFence(direct);
        }
    }

    /**
     * Creates an image from an array, with a format that fits.
     *
     * @param context the context to create it in
     * @param flags how kernels and the host use it; if empty, {@link MemoryFlag#READ_WRITE}
     * @param array the array, which is copied
     * @return the image; the caller must close it
     */
    public static Image of(Context context, Set<MemoryFlag> flags, ImageArray array) {
        ByteBuffer direct = Host.direct(Objects.requireNonNull(Objects.requireNonNull(array, "array").data(), "data"));
        try {
            return new Image(make((uses, out) -> Native.clmem_image_from_array(
                    uses.of(context), Codes.bits(flags), array.struct(direct).bytes, out)));
        } finally {
            Reference.reachabilityFence(direct);
        }
    }

    /**
     * Describes a format, without asking a device.
     *
     * @param order the channel order
     * @param type the channel type
     * @return the description, such as the bytes of a pixel
     */
    public static ImageFormat format(ChannelOrder order, ChannelType type) {
        Objects.requireNonNull(order, "order");
        Objects.requireNonNull(type, "type");
        Structs.ImageFormatInfo info = new Structs.ImageFormatInfo();
        Native.clmem_image_format_describe((int) order.code(), (int) type.code(), info.bytes);
        return ImageFormat.of(info);
    }

    /**
     * Lists the formats that a kind of image can have.
     *
     * @param context the context
     * @param flags how kernels and the host use the image
     * @param type the kind of image
     * @return the formats; empty if no device has images
     */
    public static List<ImageFormat> formats(Context context, Set<MemoryFlag> flags, MemoryType type) {
        Objects.requireNonNull(type, "type");
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
     * @return its size, format and pitches
     */
    public ImageInfo info() {
        try (Uses uses = new Uses()) {
            Structs.ImageInfo info = new Structs.ImageInfo();
            Native.clmem_image_describe(uses.of(this), info.bytes);
            return ImageInfo.of(info);
        }
    }

    /**
     * Queries a property of the image ({@code clGetImageInfo}).
     *
     * @param property such as {@code CL_IMAGE_WIDTH}
     * @return the value's bytes, as OpenCL returns them
     */
    public byte[] queryImage(int property) {
        return query(this, (handle, capacity, value, size) ->
                Native.clmem_image_query(handle, property, capacity, value, size));
    }

    /**
     * Fills the whole image with a colour ({@code clEnqueueFillImage}).
     *
     * @param queue the queue
     * @param color red, green, blue, alpha
     * @param after events that the command waits for
     */
    public void fill(CommandQueue queue, double[] color, Event... after) {
        enqueueFill(queue, color, after).close();
    }

    /**
     * Fills a box of the image with a colour ({@code clEnqueueFillImage}).
     *
     * @param queue the queue
     * @param color red, green, blue, alpha
     * @param origin the box's first pixel, row and slice; null for the image's first
     * @param region its size in pixels, rows and slices; null or {@link Clmem#ALL} for the rest of the image; if one
     *     is 0, nothing is filled
     * @param after events that the command waits for
     */
    public void fill(CommandQueue queue, double[] color, long[] origin, long[] region, Event... after) {
        enqueueFill(queue, color, origin, region, after).close();
    }

    /**
     * Fills the whole image with a colour, and returns the command's event.
     *
     * @param queue the queue
     * @param color red, green, blue, alpha
     * @param after events that the command waits for
     * @return the command's event; the caller must close it
     */
    public Event enqueueFill(CommandQueue queue, double[] color, Event... after) {
        return enqueueFill(queue, color, null, null, after);
    }

    /**
     * Fills a box of the image with a colour, and returns the command's event.
     *
     * @param queue the queue
     * @param color red, green, blue, alpha
     * @param origin the box's first pixel, row and slice; null for the image's first
     * @param region its size in pixels, rows and slices; null or {@link Clmem#ALL} for the rest of the image; if one
     *     is 0, nothing is filled
     * @param after events that the command waits for
     * @return the command's event; the caller must close it
     */
    public Event enqueueFill(CommandQueue queue, double[] color, long[] origin, long[] region, Event... after) {
        requireLength(Objects.requireNonNull(color, "color").length, 4, "color");
        requireBox(origin, region);
        Structs.ImageFillOptions part = new Structs.ImageFillOptions();
        for (int i = 0; i < 3; i++) {
            part.origin(i, origin != null ? origin[i] : 0).region(i, region != null ? region[i] : Clmem.ALL);
        }
        return enqueue((uses, out) -> Native.clmem_image_fill(
                uses.of(this), uses.of(queue), color, part.after(uses.of(after)), out));
    }

    /**
     * Maps a box of the image into host memory, and waits until its content is there.
     *
     * @param queue the queue
     * @param flags how the host will access the memory
     * @param origin the box's first pixel, row and slice
     * @param region its size in pixels, rows and slices; {@link Clmem#ALL} reaches the image's end
     * @param after events that the command waits for
     * @return the mapping, whose description has the pitches; closing it unmaps the memory
     */
    public Mapping map(CommandQueue queue, Set<MapFlag> flags, long[] origin, long[] region, Event... after) {
        return mapped(queue, flags, origin, region, true, after);
    }

    /**
     * Starts mapping a box of the image without waiting. The content is there once {@link Mapping#ready()} is complete.
     *
     * @param queue the queue
     * @param flags how the host will access the memory
     * @param origin the box's first pixel, row and slice
     * @param region its size in pixels, rows and slices; {@link Clmem#ALL} reaches the image's end
     * @param after events that the command waits for
     * @return the mapping, whose description has the pitches; closing it unmaps the memory
     */
    public Mapping beginMap(CommandQueue queue, Set<MapFlag> flags, long[] origin, long[] region, Event... after) {
        return mapped(queue, flags, origin, region, false, after);
    }

    private Mapping mapped(
            CommandQueue queue, Set<MapFlag> flags, long[] origin, long[] region, boolean blocking, Event[] after) {
        requireBox(Objects.requireNonNull(origin, "origin"), Objects.requireNonNull(region, "region"));
        Structs.MapImageOptions part = new Structs.MapImageOptions().nonBlocking(blocking ? 0 : 1);
        for (int i = 0; i < 3; i++) {
            part.origin(i, origin[i]).region(i, region[i]);
        }
        return Mapping.made(this, flags, (uses, map, event) -> Native.clmem_map_image(
                uses.of(this), uses.of(queue), Codes.bits(flags), part.after(uses.of(after)), map,
                blocking ? null : event));
    }

    /** A box has three numbers on each side. */
    private static void requireBox(long[] origin, long[] region) {
        requireLength(origin == null ? 3 : origin.length, 3, "origin");
        requireLength(region == null ? 3 : region.length, 3, "region");
    }

    private static void requireLength(int length, int wanted, String name) {
        if (length != wanted) {
            throw new IllegalArgumentException(name + ": expected " + wanted + " elements, got " + length);
        }
    }
}
