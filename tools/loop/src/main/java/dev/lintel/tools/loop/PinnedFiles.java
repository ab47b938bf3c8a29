package dev.lintel.tools.loop;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.channels.UnresolvedAddressException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;

/// The files that the build takes from Maven Central, each with its SHA-256: `dependencies.sha256`, as `sha256sum`
/// writes it. Maven works without a network on a repository that this class fills, so that nothing runs or is compiled
/// against before its sum was compared. The launcher runs this source as it is, before Maven and the rest of the loop
/// are there:
///
/// ```
///   java PinnedFiles.java check LIST REPOSITORY OTHER URL TERMINAL      java PinnedFiles.java write LIST REPOSITORY
/// ```
///
/// `OTHER` is a repository whose files are taken where their sums fit, before anything is downloaded. `TERMINAL` is
/// `yes` where a line of progress may be overwritten. Exits with 1 and prints a sentence for each file that is wrong;
/// with 3 and one sentence where a file cannot be downloaded.
final class PinnedFiles {
    /// At the same time: the files are small, and more would not be faster.
    private static final int DOWNLOADS_MAX = 12;

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(15);
    /// For one file, the largest of which has 15 MB.
    private static final Duration TIMEOUT = Duration.ofMinutes(3);

    /// So many wrong files are named: more have one cause.
    private static final int NAMED_MAX = 10;

    /// Of one file, a second and then two apart: 700 files are enough for one to meet a connection that ends.
    private static final int TRIES_MAX = 3;

    /// Between two lines of progress; on a terminal, where a line is overwritten.
    private static final long PROGRESS_NS = TimeUnit.SECONDS.toNanos(5);

    private static final long TICK_NS = TimeUnit.MILLISECONDS.toNanos(200);

    /// Exit codes: a server cannot be reached; a file is there that the list does not name, or has another sum. For all
    /// other errors 1.
    private static final int UNREACHABLE = 3;

    private static final int DIFFERS = 4;
    private static final int OK = 200;
    private static final int TOO_MANY = 429;
    private static final int SERVER_FAULT = 500;
    private static final int PIECE_BYTES = 64 * 1024;

    private static final Pattern LINE = Pattern.compile("([0-9a-f]{64})  ([A-Za-z0-9_+~][A-Za-z0-9._+~/-]*)");
    private static final Pattern LEADS_OUT = Pattern.compile("(^|.*/)[.]{1,2}(/.*|$)");

    private final Path list;
    private final Path repository;
    private final boolean terminal;
    private final AtomicInteger placed = new AtomicInteger();

    /// Why the first download failed for good: every file is needed, so the others are not tried. Empty: none has.
    private final AtomicBoolean differs = new AtomicBoolean();
    private final AtomicReference<String> unreachable = new AtomicReference<>("");

    private long shownNs; // guarded by this object

    /// @param terminal whether a line of progress may be overwritten
    PinnedFiles(Path list, Path repository, boolean terminal) {
        this.list = list;
        this.repository = repository;
        this.terminal = terminal;
    }

    public static void main(String[] arguments) {
        try {
            boolean terminal = arguments[arguments.length - 1].equals("yes");
            var files = new PinnedFiles(Path.of(arguments[1]), Path.of(arguments[2]), terminal);
            if (arguments[0].equals("write")) {
                System.out.println(files.write());
                return;
            }
            int removed = files.removeOthers();
            if (removed > 0) {
                System.out.println("Removed " + removed + " files that " + files.list.getFileName()
                        + " does not list from " + files.repository);
            }
            List<String> wrong = files.check(Path.of(arguments[3]), URI.create(arguments[4]));
            wrong.stream().limit(NAMED_MAX).forEach(sentence -> System.out.println("lintel: " + sentence));
            if (wrong.size() > NAMED_MAX) System.out.println("lintel: and " + (wrong.size() - NAMED_MAX) + " more");
            if (files.differs.get()) System.exit(DIFFERS);
            if (!files.unreachable.get().isEmpty()) System.exit(UNREACHABLE);
            if (!wrong.isEmpty()) System.exit(1);
        } catch (IOException | UncheckedIOException e) {
            System.out.println("lintel: the libraries of the build cannot be checked: " + e.getMessage());
            System.exit(1);
        } catch (InterruptedException e) {
            System.exit(1);
        }
    }

    /// Removes what the list does not name: libraries of another commit, as after a change of branch. Returns how many
    /// files.
    int removeOthers() throws IOException {
        Map<String, String> sums = read();
        int removed = 0;
        for (String path : present()) {
            if (sums.containsKey(path)) continue;
            Files.delete(repository.resolve(path));
            removed++;
        }
        return removed;
    }

    /// Fills the repository with what the list names and compares every file that is there.
    ///
    /// @param other a repository that is looked into first
    /// @param url where the rest is downloaded from
    /// @return a sentence for each file that is wrong, and one where a file cannot be downloaded; none: all are as
    ///     listed
    List<String> check(Path other, URI url) throws IOException, InterruptedException {
        Map<String, String> sums = read();
        var wrong = new ArrayList<String>();
        unreachable.set("");
        placed.set(0);
        shownNs = System.nanoTime();
        for (String path : present()) {
            if (!sums.containsKey(path)) {
                differs.set(true);
                wrong.add(
                        path + " is in " + repository + ", and " + list.getFileName() + " does not list it: remove it");
            }
        }
        try (var client = HttpClient.newBuilder()
                        .followRedirects(HttpClient.Redirect.NORMAL)
                        .connectTimeout(CONNECT_TIMEOUT)
                        .build();
                ExecutorService workers = Executors.newFixedThreadPool(
                        DOWNLOADS_MAX, Thread.ofVirtual().name("fetch-", 1).factory())) {
            var work = new ArrayList<Callable<String>>();
            sums.forEach((path, sum) -> work.add(() -> {
                String sentence = unreachable.get().isEmpty() ? place(path, sum, other, url, client) : "";
                showProgress(placed.incrementAndGet(), sums.size());
                return sentence;
            }));
            for (Future<String> done : workers.invokeAll(work)) {
                String sentence = done.resultNow();
                if (!sentence.isEmpty()) wrong.add(sentence);
            }
        }
        if (!unreachable.get().isEmpty()) wrong.add(unreachable.get());
        return List.copyOf(wrong);
    }

    private synchronized void showProgress(int count, int all) {
        long nowNs = System.nanoTime();
        if (nowNs - shownNs < (terminal ? TICK_NS : PROGRESS_NS)
                || !unreachable.get().isEmpty()) return;
        shownNs = nowNs;
        String words = "  fetched " + count + " of " + all + " files";
        if (terminal) System.out.print("\r\u001b[K" + words);
        else System.out.println(words);
    }

    /// Writes the list of what is in the repository. Returns a sentence about it.
    String write() throws IOException {
        Map<String, String> before = Files.exists(list) ? read() : Map.of();
        var sums = new TreeMap<String, String>();
        for (String path : present()) sums.put(path, sha256(repository.resolve(path)));
        var text = new StringBuilder();
        sums.forEach((path, sum) -> text.append(sum).append("  ").append(path).append('\n'));
        Path part = list.resolveSibling(list.getFileName() + ".part");
        Files.writeString(part, text);
        Files.move(part, list, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        long added =
                sums.keySet().stream().filter(path -> !before.containsKey(path)).count();
        long removed =
                before.keySet().stream().filter(path -> !sums.containsKey(path)).count();
        long changed = sums.entrySet().stream()
                .filter(one ->
                        before.containsKey(one.getKey()) && !one.getValue().equals(before.get(one.getKey())))
                .count();
        return list.getFileName() + ": " + sums.size() + " files; " + added + " added, " + removed + " removed, "
                + changed + " with another sum. Look at the difference before you commit it.";
    }

    /// Sums by path, from the list.
    private Map<String, String> read() throws IOException {
        var sums = new TreeMap<String, String>();
        int number = 0;
        for (String line : Files.readAllLines(list)) {
            number++;
            Matcher fields = LINE.matcher(line);
            if (!fields.matches() || LEADS_OUT.matcher(fields.group(2)).matches()) {
                throw new IOException(list + ":" + number + " is not a line as sha256sum writes it");
            }
            if (sums.put(fields.group(2), fields.group(1)) != null) {
                throw new IOException(list + ":" + number + " lists " + fields.group(2) + " again");
            }
        }
        if (sums.isEmpty()) throw new IOException(list + " is empty");
        return sums;
    }

    /// Paths of what Maven could use.
    private List<String> present() throws IOException {
        if (!Files.isDirectory(repository)) return List.of();
        try (Stream<Path> walk = Files.walk(repository)) {
            return walk.filter(Files::isRegularFile)
                    .filter(PinnedFiles::isUsed)
                    .map(file -> repository.relativize(file).toString())
                    .sorted()
                    .toList();
        }
    }

    /// Not Maven's own notes about where files came from.
    private static boolean isUsed(Path file) {
        String name = file.getFileName().toString();
        return name.endsWith(".jar") || name.endsWith(".pom");
    }

    /// Compares or fetches one file; empty when it is as listed, else a sentence.
    private String place(String path, String sum, Path other, URI url, HttpClient client) {
        Path file = repository.resolve(path);
        try {
            if (Files.exists(file)) {
                String found = sha256(file);
                if (found.equals(sum)) return "";
                differs.set(true);
                return file + " was changed: its SHA-256 is " + found + ", and " + list.getFileName() + " lists " + sum
                        + ". Remove it and the next build fetches it again.";
            }
            Files.createDirectories(file.getParent());
            Path same = other.resolve(path);
            if (Files.isRegularFile(same) && sha256(same).equals(sum)) {
                link(same, file);
                return "";
            }
            return download(URI.create(url + "/" + path), file, sum, client);
        } catch (IOException e) {
            return path + " cannot be fetched: " + e;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return path + " was not fetched: interrupted";
        }
    }

    /// On one file system without a copy.
    private static void link(Path same, Path file) throws IOException {
        try {
            Files.createLink(file, same);
        } catch (IOException | UnsupportedOperationException e) {
            Files.copy(same, file);
        }
    }

    /// As [#once]; again where it failed by the network or a busy server.
    private String download(URI url, Path file, String sum, HttpClient client)
            throws IOException, InterruptedException {
        for (int attempt = 1; ; attempt++) {
            try {
                return once(url, file, sum, client);
            } catch (PassingException e) {
                if (!unreachable.get().isEmpty()) return "";
                if (attempt == TRIES_MAX) {
                    unreachable.compareAndSet("", url + " cannot be downloaded: " + e.getMessage());
                    return "";
                }
                TimeUnit.SECONDS.sleep(attempt);
            }
        }
    }

    /// Another try may be better.
    @SuppressWarnings("serial") // never written
    private static final class PassingException extends Exception {
        PassingException(String message) {
            super(message);
        }
    }

    private String once(URI url, Path file, String sum, HttpClient client)
            throws IOException, InterruptedException, PassingException {
        Path part = file.resolveSibling(file.getFileName() + ".part");
        try {
            // The timeout of a request ends with the head of its answer; this one includes the body.
            var answer = client.sendAsync(HttpRequest.newBuilder(url).build(), BodyHandlers.ofFile(part));
            int status = answer.get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS).statusCode();
            String words = "the server answered with status " + status;
            if (status == TOO_MANY || status >= SERVER_FAULT) throw new PassingException(words);
            if (status != OK) return url + " cannot be downloaded: " + words;
            String found = sha256(part);
            if (!found.equals(sum)) {
                differs.set(true);
                return url + " is not the file that " + list.getFileName() + " lists: its SHA-256 is " + found
                        + ", not " + sum + ". It was not kept.";
            }
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
            return "";
        } catch (TimeoutException e) {
            throw new PassingException("it did not arrive within " + TIMEOUT.toSeconds() + " s");
        } catch (ExecutionException e) {
            throw new PassingException(words(e.getCause() == null ? e : e.getCause()));
        } finally {
            Files.deleteIfExists(part);
        }
    }

    /// Some of Java's exceptions for a network that fails have no message, such as that for an unknown host.
    private static String words(Throwable cause) {
        for (Throwable one = cause; one != null; one = one.getCause()) {
            if (one instanceof UnresolvedAddressException) return "the name of the server is not known";
            if (one instanceof HttpConnectTimeoutException)
                return "no connection within " + CONNECT_TIMEOUT.toSeconds() + " s";
            if (one instanceof SSLException) return "TLS failed: " + one.getMessage();
        }
        String message = cause.getMessage();
        return message == null ? "the connection failed (" + cause + ")" : message;
    }

    private static String sha256(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            var digest = MessageDigest.getInstance("SHA-256");
            byte[] piece = new byte[PIECE_BYTES];
            for (int count = in.read(piece); count >= 0; count = in.read(piece)) digest.update(piece, 0, count);
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
