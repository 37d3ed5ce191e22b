package io.clmem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs a Java program in another process, with the tests' class path. */
final class JavaProcess {
    private JavaProcess() {}

    static ProcessBuilder of(String mainClass, String... arguments) {
        return with(List.of(), mainClass, arguments);
    }

    static ProcessBuilder with(List<String> options, String mainClass, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-cp");
        command.add(System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
        for (String name : List.of("clmem.root", "clmem.library.cache", "org.lwjgl.opencl.libname")) {
            command.add("-D" + name + "=" + System.getProperty(name));
        }
        command.addAll(options);
        command.add(mainClass);
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command);
    }

    /** What a process that has ended printed, and its exit status. */
    record Result(int status, String output) {}

    /** Runs a process to its end. Its standard error goes into the output, unless it is redirected elsewhere. */
    static Result run(ProcessBuilder builder) throws IOException, InterruptedException {
        boolean isRedirected = builder.redirectError() != ProcessBuilder.Redirect.PIPE;
        Process process = builder.redirectErrorStream(!isRedirected).start();
        String output = new String(process.getInputStream().readAllBytes());
        assertTrue(process.waitFor(2, TimeUnit.MINUTES));
        return new Result(process.exitValue(), output);
    }

    /** Runs a process that must succeed, and returns what it printed. */
    static String output(ProcessBuilder builder) throws IOException, InterruptedException {
        Result result = run(builder);
        assertEquals(0, result.status, result.output);
        return result.output;
    }
}
