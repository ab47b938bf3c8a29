package dev.lintel.tools.box;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpRequest;
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
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The class path of the boxes that tests start. For the cache the class folders are packed into jars, and the JVM
/// makes the start-up cache from a box that starts and does what many tests ask of it. A start then takes half the
/// processor time, and so does the first request. All test processes share the files. A run of many classes makes the
/// cache before its first box. In a run of few, the first starts of a test process use the class folders.
///
/// The cache comes with a data folder of a box that has been started once. Its copy saves the first start of a test
/// what only a new data folder needs, such as tables, keys and a hashed password: 0.5 s of processor time.
final class StartCache {
    /// Starts from the class folders. One test that runs alone starts fewer boxes than the cache is worth.
    private static final int PLAIN_STARTS = 3;

    /// A run of so many classes starts enough boxes. The test loop says how many a run has.
    private static final int MANY_CLASSES = 50;

    private static final boolean IS_MANY = Integer.getInteger("lintel.test.classes", 1) >= MANY_CLASSES;

    private static final long TRAINING_S_MAX = 120; // 10 s where nothing else runs

    private static final Path FOLDER = Path.of("target/start-cache").toAbsolutePath();

    private static final Path LOCK = FOLDER.resolve("lock");

    private static int starts; // guarded by the class
    private static @Nullable String key; // see [#key]; guarded by the class
    private static @Nullable Made made; // guarded by the class

    /// A cache that is there.
    ///
    /// @param options of a start that uses it
    /// @param data the data folder of a box that has been started once
    private record Made(List<String> options, Path data) {}

    private StartCache() {}

    /// The options that name the classes of the next start.
    static synchronized List<String> options() {
        if (!IS_MANY && !isMade() && starts++ < PLAIN_STARTS)
            return List.of("-cp", System.getProperty("java.class.path"));
        return cached();
    }

    /// The options of a start with the cache, which is made where there is none.
    static synchronized List<String> cached() {
        return made().options;
    }

    /// Makes `data` a copy of the data folder that the cache comes with, unless it exists. Without a cache in a run of
    /// few classes `data` is not made: the box makes a new one.
    static synchronized void prepare(Path data) {
        if (Files.exists(data) || !(IS_MANY || isMade())) return;
        try {
            copy(made().data, data);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isMade() {
        if (made != null) return true;
        try {
            return Files.exists(prepared(FOLDER.resolve(key())));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Made made() {
        Made known = made;
        if (known != null) return known;
        try {
            Path folder = FOLDER.resolve(key());
            // A cache that fits in part only warns; StartCacheTest proves that this one fits.
            var options = new ArrayList<>(List.of("-XX:AOTCache=" + cache(folder), "-Xlog:disable", "-Xlog:all=off"));
            options.addAll(List.of("-cp", jars(folder)));
            make(folder, options);
            known = new Made(List.copyOf(options), prepared(folder));
            made = known;
            return known;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path cache(Path folder) {
        return folder.resolve("lintel.aot");
    }

    private static Path prepared(Path folder) {
        return folder.resolve("prepared");
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

    private static void make(Path folder, List<String> options) throws IOException {
        Files.createDirectories(FOLDER);
        try (var channel = FileChannel.open(LOCK, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                var _ = channel.lock()) {
            if (Files.exists(prepared(folder))) return;
            deleteOld();
            Files.createDirectories(folder);
            List<Path> entries = classpath();
            for (int i = 0; i < entries.size(); i++) {
                if (Files.isDirectory(entries.get(i))) pack(entries.get(i), jarOf(folder, i));
            }
            train(folder);
            Path half = folder.resolve("prepared.half");
            start(half, options).close();
            Files.move(half, prepared(folder), StandardCopyOption.ATOMIC_MOVE); // last: it says that all is there
        }
    }

    private static void deleteOld() throws IOException {
        try (Stream<Path> all = Files.walk(FOLDER)) {
            List<Path> old = all.filter(path -> !path.equals(FOLDER) && !path.equals(LOCK))
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

    private static Box start(Path data, List<String> options) {
        var command = new ArrayList<>(Box.jvm());
        command.addAll(options);
        command.addAll(List.of(Box.MAIN, "run", "--data", data.toString(), "--https-port", "0", "--http-port", "0"));
        return Box.start(command, Map.of(), _ -> data);
    }

    /// Starts a box, has it do what many tests ask of it, stops it, and waits until its JVM has written the cache.
    private static void train(Path folder) throws IOException {
        Path cache = cache(folder);
        var options = List.of("-XX:AOTCacheOutput=" + cache, "-cp", jars(folder));
        try (Box box = start(folder.resolve("training"), options)) {
            exercise(box, folder.resolve("people.csv"));
            box.stop(TRAINING_S_MAX);
        }
        assertThat(cache).as("the start-up cache").isNotEmptyFile();
    }

    private static void exercise(Box box, Path people) throws IOException {
        Files.writeString(people, "first_name,last_name,card\nAda,Training,77\n");
        BoxApi api = box.api();
        for (String words : List.of("people import " + people, "present --channel 1 --card 77 --json", "doctor")) {
            box.lintel(words);
        }
        String person = "/api/3/people/1";
        for (String path : List.of("/health", "/api/3/events?n=1&level=debug", "/api/3/people?per_page=1", person)) {
            assertThat(api.get(path).statusCode()).as(path).isEqualTo(200);
        }
        send(api, box, "POST", "/api/3/people", "{\"first_name\":\"Bo\",\"last_name\":\"Training\"}");
        send(api, box, "PUT", person, "{\"last_name\":\"Training\"}");
        send(api, box, "POST", person + "/credentials", "{\"credential_type_id\":1,\"value\":\"78\"}");
        send(api, box, "POST", "/api/3/channels/1/admit", "{}");
        BoxOAuth desk = BoxOAuth.register(box);
        desk.renew(desk.connect());
    }

    private static void send(BoxApi api, Box box, String method, String path, String body) {
        int status = api.send(HttpRequest.newBuilder(URI.create(box.url() + path))
                        .header("Content-Type", "application/json")
                        .method(method, HttpRequest.BodyPublishers.ofString(body)))
                .statusCode();
        assertThat(status).as(path).isBetween(200, 299);
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> all = Files.walk(from)) {
            for (Path path : (Iterable<Path>) all::iterator) {
                Files.copy(path, to.resolve(from.relativize(path)), StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
    }

    /// Names the state of all classes: the JVM, and each file of the class path with its size and time.
    private static String key() throws IOException {
        String known = key;
        if (known == null) {
            known = computeKey();
            key = known;
        }
        return known;
    }

    private static String computeKey() throws IOException {
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
