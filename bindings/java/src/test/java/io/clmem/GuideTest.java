package io.clmem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Compiles and runs each block of code in docs/java.md, with assertions enabled. */
class GuideTest {
    private static final String BEFORE = """
            import io.clmem.*;
            import java.nio.*;
            import java.nio.file.*;
            import java.util.*;
            class Guide {
                public static void main(String[] arguments) throws Exception {
            %s
                }
            }
            """;
    private static final String OBJECTS = """
                    Device device = Device.choose();
                    try (Context context = device.createContext(); CommandQueue queue = context.createQueue(device)) {
            %s
                    }
                    if (Clmem.leaks() != 0) throw new AssertionError("a block leaks");
            """;

    @TempDir
    Path folder;

    @TestFactory
    Stream<DynamicTest> everyBlockRuns() throws Exception {
        String page = Files.readString(Json.ROOT.resolve("docs/java.md"));
        Matcher blocks = Pattern.compile("^```java\n(.*?)^```$", Pattern.DOTALL | Pattern.MULTILINE).matcher(page);
        List<DynamicTest> tests = new ArrayList<>();
        while (blocks.find()) {
            String code = blocks.group(1);
            Path file = folder.resolve("Block" + tests.size() + ".java");
            tests.add(DynamicTest.dynamicTest(code.lines().findFirst().orElseThrow(), () -> run(file, code)));
        }
        long fences = page.lines().filter(line -> line.startsWith("```")).count();
        assertEquals(2L * tests.size(), fences, "a block is not run");
        assertTrue(tests.size() > 8);
        return tests.stream();
    }

    private static void run(Path file, String code) throws Exception {
        boolean hasObjects = code.contains("Device.choose()") || code.startsWith("class ");
        String body = hasObjects ? code : OBJECTS.formatted(code);
        Files.writeString(file, BEFORE.formatted(body));
        JavaProcess.output(JavaProcess.with(List.of("-ea"), file.toString()));
    }
}
