package io.clmem;

import java.util.Objects;
import java.util.Set;

/** What is known of a device beyond its description. Each answer names its source. */
@Experimental
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
     * Returns the compiler options for fast, inexact arithmetic.
     *
     * @return the options, separated by spaces
     */
    public String fastMathOptions() {
        long[] options = new long[1];
        Native.clmem_characterize_fast_math_options(device, options);
        return Text.at(options[0]);
    }

    /**
     * Returns how many work-items run in lockstep.
     *
     * @param typeBytes the size of the kernel's type in bytes
     * @return the number of work-items
     */
    public Figure simdGroupSize(int typeBytes) {
        return figure((answer, source) -> Native.clmem_characterize_simd_group_size(device, typeBytes, answer, source));
    }

    /**
     * Returns whether kernels can use double.
     *
     * @return 1 if they can, else 0
     */
    public Figure hasDouble() {
        return figure((answer, source) -> Native.clmem_characterize_has_double(device, answer, source));
    }

    /**
     * Returns whether kernels can use AMD's double ({@code cl_amd_fp64}).
     *
     * @return 1 if they can, else 0
     */
    public Figure hasAmdDouble() {
        return figure((answer, source) -> Native.clmem_characterize_has_amd_double(device, answer, source));
    }

    /**
     * Returns which bug the device has with structs as kernel arguments.
     *
     * @param context a context of the device for the test; null to create one
     * @return the code of a {@link CharacterizeStructBug}
     */
    public Figure hasStructBug(Context context) {
        try (Uses uses = new Uses()) {
            long handle = uses.orNone(context);
            return figure((answer, source) -> Native.clmem_characterize_has_struct_bug(device, handle, answer, source));
        }
    }

    /**
     * Returns how many banks local memory has.
     *
     * @return the number of banks
     */
    public Figure localMemoryBanks() {
        return figure((answer, source) -> Native.clmem_characterize_local_memory_banks(device, answer, source));
    }

    /**
     * Returns how many consecutive bytes of local memory lie in one bank.
     *
     * @return the number of bytes
     */
    public Figure localMemoryGranularity() {
        return figure((answer, source) -> Native.clmem_characterize_local_memory_granularity(device, answer, source));
    }

    /**
     * Returns how many work-items access local memory at once.
     *
     * @return the number of work-items
     */
    public Figure simultaneousItems() {
        return figure((answer, source) -> Native.clmem_characterize_simultaneous_items(device, answer, source));
    }

    /**
     * Returns how much local memory a kernel can use.
     *
     * @param arguments the number of 32-bit arguments of the kernel; -1 if unknown
     * @return the number of bytes
     */
    public Figure usableLocalMemory(int arguments) {
        long[] bytes = new long[1];
        int[] source = new int[1];
        Native.clmem_characterize_usable_local_memory(device, arguments, bytes, source);
        return new Figure(bytes[0], source(source));
    }

    /**
     * Returns the compute capability of an NVIDIA device.
     *
     * @return 10 * major + minor
     */
    public Figure nvidiaCapability() {
        int[] minor = new int[1];
        Figure major = figure((answer, source) ->
                Native.clmem_characterize_nvidia_capability(device, answer, minor, source));
        return new Figure(10 * major.value() + minor[0], major.source());
    }

    /**
     * How work-items conflict in local memory.
     *
     * @param multiplicity how many work-items wait for one bank; 1 if none waits
     * @param text the conflicts, in English; empty if there are none
     */
    public record Conflicts(int multiplicity, String text) {}

    /**
     * Finds whether work-items that read along an axis of an array in local memory wait for each other.
     *
     * @param itemBytes the size of an element in bytes
     * @param shape the array's size along each axis, the fastest-moving last
     * @param storedShape the sizes with padding; equal to {@code shape} if there is none
     * @return the conflicts
     * @throws UnsupportedException if the device's banks are not known
     */
    public Conflicts localConflicts(long itemBytes, long[] shape, long[] storedShape) {
        Objects.requireNonNull(shape, "shape");
        Objects.requireNonNull(storedShape, "storedShape");
        if (shape.length != storedShape.length) {
            throw new IllegalArgumentException("storedShape: expected as many dimensions as shape, " + shape.length
                    + ", got " + storedShape.length);
        }
        byte[] text = new byte[4096];
        int[] multiplicity = new int[1];
        Native.clmem_characterize_local_conflicts(
                device, itemBytes, shape.length, shape, storedShape, text.length, text, null, multiplicity);
        return new Conflicts(multiplicity[0], Text.in(text, 0, text.length));
    }

    /**
     * Returns the kinds of shared virtual memory that the device has.
     *
     * @return the kinds
     */
    public Set<CharacterizeSvmFeature> svm() {
        long[] features = new long[1];
        Native.clmem_characterize_svm(device, features, null);
        return Codes.set(CharacterizeSvmFeature.class, features[0]);
    }

    /**
     * Measures how many work-items run in lockstep, once for each device in a process.
     *
     * @return the number of work-items; 0 if the times are inconclusive
     */
    public Figure measureSimd() {
        return figure((answer, source) -> Native.clmem_characterize_measure_simd(device, answer, source));
    }

    /**
     * What was measured of local memory.
     *
     * @param count the number of banks; 0 if the times are inconclusive
     * @param granularityBytes how many consecutive bytes lie in one bank
     * @param source a measurement, or unknown
     */
    public record Banks(int count, int granularityBytes, CharacterizeSource source) {}

    /**
     * Measures the banks of local memory, once for each device in a process.
     *
     * @return the result
     */
    public Banks measureBanks() {
        int[] granularity = new int[1];
        Figure count = figure((answer, source) ->
                Native.clmem_characterize_measure_banks(device, answer, granularity, source));
        return new Banks((int) count.value(), granularity[0], count.source());
    }
}
