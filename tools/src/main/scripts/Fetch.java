import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.HexFormat;

/// Downloads one file and checks its SHA-512, for the launcher: `java Fetch.java URL FILE SHA512`. A JDK is all that is
/// installed then. Exits with 1 and one line when the file cannot be had or is another one.
class Fetch {
    private static final Duration TIMEOUT = Duration.ofMinutes(5);

    public static void main(String[] arguments) throws Exception {
        URI url = URI.create(arguments[0]);
        Path file = Path.of(arguments[1]);
        Path part = Path.of(arguments[1] + ".part");
        try (var client = HttpClient.newBuilder()
                .followRedirects(HttpClient.Redirect.NORMAL)
                .connectTimeout(Duration.ofSeconds(30))
                .build()) {
            var response =
                    client.send(HttpRequest.newBuilder(url).timeout(TIMEOUT).build(), BodyHandlers.ofFile(part));
            if (response.statusCode() != 200) throw new IOException("the server answers " + response.statusCode());
            String sum = HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-512").digest(Files.readAllBytes(part)));
            if (!sum.equals(arguments[2])) throw new IOException("its SHA-512 is " + sum);
            Files.move(part, file, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            Files.deleteIfExists(part);
            String why = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
            System.err.println("lintel: " + url + " could not be downloaded: " + why);
            System.exit(1);
        }
    }
}
