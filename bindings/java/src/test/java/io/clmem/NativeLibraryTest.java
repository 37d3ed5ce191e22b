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

/** How natives come out of their jar, and what keeps others from putting theirs in between. */
class NativeLibraryTest {
    private static final ClassLoader LOADER = NativeLibraryTest.class.getClassLoader();

    @TempDir
    Path folder;

    @Test
    void theyAreUnpackedOnce() throws Exception {
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
    void manyAtOnceEndWithOneFolder() throws Exception {
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
    void aLinkIsRefused() throws Exception {
        Path elsewhere = NativeLibrary.unpacked(LOADER, folder.resolve("elsewhere"));
        Path cache = Files.createDirectory(folder.resolve("cache"));
        Files.createSymbolicLink(cache.resolve(elsewhere.getFileName()), elsewhere);
        assertThrows(UncheckedIOException.class, () -> NativeLibrary.unpacked(LOADER, cache));
        Path link = Files.createSymbolicLink(folder.resolve("link"), folder.resolve("elsewhere"));
        assertThrows(UncheckedIOException.class, () -> NativeLibrary.unpacked(LOADER, link));
    }

    @Test
    void aFolderThatOthersWriteToIsRefused() throws Exception {
        Path cache = Files.createDirectory(folder.resolve("cache"));
        for (String permissions : List.of("rwxrwxrwx", "rwxrwx---")) {
            Files.setPosixFilePermissions(cache, PosixFilePermissions.fromString(permissions));
            assertThrows(UncheckedIOException.class, () -> NativeLibrary.unpacked(LOADER, cache), permissions);
        }
    }

    @Test
    void aFolderInAnOpenOneIsRefused() throws Exception {
        Path open = Files.createDirectory(folder.resolve("open"));
        Path cache = Files.createDirectory(open.resolve("cache"), PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
        UncheckedIOException refused = assertThrows(UncheckedIOException.class, () -> NativeLibrary.unpacked(LOADER, cache));
        assertTrue(refused.getCause().getMessage().contains("everybody may write"), refused.getCause().getMessage());
        Files.setAttribute(open, "unix:mode", 01777); // as the folder for temporary files has it
        NativeLibrary.unpacked(LOADER, cache);
    }

    @Test
    void aFolderOfAnotherUserIsRefused() throws Exception {
        assumeTrue(NativeLibrary.user() == 0, "only root can give files away");
        Path cache = Files.createDirectory(folder.resolve("cache"));
        Files.setAttribute(cache, "unix:uid", 54321);
        assertThrows(UncheckedIOException.class, () -> NativeLibrary.unpacked(LOADER, cache));
    }

    @Test
    void whereNativesAreKept() {
        Map<String, String> properties = new HashMap<>(Map.of("user.home", "/home/u", "java.io.tmpdir", "/tmp"));
        Map<String, String> environment = new HashMap<>();
        Supplier<List<String>> caches = () -> NativeLibrary.caches(properties::get, environment::get, 7).stream().map(Path::toString).toList();
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
    void theNextPlaceIsTakenWhereOneCannotBeWrittenTo() throws Exception {
        Path file = Files.createFile(folder.resolve("file"));
        Path second = folder.resolve("second");
        assertEquals(second, NativeLibrary.unpacked(LOADER, List.of(file.resolve("cache"), second)).getParent());
        assertThrows(UncheckedIOException.class, () -> NativeLibrary.unpacked(LOADER, List.of(file.resolve("cache"), file.resolve("other"))));
    }

    /** As in a container that is started for a number: no entry in the system's list of users, no home. */
    @Test
    void aUserWithoutANameLoadsThem() throws Exception {
        assumeTrue(NativeLibrary.user() == 0, "only root can become another user");
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path here = Files.createDirectory(folder.resolve("here"));
        Path temporary = Files.createDirectory(folder.resolve("temporary"));
        for (Path each : List.of(here, temporary)) {
            Files.setAttribute(each, "unix:mode", 01777);
        }
        String path = copied(Clmem.class) + File.pathSeparator + copied(Main.class) + File.pathSeparator + copied(Path.of(System.getProperty("clmem.natives")));
        ProcessBuilder process = new ProcessBuilder(
                "setpriv", "--reuid=54321", "--regid=54321", "--clear-groups",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djava.io.tmpdir=" + temporary, "-cp", path, Main.class.getName());
        process.environment().keySet().removeAll(List.of("HOME", "XDG_CACHE_HOME"));
        Process run = process.directory(here.toFile()).redirectErrorStream(true).start();
        String said = new String(run.getInputStream().readAllBytes());
        assertTrue(run.waitFor(1, TimeUnit.MINUTES));
        assertEquals(0, run.exitValue(), said);
        assertTrue(Files.isDirectory(temporary.resolve("clmem-54321")));
        try (Stream<Path> left = Files.list(here)) {
            assertEquals(List.of(), left.toList());
        }
    }

    private Path copied(Class<?> type) throws Exception {
        return copied(Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()));
    }

    /** A copy of a folder that any user can read, wherever the tree lies. */
    private Path copied(Path from) throws Exception {
        Path to = Files.createTempDirectory(folder, "copy");
        Process copy = new ProcessBuilder("sh", "-c", "cp -R \"$1/.\" \"$2\" && chmod -R a+rX \"$2\"", "sh", from.toString(), to.toString()).start();
        assertEquals(0, copy.waitFor());
        return to;
    }

    @Test
    void aFileThatWasChangedIsRefused() throws Exception {
        Path cache = folder.resolve("cache");
        Path unpacked = NativeLibrary.unpacked(LOADER, cache);
        Files.write(unpacked.resolve("libclmem_java.so"), new byte[] {0});
        UncheckedIOException refused = assertThrows(UncheckedIOException.class, () -> NativeLibrary.unpacked(LOADER, cache));
        assertTrue(refused.getCause().getMessage().contains("is not what the jar has"));
        Path file = unpacked.resolve("libclmem_java.so");
        Files.delete(file);
        Path same = NativeLibrary.unpacked(LOADER, folder.resolve("elsewhere")).resolve("libclmem_java.so");
        Files.createSymbolicLink(file, same);
        assertThrows(UncheckedIOException.class, () -> NativeLibrary.unpacked(LOADER, cache));
    }

    @Test
    void withoutNativesItSaysWhatToAdd() throws Exception {
        try (URLClassLoader none = new URLClassLoader(new URL[0], null)) {
            UnsatisfiedLinkError error =
                    assertThrows(UnsatisfiedLinkError.class, () -> NativeLibrary.unpacked(none, folder.resolve("cache")));
            assertTrue(error.getMessage().contains("natives-" + NativeLibrary.platform()), error.getMessage());
        }
        assertFalse(Files.exists(folder.resolve("cache")));
    }

    @Test
    void elsewhereItRecommendsOnlyWhatExists() {
        for (String platform : List.of("linux-x86_64", "linux-aarch64")) {
            assertTrue(NativeLibrary.missing(platform).contains("classifier natives-" + platform));
        }
        for (String platform : List.of("windows-x86_64", "macos-aarch64", "linux-riscv64")) {
            String message = NativeLibrary.missing(platform);
            assertTrue(message.contains(platform), message);
            assertFalse(message.contains("classifier"), message);
        }
        assertTrue(NativeLibrary.missing("macos-aarch64").startsWith("clmem runs on Linux"));
    }

    @Test
    void nativesThatCannotBeLoadedTellWhatTheyNeed() throws Exception {
        Path library = Files.write(folder.resolve("libclmem_java.so"), new byte[] {0});
        UnsatisfiedLinkError error = assertThrows(UnsatisfiedLinkError.class, () -> NativeLibrary.load(library));
        assertTrue(error.getMessage().contains(library.toString()), error.getMessage());
        assertTrue(error.getMessage().contains("glibc 2.17"), error.getMessage());
    }

    @Test
    void theOverrideIsTaken() throws Exception {
        Path natives = Path.of(System.getProperty("clmem.natives"), "io/clmem/natives", NativeLibrary.platform());
        assertEquals(0, version("-Dclmem.library.path=" + natives));
        assertNotEquals(0, version("-Dclmem.library.path=/nowhere"));
    }

    private static int version(String option) throws Exception {
        Process process = JavaProcess.with(List.of(option), Main.class.getName()).redirectErrorStream(true).start();
        process.getInputStream().readAllBytes();
        assertTrue(process.waitFor(1, TimeUnit.MINUTES));
        return process.exitValue();
    }

    /** Loads the natives. */
    static final class Main {
        public static void main(String[] arguments) {
            System.out.println(Clmem.version());
        }
    }

    /** The version stands in Maven's project, too. */
    @Test
    void theProjectsVersionIsTheLibrarys() throws Exception {
        String project = Files.readString(Json.ROOT.resolve("bindings/java/pom.xml"));
        assertTrue(project.contains("<artifactId>clmem</artifactId>\n  <version>" + BuildVersion.VERSION + "</version>"));
    }
}
