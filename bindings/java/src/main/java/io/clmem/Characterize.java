package io.clmem;

import java.util.Set;

/** What is known of a device beyond its description; each answer says where it comes from. */
public final class Characterize {
    private final long device;

    Characterize(Device device) {
        this.device = device.handle();
    }

    private interface Question {
        void ask(int[] answer, int[] source);
    }

    private static Figure figure(Question question) {
        int[] answer = new int[1];
        int[] source = new int[1];
        question.ask(answer, source);
        return new Figure(Integer.toUnsignedLong(answer[0]), source(source));
    }

    private static CharacterizeSource source(int[] source) {
        return CharacterizeSource.of(source[0]).orElse(CharacterizeSource.UNKNOWN);
    }

    /**
     * Gives the compiler's options for fast and inexact arithmetic.
     *
     * @return the options, with blanks between them
     */
    public String fastMathOptions() {
        long[] options = new long[1];
        Native.clmem_characterize_fast_math_options(device, options);
        return Text.at(options[0]);
    }

    /**
     * Tells how many work-items run in step.
     *
     * @param typeBytes size of the type that they work with
     * @return how many
     */
    public Figure simdGroupSize(int typeBytes) {
        return figure((answer, source) -> Native.clmem_characterize_simd_group_size(device, typeBytes, answer, source));
    }

    /**
     * Tells whether kernels have doubles.
     *
     * @return 1 if they have
     */
    public Figure hasDouble() {
        return figure((answer, source) -> Native.clmem_characterize_has_double(device, answer, source));
    }

    /**
     * Tells whether kernels have AMD's doubles ({@code cl_amd_fp64}).
     *
     * @return 1 if they have
     */
    public Figure hasAmdDouble() {
        return figure((answer, source) -> Native.clmem_characterize_has_amd_double(device, answer, source));
    }

    /**
     * Tells which bug the device has with structs as arguments.
     *
     * @param context a context of the device, to try it; null: one is made
     * @return the number of a {@link CharacterizeStructBug}
     */
    public Figure hasStructBug(Context context) {
        try (Uses uses = new Uses()) {
            long handle = uses.orNone(context);
            return figure((answer, source) -> Native.clmem_characterize_has_struct_bug(device, handle, answer, source));
        }
    }

    /**
     * Tells how many banks local memory has.
     *
     * @return how many
     */
    public Figure localMemoryBanks() {
        return figure((answer, source) -> Native.clmem_characterize_local_memory_banks(device, answer, source));
    }

    /**
     * Tells how much of local memory one bank has before the next one's.
     *
     * @return bytes
     */
    public Figure localMemoryGranularity() {
        return figure((answer, source) -> Native.clmem_characterize_local_memory_granularity(device, answer, source));
    }

    /**
     * Tells how many work-items reach local memory at once.
     *
     * @return how many
     */
    public Figure simultaneousItems() {
        return figure((answer, source) -> Native.clmem_characterize_simultaneous_items(device, answer, source));
    }

    /**
     * Tells how much local memory a kernel can have.
     *
     * @param arguments how many arguments it has; -1: the most
     * @return bytes
     */
    public Figure usableLocalMemory(int arguments) {
        long[] bytes = new long[1];
        int[] source = new int[1];
        Native.clmem_characterize_usable_local_memory(device, arguments, bytes, source);
        return new Figure(bytes[0], source(source));
    }

    /**
     * Tells the compute capability of a device of NVIDIA's.
     *
     * @return 10 * major + minor
     */
    public Figure nvidiaCapability() {
        int[] minor = new int[1];
        Figure major = figure((answer, source) -> Native.clmem_characterize_nvidia_capability(device, answer, minor, source));
        return new Figure(10 * major.value() + minor[0], major.source());
    }

    /**
     * What work-items wait for in local memory.
     *
     * @param multiplicity how many wait for one bank, 1 if none has to
     * @param text what conflicts, in English; empty if nothing does
     */
    public record Conflicts(int multiplicity, String text) {}

    /**
     * Tells whether work-items that go along an array in local memory wait for each other.
     *
     * @param itemBytes size of an element
     * @param shape the array's extent along each axis, the fastest-moving last
     * @param storedShape the extents with padding; the shape itself if there is none
     * @return what conflicts
     * @throws UnsupportedException if it is not known what banks the device has
     */
    public Conflicts localConflicts(long itemBytes, long[] shape, long[] storedShape) {
        if (shape.length != storedShape.length) {
            throw new IllegalArgumentException("the shapes must have as many dimensions as each other");
        }
        byte[] text = new byte[4096];
        int[] multiplicity = new int[1];
        Native.clmem_characterize_local_conflicts(
                device, itemBytes, shape.length, shape, storedShape, text.length, text, null, multiplicity);
        return new Conflicts(multiplicity[0], Text.in(text, 0, text.length));
    }

    /**
     * Tells what kinds of shared virtual memory the device has.
     *
     * @return the kinds
     */
    public Set<CharacterizeSvmFeature> svm() {
        long[] features = new long[1];
        Native.clmem_characterize_svm(device, features, null);
        return Codes.set(CharacterizeSvmFeature.class, features[0]);
    }

    /**
     * Measures how many work-items run in step, once for each device of a process.
     *
     * @return how many; 0 if the times do not tell
     */
    public Figure measureSimd() {
        return figure((answer, source) -> Native.clmem_characterize_measure_simd(device, answer, source));
    }

    /**
     * What was measured of local memory.
     *
     * @param count how many banks
     * @param granularityBytes bytes of one bank before the next one's
     * @param source a measurement, or nowhere
     */
    public record Banks(int count, int granularityBytes, CharacterizeSource source) {}

    /**
     * Measures the banks of local memory, once for each device of a process.
     *
     * @return what the times tell
     */
    public Banks measureBanks() {
        int[] granularity = new int[1];
        Figure count = figure((answer, source) -> Native.clmem_characterize_measure_banks(device, answer, granularity, source));
        return new Banks((int) count.value(), granularity[0], count.source());
    }
}
