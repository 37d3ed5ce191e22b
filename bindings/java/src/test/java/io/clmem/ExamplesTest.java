package io.clmem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertLinesMatch;

import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs the programs of examples/ as a user would. */
class ExamplesTest {
    private static final Path EXAMPLES = Json.ROOT.resolve("examples");

    @TempDir
    Path folder;

    /** Returns a program's standard output. Newer VMs print warnings about native code to standard error. */
    private List<String> run(Path program) throws Exception {
        Path errors = folder.resolve("errors");
        JavaProcess.Result result = JavaProcess.run(JavaProcess.of(program.toString()).redirectError(errors.toFile()));
        assertEquals(0, result.status(), result.output() + Files.readString(errors));
        return result.output().lines().toList();
    }

    /** Returns the lines that a program must print. A line may instead say that the device lacks the feature. */
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

    /** Returns the class name of an example: QueueOrder for queue_order. */
    private static String program(String name) {
        Stream<String> words = Arrays.stream(name.split("_"));
        return words.map(word -> word.substring(0, 1).toUpperCase() + word.substring(1)).collect(Collectors.joining());
    }

    @ParameterizedTest
    @MethodSource("names")
    void printsTheSameAsInOtherLanguages(String name) throws Exception {
        List<String> printed = run(EXAMPLES.resolve(program(name) + ".java"));
        boolean lacks = printed.size() == 1 && printed.get(0).startsWith("the device has no ");
        assumeFalse(lacks, () -> printed.get(0));
        assertEquals(expected(name, printed), printed);
    }

    @Test
    void handlesPrintsTheErrors() throws Exception {
        String closed = "the DeviceBuffer is closed; do not use it after close()";
        String none = "clmem_pool_allocate: .*\\(OpenCL's code: -?\\d+\\)";
        List<String> lines = run(EXAMPLES.resolve("Handles.java"));
        assertLinesMatch(List.of(none, closed, closed, closed), lines);
    }

    @Test
    void worksBesideLwjgl() throws Exception {
        assertEquals(List.of("10 there, 5 back"), run(EXAMPLES.resolve("BesideLwjgl.java")));
    }

    @Test
    void worksBesideJocl() throws Exception {
        assertEquals(List.of("10 there, 5 back"), run(EXAMPLES.resolve("BesideJocl.java")));
    }
}
