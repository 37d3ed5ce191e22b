package io.clmem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How the native libraries are unpacked, and how they are protected from other users. */
class NativeLibraryTest {
    private static final ClassLoader LOADER = NativeLibraryTest.class.getClassLoader();

    @TempDir
    Path folder;

    @Test
    void unpacksOnce() throws Exception {
        Path cache = folder.resolve("cache");
        Path first = NativeLibrary.unpacked(LOADER, cache);
        assertTrue(Files.exists(first.resolve("libclmem_java.so")));
        assertTrue(first.getFileName().toString().startsWith(BuildVersion.VERSION + "-"));
        assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(first)));
        Object written = Files.getLastModifiedTime(first.resolve("libclmem_java.so"));
        assertEquals(first, NativeLibrary.unpacked(LOADER, cache));
        assertEquals(written, Files.getLastModifiedTime(first.resolve("libclmem_java.so")));
    }

    @Test
    void concurrentUnpackingLeavesOneFolder() throws Exception {
        Path cache = folder.resolve("cache");
        ExecutorService threads = Executors.newFixedThreadPool(8);
        List<Future<Path>> all = new ArrayList<>();
        for (int i = 0; i < 32; i++) {
            all.add(threads.submit(() -> NativeLibrary.unpacked(LOADER, cache)));
        }
        for (Future<Path> each : all) {
            assertEquals(all.get(0).get(), each.get(1, TimeUnit.MINUTES));
        }
        threads.shutdown();
        try (Stream<Path> left = Files.list(cache)) {
            assertEquals(List.of(all.get(0).get()), left.toList());
        }
    }

    @Test
    void refusesASymbolicLink() throws Exception {
        Path elsewhere = NativeLibrary.unpacked(LOADER, folder.resolve("elsewhere"));
        Path cache = Files.createDirectory(folder.resolve("cache"));
        Files.createSymbolicLink(cache.resolve(elsewhere.getFileName()), elsewhere);
        assertThrows(UncheckedIOException.class, () -> NativeLibrary.unpacked(LOADER, cache));
        Path link = Files.createSymbolicLink(folder.resolve("link"), folder.resolve("elsewhere"));
        assertThrows(UncheckedIOException.class, () -> NativeLibrary.unpacked(LOADER, link));
    }

    @Test
    void refusesAFolderThatOthersCanWriteTo() throws Exception {
        Path cache = Files.createDirectory(folder.resolve("cache"));
        for (String permissions : List.of("rwxrwxrwx", "rwxrwx---")) {
            Files.setPosixFilePermissions(cache, PosixFilePermissions.fromString(permissions));
            assertThrows(UncheckedIOException.class, () -> NativeLibrary.unpacked(LOADER, cache), permissions);
        }
    }

    @Test
    void refusesAFolderThatOthersCanReplace() throws Exception {
        Path open = Files.createDirectory(folder.resolve("open"));
        Path cache = Files.createDirectory(open.resolve("cache"));
        Files.setPosixFilePermissions(cache, PosixFilePermissions.fromString("rwx------"));
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
        assertTrue(refusal(cache).contains("every user can write"), refusal(cache));
        Files.setAttribute(open, "unix:mode", 01777); // the mode of the folder for temporary files
        NativeLibrary.unpacked(LOADER, cache);
    }

    private static String refusal(Path cache) {
        return assertThrows(UncheckedIOException.class, () -> NativeLibrary.unpacked(LOADER, cache))
                .getCause()
                .getMessage();
    }

    @Test
    void refusesAFolderOfAnotherUser() throws Exception {
        assumeTrue(NativeLibrary.user() == 0, "only root can give files away");
        Path cache = Files.createDirectory(folder.resolve("cache"));
        Files.setAttribute(cache, "unix:uid", 54321);
        assertThrows(UncheckedIOException.class, () -> NativeLibrary.unpacked(LOADER, cache));
    }

    @Test
    void choosesTheCacheFolder() {
        Map<String, String> properties = new HashMap<>(Map.of("user.home", "/home/u", "java.io.tmpdir", "/tmp"));
        Map<String, String> environment = new HashMap<>();
        Supplier<List<String>> caches = () ->
                NativeLibrary.caches(properties::get, environment::get, 7).stream().map(Path::toString).toList();
        assertEquals(List.of("/home/u/.cache/clmem", "/tmp/clmem-7"), caches.get());
        environment.put("XDG_CACHE_HOME", "/var/cache/u");
        assertEquals(List.of("/var/cache/u/clmem", "/tmp/clmem-7"), caches.get());
        environment.put("XDG_CACHE_HOME", "relative");
        assertEquals(List.of("/home/u/.cache/clmem", "/tmp/clmem-7"), caches.get());
        properties.put("user.home", "?");
        assertEquals(List.of("/tmp/clmem-7"), caches.get());
        properties.put("clmem.library.cache", "/named");
        assertEquals(List.of("/named"), caches.get());
    }

    @Test
    void takesTheNextFolderIfOneIsNotWritable() throws Exception {
        Path file = Files.createFile(folder.resolve("file"));
        Path second = folder.resolve("second");
        assertEquals(second, NativeLibrary.unpacked(LOADER, List.of(file.resolve("cache"), second)).getParent());
        List<Path> unwritable = List.of(file.resolve("cache"), file.resolve("other"));
        assertThrows(UncheckedIOException.class, () -> NativeLibrary.unpacked(LOADER, unwritable));
    }

    /** As in a container started with a user id: the user has no entry in /etc/passwd and no home. */
    @Test
    void loadsForAUserWithoutAName() throws Exception {
        assumeTrue(NativeLibrary.user() == 0, "only root can become another user");
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path here = Files.createDirectory(folder.resolve("here"));
        Path temporary = Files.createDirectory(folder.resolve("temporary"));
        for (Path each : List.of(here, temporary)) {
            Files.setAttribute(each, "unix:mode", 01777);
        }
        Path natives = copied(Path.of(System.getProperty("clmem.natives")));
        String path = copied(Clmem.class) + File.pathSeparator + copied(Main.class) + File.pathSeparator + natives;
        ProcessBuilder process = new ProcessBuilder(
                "setpriv", "--reuid=54321", "--regid=54321", "--clear-groups",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djava.io.tmpdir=" + temporary, "-cp", path, Main.class.getName());
        process.environment().keySet().removeAll(List.of("HOME", "XDG_CACHE_HOME"));
        JavaProcess.output(process.directory(here.toFile()));
        assertTrue(Files.isDirectory(temporary.resolve("clmem-54321")));
        try (Stream<Path> left = Files.list(here)) {
            assertEquals(List.of(), left.toList());
        }
    }

    private Path copied(Class<?> type) throws Exception {
        return copied(Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()));
    }

    /** Copies a folder to where any user can read it. */
    private Path copied(Path from) throws Exception {
        Path to = Files.createTempDirectory(folder, "copy");
        String script = "cp -R \"$1/.\" \"$2\" && chmod -R a+rX \"$2\"";
        JavaProcess.output(new ProcessBuilder("sh", "-c", script, "sh", from.toString(), to.toString()));
        return to;
    }

    @Test
    void refusesAChangedFile() throws Exception {
        Path cache = folder.resolve("cache");
        Path unpacked = NativeLibrary.unpacked(LOADER, cache);
        Files.write(unpacked.resolve("libclmem_java.so"), new byte[] {0});
        assertTrue(refusal(cache).contains("differs from the file in the jar"), refusal(cache));
        Path file = unpacked.resolve("libclmem_java.so");
        Files.delete(file);
        Path same = NativeLibrary.unpacked(LOADER, folder.resolve("elsewhere")).resolve("libclmem_java.so");
        Files.createSymbolicLink(file, same);
        assertThrows(UncheckedIOException.class, () -> NativeLibrary.unpacked(LOADER, cache));
    }

    @Test
    void withoutLibrariesNamesTheMissingArtifact() throws Exception {
        try (URLClassLoader none = new URLClassLoader(new URL[0], null)) {
            Path cache = folder.resolve("cache");
            UnsatisfiedLinkError error =
                    assertThrows(UnsatisfiedLinkError.class, () -> NativeLibrary.unpacked(none, cache));
            assertTrue(error.getMessage().contains("natives-" + NativeLibrary.platform()), error.getMessage());
            assertFalse(Files.exists(cache));
        }
    }

    @Test
    void recommendsOnlyPublishedArtifacts() {
        for (String platform : List.of("linux-x86_64", "linux-aarch64")) {
            assertTrue(NativeLibrary.missing(platform).contains("classifier natives-" + platform));
            String module = "--add-modules io.clmem.natives." + platform.replace('-', '.');
            assertTrue(NativeLibrary.missing(platform).contains(module));
        }
        for (String platform : List.of("windows-x86_64", "macos-aarch64", "linux-riscv64")) {
            String message = NativeLibrary.missing(platform);
            assertTrue(message.contains(platform), message);
            assertFalse(message.contains("classifier"), message);
        }
        assertTrue(NativeLibrary.missing("macos-aarch64").startsWith("clmem runs on Linux"));
    }

    @Test
    void failureToLoadNamesTheRequirements() throws Exception {
        Path library = Files.write(folder.resolve("libclmem_java.so"), new byte[] {0});
        UnsatisfiedLinkError error = assertThrows(UnsatisfiedLinkError.class, () -> NativeLibrary.load(library));
        assertTrue(error.getMessage().contains(library.toString()), error.getMessage());
        assertTrue(error.getMessage().contains("glibc 2.17"), error.getMessage());
    }

    @Test
    void loadsFromTheFolderInTheProperty() throws Exception {
        Path natives = Path.of(System.getProperty("clmem.natives"), "io/clmem/natives", NativeLibrary.platform());
        assertEquals(0, exitStatus("-Dclmem.library.path=" + natives));
        assertNotEquals(0, exitStatus("-Dclmem.library.path=/nowhere"));
    }

    private static int exitStatus(String option) throws Exception {
        return JavaProcess.run(JavaProcess.with(List.of(option), Main.class.getName())).status();
    }

    /** Loads the native libraries. */
    static final class Main {
        public static void main(String[] arguments) {
            System.out.println(Clmem.version());
        }
    }

    /** The version is written in pom.xml as well as in the header. */
    @Test
    void versionInPomIsTheLibrarys() throws Exception {
        String project = Files.readString(Json.ROOT.resolve("bindings/java/pom.xml"));
        String version = "<artifactId>clmem</artifactId>\n  <version>" + BuildVersion.VERSION + "</version>";
        assertTrue(project.contains(version));
    }
}
