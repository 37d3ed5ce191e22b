package io.clmem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertLinesMatch;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The programs of examples/, run as a user would: what they print is what the same programs print in Python. */
class ExamplesTest {
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

    private void prints(String program, String... lines) throws Exception {
        assertLinesMatch(List.of(lines), run(Json.ROOT.resolve("examples").resolve(program + ".java")));
    }

    @Test
    void first() throws Exception {
        prints("First", Pattern.quote(Device.choose().info().name().strip() + ": [0. 2. 4. 6. 8.] ..."));
    }

    @Test
    void handles() throws Exception {
        String closed = "the Buffer is closed; it must not be used any more";
        String none = "clmem_pool_allocate: .*\\(OpenCL's code: -?\\d+\\)";
        List<String> lines = run(Json.ROOT.resolve("examples/Handles.java"));
        assertLinesMatch(List.of(none, closed, closed, closed), lines);
    }

    @Test
    void queueOrder() throws Exception {
        prints("QueueOrder", "0 blocks in use, \\d+ MiB held for \\d+ that were");
    }

    @Test
    void sharedMemory() throws Exception {
        boolean hasSvm = Device.choose().info().features().contains(DeviceFeature.SVM_COARSE);
        prints("SharedMemory", hasSvm
                ? "523776 is the sum of 1024 numbers that the host and the device share"
                : "the device has no shared virtual memory");
    }

    @Test
    void transfersAndMaps() throws Exception {
        prints("TransfersAndMaps", "clmem_transfer_copy: .*", "4717056 is the sum that has come back");
    }

    @Test
    void besideLwjgl() throws Exception {
        prints("BesideLwjgl", "10 there, 5 back");
    }

    @Test
    void besideJocl() throws Exception {
        prints("BesideJocl", "10 there, 5 back");
    }
}
