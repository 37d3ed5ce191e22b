package io.clmem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
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
        Files.setPosixFilePermissions(cache, PosixFilePermissions.fromString("rwxrwxrwx"));
        assertThrows(UncheckedIOException.class, () -> NativeLibrary.unpacked(LOADER, cache));
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
