package dev.lintel.tools.loop;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Downloads one file and checks its SHA-512: `java Fetch.java URL FILE SHA512`. The launcher runs this source as it
/// is, before Maven and the rest of the loop are there. Exits with 1 and prints why when the file cannot be downloaded,
/// or when its sum differs.
final class Fetch {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(30);
    /// For all of the file, which is 9 MB.
    private static final Duration TIMEOUT = Duration.ofMinutes(5);
    private static final int OK = 200;

    private Fetch() {}

    public static void main(String[] arguments) {
        try {
            fetch(URI.create(arguments[0]), Path.of(arguments[1]), arguments[2], TIMEOUT);
        } catch (IOException e) {
            System.out.println("lintel: " + arguments[0] + " could not be downloaded: " + e);
            System.exit(1);
        } catch (InterruptedException e) {
            System.exit(1);
        }
    }

    static void fetch(URI url, Path file, String sha512, Duration timeout) throws IOException, InterruptedException {
        Path part = file.resolveSibling(file.getFileName() + ".part");
        try (var client = HttpClient.newBuilder()
                .followRedirects(HttpClient.Redirect.NORMAL)
                .connectTimeout(CONNECT_TIMEOUT)
                .build()) {
            int status = status(client, url, part, timeout);
            if (status != OK) throw new IOException("the server answered with status " + status);
            String sum = sha512(part);
            if (!sum.equals(sha512)) throw new IOException("its SHA-512 is " + sum + ", not " + sha512);
            Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    /// The timeout of a request ends with the head of its answer; this one includes the body.
    private static int status(HttpClient client, URI url, Path part, Duration timeout)
            throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(url).build();
        var answer = client.sendAsync(request, BodyHandlers.ofFile(part));
        try {
            return answer.get(timeout.toMillis(), TimeUnit.MILLISECONDS).statusCode();
        } catch (TimeoutException e) {
            client.shutdownNow();
            throw new IOException("it did not arrive within " + timeout.toSeconds() + " s", e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException cause ? cause : new IOException(e.getCause());
        }
    }

    private static String sha512(Path file) throws IOException {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-512").digest(Files.readAllBytes(file)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
