package dev.lintel.controller.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.WholeLintel;
import dev.lintel.controller.tls.ClientTrust;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `/.well-known/security.txt` of a whole box, by RFC 9116.
class SecurityTxtTest {
    @TempDir
    Path folder;

    private @Nullable WholeLintel box;

    @AfterEach
    void end() {
        if (box != null) box.close();
    }

    private WholeLintel start(String yaml) throws IOException {
        var started = new WholeLintel(folder);
        box = started;
        started.config = Files.writeString(
                folder.resolve("controller.yaml"), "listen: {address: 127.0.0.1}\nhardware: simulated\n" + yaml);
        started.start();
        return started;
    }

    private static HttpResponse<String> get(WholeLintel box) throws Exception {
        try (var http = HttpClient.newBuilder()
                .sslContext(ClientTrust.in(box.data.resolve("tls/ca.crt")))
                .build()) {
            URI url = URI.create("https://localhost:" + box.port() + "/.well-known/security.txt");
            return http.send(HttpRequest.newBuilder(url).build(), HttpResponse.BodyHandlers.ofString());
        }
    }

    @Test
    void boxWithoutContact_hasNoSuchFile() throws Exception {
        assertThat(get(start("")).statusCode()).isEqualTo(404);
    }

    @Test
    void contactOfTheConfiguration_isInTheFile() throws Exception {
        WholeLintel box = start("security_contact: https://example.com/security\n");
        HttpResponse<String> answer = get(box);
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type")).contains("text/plain; charset=utf-8");
        List<String> lines = List.of(answer.body().split("\r\n", -1));
        assertThat(lines)
                .hasSize(5)
                .contains("Contact: https://example.com/security", "Preferred-Languages: en")
                .contains("Canonical: https://localhost:" + box.port() + "/.well-known/security.txt")
                .endsWith("");
        Instant expires = Instant.parse(lines.get(1).replace("Expires: ", ""));
        assertThat(expires)
                .isBetween(
                        box.time.now().plus(Duration.ofDays(89)), box.time.now().plus(Duration.ofDays(90)));
    }
}
