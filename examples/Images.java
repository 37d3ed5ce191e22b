// Images: filled, copied, mapped, and read by a kernel through a sampler.
import io.clmem.*;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

class Images {
    static final int WIDTH = 64;
    static final int HEIGHT = 48;

    /** The pixel at a place, as text. Copies between the host and an image count pixels. */
    static String pixel(CommandQueue queue, Image image, int x, int y) {
        byte[] channels = new byte[4];
        Transfer.of(Place.of(image).origin(x, y, 0), Place.ofArray(channels)).region(1, 1, 1).run(queue);
        return IntStream.range(0, 4)
                .mapToObj(i -> Integer.toString(Byte.toUnsignedInt(channels[i])))
                .collect(Collectors.joining(" "));
    }

    static void filled(CommandQueue queue, Image image) {
        image.fill(queue, new double[] {1, 2, 3, 4}); // the whole image
        System.out.println("filled: " + pixel(queue, image, WIDTH - 1, HEIGHT - 1) + " is the last pixel");
    }

    static void aWindow(CommandQueue queue, Image image) {
        byte[] nines = new byte[8 * 4];
        Arrays.fill(nines, (byte) 9);
        Transfer.of(Place.ofArray(nines), Place.of(image).origin(8, 8, 0)).region(4, 2, 1).run(queue);
        System.out.println(
                "a window: " + pixel(queue, image, 11, 9) + " inside, " + pixel(queue, image, 12, 9) + " next to it");
    }

    static void aMap(CommandQueue queue, Image image) {
        Set<MapFlag> flags = Set.of(MapFlag.READ, MapFlag.WRITE);
        try (Mapping mapping = image.map(queue, flags, new long[] {8, 8, 0}, new long[] {4, 2, 1})) {
            int row = (int) mapping.info().rowPitchBytes(); // the driver chooses the row pitch
            mapping.bytes().putInt(row, 0xFFFFFFFF);
        } // later commands in the queue see it
        System.out.println("a map: " + pixel(queue, image, 8, 9) + " at its corner");
    }

    /** Each work-item adds up the red of one row. */
    static final String SOURCE =
            """
            kernel void add_red(read_only image2d_t image, sampler_t sampler, global uint *sums) {
                uint sum = 0;
                for (int x = 0; x < get_image_width(image); ++x) {
                    sum += read_imageui(image, sampler, (int2)(x, get_global_id(0))).x;
                }
                sums[get_global_id(0)] = sum;
            }
            """;

    static void aKernel(Context context, CommandQueue queue, Image image) {
        int[] sums = new int[HEIGHT];
        try (Program program = Program.built(context, SOURCE, null);
                Kernel kernel = program.kernel("add_red");
                Sampler sampler = Sampler.create(context, false, AddressingMode.CLAMP_TO_EDGE, FilterMode.NEAREST);
                DeviceBuffer rows = DeviceBuffer.create(context, Set.of(MemoryFlag.READ_WRITE), 4L * HEIGHT)) {
            kernel.set(0, image).set(1, sampler).set(2, rows).run(queue, Launch.of(HEIGHT));
            Transfer.of(Place.of(rows), Place.ofArray(sums)).run(queue);
        }
        System.out.println("a kernel: " + IntStream.of(sums).sum() + " is the sum of the red");
    }

    public static void main(String[] arguments) {
        Device device = Device.choose();
        if (!device.info().features().contains(DeviceFeature.IMAGE)) {
            System.out.println("the device has no images");
            return;
        }
        ImageDescription description = ImageDescription.of2d(ChannelOrder.RGBA, ChannelType.UNSIGNED_INT8, WIDTH, HEIGHT);
        try (Context context = device.createContext();
                CommandQueue queue = context.createQueue(device);
                Image image = Image.create(context, Set.of(MemoryFlag.READ_WRITE), description)) {
            filled(queue, image);
            aWindow(queue, image);
            aMap(queue, image);
            aKernel(context, queue, image);
        }
    }
}
