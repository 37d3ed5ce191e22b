// A first program: a block of device memory from a pool, a kernel that works on it, and the result.
import io.clmem.*;
import java.util.Set;

class First {
    public static void main(String[] arguments) {
        Device device = Device.choose();
        try (Context context = device.createContext();
                Queue queue = context.createQueue(device);
                Provider provider = Provider.immediate(queue, Set.of());
                Pool pool = Pool.create(provider);
                Program program =
                        Program.built(context, "kernel void twice(global float *a) { a[get_global_id(0)] *= 2; }", null);
                Kernel twice = program.kernel("twice")) {
            float[] numbers = new float[1000];
            for (int i = 0; i < numbers.length; i++) {
                numbers[i] = i;
            }
            try (Buffer block = pool.allocate(queue, 4L * numbers.length)) {
                Transfer.of(Place.ofArray(numbers), Place.of(block)).run(queue);
                twice.set(0, block).run(queue, Launch.of(numbers.length));
                Transfer.of(Place.of(block), Place.ofArray(numbers)).run(queue);
            }
            StringBuilder first = new StringBuilder();
            for (int i = 0; i < 5; i++) {
                first.append(i == 0 ? "" : " ").append((long) numbers[i]).append('.');
            }
            System.out.println(device.info().name().strip() + ": [" + first + "] ...");
        }
    }
}
