package dev.lintel.tools.box;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The class path of the boxes that tests start. The first starts of a test process use the class folders. After
/// them, the folders are packed into jars and the JVM's start-up cache is made of a box that starts: that takes 7 s of
/// processor time, and each start takes 1.2 s of it instead of 2.4 s. All test processes share the files.
final class StartCache {
    /// Starts from the class folders. One test that runs alone starts fewer boxes than the cache is worth.
    private static final int PLAIN_STARTS = 3;

    private static final long TRAINING_S_MAX = 120; // 10 s where nothing else runs

    private static final Path FOLDER = Path.of("target/start-cache").toAbsolutePath();

    private static final Path LOCK = FOLDER.resolve("lock");

    private static int starts; // guarded by the class
    private static @Nullable List<String> made; // the options, once the cache is there; guarded by the class

    private StartCache() {}

    /// The options that name the classes of the next start.
    static synchronized List<String> options() {
        if (made == null && starts++ < PLAIN_STARTS) return List.of("-cp", System.getProperty("java.class.path"));
        return cached();
    }

    /// The options of a start with the cache, which is made where there is none.
    static synchronized List<String> cached() {
        List<String> known = made;
        if (known != null) return known;
        try {
            Path folder = FOLDER.resolve(key());
            Path cache = folder.resolve("lintel.aot");
            List<String> classes = List.of("-cp", jars(folder));
            make(folder, cache, classes);
            // A cache that fits in part only warns; StartCacheTest proves that this one fits.
            var options = new ArrayList<>(List.of("-XX:AOTCache=" + cache, "-Xlog:disable", "-Xlog:all=off"));
            options.addAll(classes);
            made = List.copyOf(options);
            return made;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Path> classpath() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .map(Path::of)
                .filter(Files::exists)
                .toList();
    }

    /// The class path with a jar in place of each folder.
    private static String jars(Path folder) {
        var entries = new ArrayList<String>();
        for (Path entry : classpath()) {
            entries.add((Files.isDirectory(entry) ? jarOf(folder, entries.size()) : entry).toString());
        }
        return String.join(File.pathSeparator, entries);
    }

    private static Path jarOf(Path folder, int index) {
        return folder.resolve("classes-" + index + ".jar");
    }

    private static void make(Path folder, Path cache, List<String> classes) throws IOException {
        Files.createDirectories(FOLDER);
        try (var channel = FileChannel.open(LOCK, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                var _ = channel.lock()) {
            if (Files.exists(cache)) return;
            deleteOld(folder);
            Files.createDirectories(folder);
            List<Path> entries = classpath();
            for (int i = 0; i < entries.size(); i++) {
                if (Files.isDirectory(entries.get(i))) pack(entries.get(i), jarOf(folder, i));
            }
            Path half = folder.resolve("lintel.aot.half");
            train(folder, half, classes);
            Files.move(half, cache, StandardCopyOption.ATOMIC_MOVE);
        }
    }

    private static void deleteOld(Path current) throws IOException {
        try (Stream<Path> all = Files.walk(FOLDER)) {
            List<Path> old = all.filter(path -> !path.startsWith(current) && !path.equals(FOLDER))
                    .filter(path -> !path.equals(LOCK))
                    .sorted(Comparator.reverseOrder())
                    .toList();
            for (Path path : old) Files.delete(path);
        }
    }

    private static void pack(Path classes, Path jar) {
        int exit = ToolProvider.findFirst("jar")
                .orElseThrow()
                .run(
                        System.out,
                        System.err,
                        "--create",
                        "--no-compress",
                        "-f",
                        jar.toString(),
                        "-C",
                        "" + classes,
                        ".");
        assertThat(exit).as("jar of %s", classes).isZero();
    }

    /// Starts a box, stops it when it is ready, and waits until its JVM has written the cache.
    private static void train(Path folder, Path cache, List<String> classes) throws IOException {
        Path data = folder.resolve("training");
        var command = new ArrayList<>(Box.jvm());
        command.add("-XX:AOTCacheOutput=" + cache);
        command.addAll(classes);
        command.addAll(List.of(Box.MAIN, "run", "--data", data.toString(), "--https-port", "0", "--http-port", "0"));
        Path output = folder.resolve("training.log");
        Process process = Box.builder(command, Map.of()).start();
        var said = new StringBuilder();
        try (BufferedReader reader = process.inputReader()) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                said.append(line).append('\n');
                if (line.startsWith(Box.LAST_LINE)) process.toHandle().destroy(); // the reader goes on
            }
            assertThat(process.waitFor(TRAINING_S_MAX, TimeUnit.SECONDS))
                    .as("the box ends and its start-up cache is written; it said\n%s", said)
                    .isTrue();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            throw new IllegalStateException(e);
        }
        Files.writeString(output, said);
        assertThat(cache).as("the start-up cache; %s", said).isNotEmptyFile();
    }

    /// Names the state of all classes: the JVM, and each file of the class path with its size and time.
    private static String key() throws IOException {
        var text = new StringBuilder(Runtime.version().toString());
        for (Path entry : classpath()) {
            try (Stream<Path> files = Files.walk(entry)) {
                for (Path file :
                        (Iterable<Path>) files.filter(Files::isRegularFile).sorted()::iterator) {
                    text.append('\n').append(file).append(' ').append(Files.size(file));
                    text.append(' ').append(Files.getLastModifiedTime(file).toMillis());
                }
            }
        }
        try {
            byte[] hash =
                    MessageDigest.getInstance("SHA-256").digest(text.toString().getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, 8);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // every Java has it
        }
    }
}
