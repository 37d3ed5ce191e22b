package io.clmem;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Loads the native libraries from the folder in {@code clmem.library.path}, or from the natives jar of this platform.
 *
 * <p>A library in a jar must be unpacked before it can be loaded. This happens once for each build, into a folder that
 * only this user can write to. The folder's name holds the digest of its content, it appears complete by a single
 * rename, and its files are compared with the jar's before they are loaded.
 */
final class NativeLibrary {
    private static final String LIBRARY = "libclmem_java.so";
    private static final int OTHERS_WRITE = 0022;
    private static final int ALL_WRITE = 0002;
    private static final int STICKY = 01000;
    private static final List<String> PUBLISHED = List.of("linux-x86_64", "linux-aarch64");

    private NativeLibrary() {}

    /** Loads the native libraries, or throws an error that says what was tried. */
    static void load() {
        String folder = System.getProperty("clmem.library.path");
        Path found = folder != null ? Path.of(folder) : unpacked(
                NativeLibrary.class.getClassLoader(), caches(System::getProperty, System::getenv, user()));
        load(found.resolve(LIBRARY).toAbsolutePath());
    }

    static void load(Path library) {
        try {
            System.load(library.toString());
        } catch (UnsatisfiedLinkError problem) {
            if (!Files.exists(library)) {
                throw problem;
            }
            throw new UnsatisfiedLinkError(problem.getMessage()
                    + ". clmem's native libraries need Linux with glibc 2.17 or newer; on musl, as in Alpine Linux,"
                    + " build them from clmem's sources and set clmem.library.path to their folder");
        }
    }

    /** The platform's name in the natives jars. */
    static String platform() {
        String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        String machine = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
        String os = system.startsWith("windows") ? "windows" : system.startsWith("mac") ? "macos" : "linux";
        String arch = machine.equals("amd64") ? "x86_64" : machine.equals("arm64") ? "aarch64" : machine;
        return os + "-" + arch;
    }

    /**
     * Where to keep unpacked libraries, best first: {@code clmem.library.cache} alone, or else the user's cache folder.
     * A user in a container may have no home, or one that is not writable; a temporary folder serves then.
     */
    static List<Path> caches(UnaryOperator<String> property, UnaryOperator<String> environment, int user) {
        String named = property.apply("clmem.library.cache");
        if (named != null) {
            return List.of(Path.of(named));
        }
        String base = environment.apply("XDG_CACHE_HOME");
        Path home = Path.of(property.apply("user.home")); // "?" if the system does not know the user
        Path temporary = Path.of(property.apply("java.io.tmpdir"), "clmem-" + user);
        Path own = base == null || !base.startsWith("/") ? home.resolve(".cache") : Path.of(base);
        return own.isAbsolute() ? List.of(own.resolve("clmem"), temporary) : List.of(temporary);
    }

    /** The folder with the unpacked libraries, in the first cache that can hold them. */
    static Path unpacked(ClassLoader loader, List<Path> caches) {
        UncheckedIOException refused = null;
        for (Path cache : caches) {
            try {
                return unpacked(loader, cache);
            } catch (UncheckedIOException problem) {
                if (refused != null) {
                    problem.addSuppressed(refused);
                }
                refused = problem;
            }
        }
        throw refused;
    }

    /** The folder with the unpacked libraries; unpacks them if necessary. */
    static Path unpacked(ClassLoader loader, Path cache) {
        String root = "io/clmem/natives/" + platform() + "/";
        try {
            Map<String, byte[]> files = read(loader, root);
            Files.createDirectories(cache, owners());
            requirePrivate(cache);
            Path folder = cache.resolve(BuildVersion.VERSION + "-" + digest(files));
            if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
                unpack(files, cache, folder);
            }
            requireSame(files, folder);
            return folder;
        } catch (IOException problem) {
            throw new UncheckedIOException("cannot unpack clmem's native libraries into " + cache
                    + "; set clmem.library.cache to another folder, or clmem.library.path to one that contains them",
                    problem);
        }
    }

    private static Map<String, byte[]> read(ClassLoader loader, String root) throws IOException {
        Map<String, byte[]> files = new LinkedHashMap<>();
        for (String name : new String(resource(loader, root + "files.txt"), StandardCharsets.UTF_8).split("\n")) {
            files.put(name, resource(loader, root + name));
        }
        return files;
    }

    private static byte[] resource(ClassLoader loader, String name) throws IOException {
        try (InputStream stream = loader.getResourceAsStream(name)) {
            if (stream == null) {
                throw new UnsatisfiedLinkError(missing(platform()) + " (not found: " + name + ")");
            }
            return stream.readAllBytes();
        }
    }

    /** The error message if the class path has no libraries for a platform. */
    static String missing(String platform) {
        if (PUBLISHED.contains(platform)) {
            return "expected clmem's native libraries for " + platform
                    + " on the class path: add the artifact with the classifier natives-" + platform
                    + ", and on the module path --add-modules io.clmem.natives." + platform.replace('-', '.')
                    + "; or set clmem.library.path to their folder";
        }
        return platform.startsWith("linux-")
                ? "clmem's native libraries are published for " + String.join(" and ", PUBLISHED) + ", not for "
                        + platform + "; build them from clmem's sources and set clmem.library.path to their folder"
                : "clmem runs on Linux, not on " + platform;
    }

    private static String digest(Map<String, byte[]> files) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            files.forEach((name, bytes) -> {
                digest.update((name + "\n" + bytes.length + "\n").getBytes(StandardCharsets.UTF_8));
                digest.update(bytes);
            });
            return HexFormat.of().formatHex(digest.digest(), 0, 8);
        } catch (NoSuchAlgorithmException impossible) {
            throw new AssertionError("every Java has SHA-256", impossible);
        }
    }

    /** Writes all files into a new folder, then renames it. If another process was first, its folder is used. */
    private static void unpack(Map<String, byte[]> files, Path cache, Path folder) throws IOException {
        Path making = Files.createTempDirectory(cache, ".unpacking-", owners());
        try {
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                Files.write(making.resolve(file.getKey()), file.getValue());
            }
            Files.move(making, folder, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException problem) {
            remove(making);
            if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
                throw problem;
            }
        }
    }

    private static void remove(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }

    private static java.nio.file.attribute.FileAttribute<Set<PosixFilePermission>> owners() {
        return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    }

    /** The id of this process's user, who need not have a name. */
    static int user() {
        try {
            return (int) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
        } catch (IOException problem) {
            throw new UncheckedIOException("cannot find out the process's user: /proc is not mounted", problem);
        }
    }

    /**
     * Requires a folder, not a link, that belongs to this user or root and that no other user can write to: what is
     * loaded from it runs as this user.
     */
    private static void requirePrivate(Path folder) throws IOException {
        Map<String, Object> is = Files.readAttributes(folder, "unix:uid,mode,isDirectory", LinkOption.NOFOLLOW_LINKS);
        int owner = (int) is.get("uid");
        boolean isOwn = owner == 0 || owner == user();
        if (!(boolean) is.get("isDirectory") || ((int) is.get("mode") & OTHERS_WRITE) != 0 || !isOwn) {
            throw new IOException(folder + " must be a folder that belongs to user " + user()
                    + " or root and that only its owner can write to; remove it, or set clmem.library.cache to another"
                    + " folder");
        }
        requireSafe(folder.toRealPath().getParent());
    }

    /** Requires that no other user can replace the folder: a parent that all can write to must have the sticky bit. */
    private static void requireSafe(Path above) throws IOException {
        for (Path each = above; each != null; each = each.getParent()) {
            int mode = (int) Files.getAttribute(each, "unix:mode");
            if ((mode & ALL_WRITE) != 0 && (mode & STICKY) == 0) {
                throw new IOException("every user can write to " + each
                        + "; set clmem.library.cache to a folder elsewhere");
            }
        }
    }

    private static void requireSame(Map<String, byte[]> files, Path folder) throws IOException {
        requirePrivate(folder);
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
            Path path = folder.resolve(file.getKey());
            boolean isFile = Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS);
            if (!isFile || !java.util.Arrays.equals(Files.readAllBytes(path), file.getValue())) {
                throw new IOException(path + " differs from the file in the jar; remove the folder " + folder);
            }
        }
    }
}
