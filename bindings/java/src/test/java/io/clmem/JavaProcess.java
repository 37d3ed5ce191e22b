package io.clmem;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Another process of Java with the tests' class path. */
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
}
