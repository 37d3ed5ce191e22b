package io.clmem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertLinesMatch;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The programs of examples/, run as a user would. */
class ExamplesTest {
    private static final Path EXAMPLES = Json.ROOT.resolve("examples");

    @TempDir
    Path folder;

    /** What it prints; newer Javas have more to say of native code, on the other stream. */
    private List<String> run(Path program) throws Exception {
        Path errors = folder.resolve("errors");
        Process process = JavaProcess.of(program.toString()).redirectError(errors.toFile()).start();
        String said = new String(process.getInputStream().readAllBytes());
        assertTrue(process.waitFor(2, TimeUnit.MINUTES));
        assertEquals(0, process.exitValue(), () -> said + read(errors));
        return said.lines().toList();
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException problem) {
            return problem.toString();
        }
    }

    /** What a program has to print, where a part that the device lacks may say so instead. */
    private static List<String> expected(String name, List<String> printed) throws IOException {
        return Files.readAllLines(EXAMPLES.resolve("expected/" + name + ".txt")).stream()
                .map(line -> {
                    String lacking = line.split(": ", 2)[0] + ": the device has none";
                    return printed.contains(lacking) ? lacking : line;
                })
                .toList();
    }

    static List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(EXAMPLES.resolve("expected"))) {
            return files.map(file -> file.getFileName().toString().replace(".txt", "")).sorted().toList();
        }
    }

    /** "queue_order" is QueueOrder in Java. */
    private static String program(String name) {
        Stream<String> words = Arrays.stream(name.split("_"));
        return words.map(word -> word.substring(0, 1).toUpperCase() + word.substring(1)).collect(Collectors.joining());
    }

    @ParameterizedTest
    @MethodSource("names")
    void printsWhatItPrintsInOtherLanguages(String name) throws Exception {
        List<String> printed = run(EXAMPLES.resolve(program(name) + ".java"));
        boolean lacks = printed.size() == 1 && printed.get(0).startsWith("the device has no ");
        assumeFalse(lacks, () -> printed.get(0));
        assertEquals(expected(name, printed), printed);
    }

    @Test
    void handles() throws Exception {
        String closed = "the Buffer is closed; it must not be used any more";
        String none = "clmem_pool_allocate: .*\\(OpenCL's code: -?\\d+\\)";
        List<String> lines = run(EXAMPLES.resolve("Handles.java"));
        assertLinesMatch(List.of(none, closed, closed, closed), lines);
    }

    @Test
    void besideLwjgl() throws Exception {
        assertEquals(List.of("10 there, 5 back"), run(EXAMPLES.resolve("BesideLwjgl.java")));
    }

    @Test
    void besideJocl() throws Exception {
        assertEquals(List.of("10 there, 5 back"), run(EXAMPLES.resolve("BesideJocl.java")));
    }
}
