package dev.lintel.controller.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.contract.Spec;
import dev.lintel.controller.http.Method;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.people.TestImages;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Images that the box fetches: `image_remote_url`. The web is two addresses of this machine, of which the box
/// may ask one.
class RemoteImagesTest {
    private static final String PEOPLE = "/api/3/people";
    private static final String ALLOWED = "127.0.0.21";
    private static final String FORBIDDEN = "127.0.0.22";
    private static final byte[] IMAGE = TestImages.jpeg(200, 100);

    @TempDir
    Path folder;

    private ApiBox box;
    private ApiClient client;
    private WebOfImages web;
    private WebOfImages other;
    private long id;

    @BeforeEach
    void start() {
        box = new ApiBox(folder);
        box.reachable.add(InetAddress.ofLiteral(ALLOWED));
        client = box.client();
        web = WebOfImages.at(ALLOWED);
        other = WebOfImages.at(FORBIDDEN);
        other.put("/a.jpg", "HTTP/1.1 200 OK", IMAGE);
        id = client.create(PEOPLE, "{\"first_name\":\"Ada\",\"last_name\":\"Demo\"}");
    }

    @AfterEach
    void stop() {
        web.close();
        other.close();
        box.close();
    }

    private ApiClient.Answer ask(String url) {
        return client.put(PEOPLE + "/" + id, "{\"image_remote_url\":\"" + url + "\"}");
    }

    private String at(String path) {
        return "http://" + ALLOWED + ":" + web.port() + path;
    }

    private @Nullable Object shown() {
        return client.get(PEOPLE + "/" + id).array().getFirst().get("image_url");
    }

    private @Nullable Object fetched(String path) {
        assertThat(ask(at(path)).object()).containsEntry("image_url", null);
        box.images.worker().work();
        return shown();
    }

    private void answers(String path, String head, String body) {
        web.put(path, head, body.getBytes(StandardCharsets.ISO_8859_1));
    }

    @Test
    @Spec({"2.1-19", "2.1-35", "2.1-36"})
    void anImageIsFetchedAndShown() {
        web.put("/a.jpg?x=%20&y", "HTTP/1.1 200 OK\nContent-Type: text/html\nContent-Length: " + IMAGE.length, IMAGE);
        assertThat(fetched("/a.jpg?x=%20&y")).isNotNull();
        assertThat(web.asked()).containsExactly("GET /a.jpg?x=%20&y HTTP/1.1 " + ALLOWED + ":" + web.port());
        assertThat(client.get(PEOPLE + "/" + id + "/image").status()).isEqualTo(200);
    }

    @Test
    void everyWayToSayHowLongABodyIsCounts() {
        web.put("/close", "HTTP/1.0 200 OK", IMAGE);
        web.put("/chunks", "HTTP/1.1 200 OK\nTransfer-Encoding: chunked", chunked(IMAGE));
        web.put("/hint", "HTTP/1.1 103 Early Hints\nLink: </x>\n\nHTTP/1.1 200 OK", IMAGE);
        for (String path : List.of("/close", "/chunks", "/hint"))
            assertThat(fetched(path)).as(path).isNotNull();
        web.put("/short", "HTTP/1.1 200 OK\nContent-Length: " + (IMAGE.length + 1), IMAGE);
        answers("/cut", "HTTP/1.1 200 OK\nTransfer-Encoding: chunked", "ffff\r\nabc");
        Object before = shown();
        for (String path : List.of("/short", "/cut"))
            assertThat(fetched(path)).as(path).isNull(); // tried again
        assertThat(ask("").object()).containsEntry("image_url", null);
        assertThat(before).isNotNull();
    }

    private static byte[] chunked(byte[] body) {
        var chunks = new ByteArrayOutputStream();
        for (int at = 0; at < body.length; at += 100) {
            int length = Math.min(100, body.length - at);
            chunks.writeBytes((Integer.toHexString(length) + ";x=y\r\n").getBytes(StandardCharsets.US_ASCII));
            chunks.write(body, at, length);
            chunks.writeBytes("\r\n".getBytes(StandardCharsets.US_ASCII));
        }
        chunks.writeBytes("0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        return chunks.toByteArray();
    }

    @Test
    void redirectsAreFollowedAsLongAsTheyLeadToWhereItMayAsk() {
        answers("/1", "HTTP/1.1 301 Moved\nLocation: /2", "");
        answers("/2", "HTTP/1.1 307 Moved\nLocation: " + at("/3"), "");
        answers("/3", "HTTP/1.1 302 Found\nLocation: a.jpg", "");
        web.put("/a.jpg", "HTTP/1.1 200 OK", IMAGE);
        Object shown = fetched("/1");
        assertThat(shown).isNotNull();
        String port = ":" + other.port() + "/a.jpg";
        answers("/0", "HTTP/1.1 301 Moved\nLocation: /1", ""); // one more than is followed
        answers("/out", "HTTP/1.1 302 Found\nLocation: http://" + FORBIDDEN + port, "");
        answers("/mapped", "HTTP/1.1 302 Found\nLocation: http://[::ffff:" + FORBIDDEN + "]" + port, "");
        answers("/name", "HTTP/1.1 302 Found\nLocation: http://localhost" + port, "");
        answers("/number", "HTTP/1.1 302 Found\nLocation: http://2130706454" + port, "");
        answers("/metadata", "HTTP/1.1 302 Found\nLocation: http://169.254.169.254/latest", "");
        answers("/file", "HTTP/1.1 302 Found\nLocation: file:///etc/passwd", "");
        answers("/user", "HTTP/1.1 302 Found\nLocation: http://a:b@" + ALLOWED + "/", "");
        answers("/nowhere", "HTTP/1.1 302 Found", "");
        answers("/nonsense", "HTTP/1.1 302 Found\nLocation: ::%", "");
        for (String path : List.of(
                "/0", "/out", "/mapped", "/name", "/number", "/metadata", "/file", "/user", "/nowhere", "/nonsense")) {
            assertThat(fetched(path)).as(path).isEqualTo(shown); // given up at once: what was is shown again
        }
        assertThat(other.asked()).isEmpty();
    }

    @Test
    void addressesThatAreNotPublicAreNotAsked() {
        String path = ":" + other.port() + "/a.jpg";
        for (String host : List.of(
                FORBIDDEN,
                "localhost",
                "[::1]",
                "[::ffff:127.0.0.22]",
                "0.0.0.0",
                "[::]",
                "[::127.0.0.22]",
                "10.0.0.1",
                "172.16.0.1",
                "192.168.1.1",
                "169.254.169.254",
                "100.64.0.1",
                "224.0.0.1",
                "255.255.255.255",
                "[fe80::1]",
                "[fd00::1]",
                "[ff02::1]",
                "[64:ff9b::7f00:16]",
                "[2002:7f00:16::]",
                "[2001:db8::1]")) {
            assertThat(ask("http://" + host + path).status()).as(host).isEqualTo(200);
            box.images.worker().work();
            assertThat(shown()).as(host).isNull();
            box.time.advance(Duration.ofHours(1));
            box.images.worker().work();
        }
        assertThat(other.asked()).isEmpty();
    }

    @Test
    void whatIsNoAddressIsInvalid() {
        for (String url : List.of(
                "x",
                "/a.jpg",
                "file:///etc/passwd",
                "ftp://example.com/a.jpg",
                "gopher://example.com/",
                "data:image/png;base64,AAAA",
                "http://",
                "http:///a.jpg",
                "http://user@example.com/a.jpg",
                "http://example.com:0/",
                "http://example.com:65536/",
                "http://exa mple.com/",
                "http://example.com/\\r\\nX: y",
                "http://ex\\u00e4mple.com/",
                "javascript:alert(1)",
                "https://example.com/" + "a".repeat(2_000))) {
            var refused = ask(url);
            assertThat(refused.status()).as(url).isEqualTo(422);
            assertThat(refused.object()).containsEntry("errors", Map.of("image_remote_url", List.of("is invalid")));
        }
        for (String value : List.of("true", "[]", "{}", "[\"http://example.com\"]")) {
            var refused = client.put(PEOPLE + "/" + id, "{\"image_remote_url\":" + value + "}");
            assertThat(refused.status()).as(value).isEqualTo(400);
            assertThat(refused.text()).contains("image_remote_url must be a text");
        }
    }

    @Test
    void anUploadAndAnAddressAtOnceAreOneTooMany() {
        String image = java.util.Base64.getEncoder().encodeToString(IMAGE);
        String body = "{\"image_base64\":\"" + image + "\",\"image_remote_url\":\"" + at("/a.jpg") + "\"}";
        var both = client.put(PEOPLE + "/" + id, body);
        assertThat(both.object()).containsEntry("errors", Map.of("image_remote_url", List.of("is invalid")));
        var blank = client.put(PEOPLE + "/" + id, "{\"image_base64\":\"" + image + "\",\"image_remote_url\":\"\"}");
        assertThat(blank.status()).isEqualTo(200);
        box.images.worker().work();
        assertThat(shown()).isNotNull();
    }

    @Test
    void aServerThatIsDownIsAskedAgainFourTimesInAll() {
        web.put("/a.jpg", "HTTP/1.1 503 Later", new byte[0]);
        assertThat(fetched("/a.jpg")).isNull();
        int[] waits = {4, 2, 50, 11, 590, 11};
        int[] asked = {1, 2, 2, 3, 3, 4};
        for (int i = 0; i < waits.length; i++) {
            box.time.advance(Duration.ofSeconds(waits[i]));
            box.images.worker().work();
            assertThat(web.asked()).hasSize(asked[i]);
        }
        box.time.advance(Duration.ofDays(1));
        box.images.worker().work();
        assertThat(web.asked()).hasSize(4);
        web.put("/a.jpg", "HTTP/1.1 200 OK", IMAGE);
        assertThat(fetched("/a.jpg")).isNotNull(); // asked for anew
    }

    @Test
    void aServerThatComesBackIsFoundAndAClockThatIsSetBackWaitsForNothing() {
        web.put("/a.jpg", "HTTP/1.1 503 Later", new byte[0]);
        assertThat(fetched("/a.jpg")).isNull();
        web.put("/a.jpg", "HTTP/1.1 200 OK", IMAGE);
        box.time.setWall("2020-01-01T00:00:00Z");
        box.images.worker().work();
        assertThat(shown()).isNotNull();
    }

    @Test
    void whatIsNotThereOrNoImageIsGivenUpAtOnce() {
        web.put("/a.jpg", "HTTP/1.1 200 OK", IMAGE);
        Object shown = fetched("/a.jpg");
        answers("/404", "HTTP/1.1 404 Not Found", "");
        answers("/html", "HTTP/1.1 200 OK\nContent-Type: image/jpeg", "<html>secret of the inside</html>");
        answers("/empty", "HTTP/1.1 200 OK\nContent-Length: 0", "");
        answers("/packed", "HTTP/1.1 200 OK\nContent-Encoding: gzip", "\u001f\u008b");
        answers("/long", "HTTP/1.1 200 OK\nContent-Length: 99999999999999999999", "");
        answers("/less", "HTTP/1.1 200 OK\nContent-Length: -1", "");
        answers("/noise", "SSH-2.0-OpenSSH", "");
        answers("/headers", "HTTP/1.1 200 OK" + "\nX: y".repeat(200), "");
        answers("/line", "HTTP/1.1 200 OK\nX: " + "y".repeat(10_000), "");
        for (String path :
                List.of("/404", "/html", "/empty", "/packed", "/long", "/less", "/noise", "/headers", "/line")) {
            assertThat(fetched(path)).as(path).isEqualTo(shown);
        }
    }

    @Test
    void aBodyWithoutEndIsCutOff() {
        web.put("/a.jpg", "HTTP/1.1 200 OK", IMAGE);
        Object shown = fetched("/a.jpg");
        web.put("/endless", out -> {
            out.write(WebOfImages.answer("HTTP/1.1 200 OK", IMAGE));
            byte[] more = new byte[64 * 1024];
            for (int i = 0; i < 100_000; i++) out.write(more); // until the box hangs up
        });
        assertThat(fetched("/endless")).isEqualTo(shown);
    }

    @Test
    void aCertificateThatIsNotTrustedIsNoImage() throws IOException {
        try (var secure = WebOfImages.serving(box.trust.getServerSocketFactory().createServerSocket(0))) {
            ask("https://" + ALLOWED + ":" + secure.port() + "/a.jpg");
            box.images.worker().work();
            assertThat(shown()).isNull();
            assertThat(secure.asked()).noneMatch(asked -> asked.startsWith("GET"));
        }
    }

    /// The box fetches from itself, over the TLS that its clients trust.
    @Test
    void anImageIsFetchedOverTlsFromWhomTheCertificateNames() {
        box.close();
        Reply image = new Reply.Asset("image/jpeg", dev.lintel.reader.Bytes.copyOf(IMAGE), "1");
        box = new ApiBox(folder.resolve("other"), 0, more -> more.on(Method.GET, "/a.jpg", _ -> image));
        box.reachable.add(InetAddress.ofLiteral("127.0.0.1"));
        client = box.client();
        id = client.create(PEOPLE, "{\"first_name\":\"Ada\",\"last_name\":\"Demo\"}");
        ask("https://127.0.0.1:" + box.server.httpsPort() + "/a.jpg");
        box.images.worker().work();
        assertThat(shown()).isNull();
        ask("HTTPS://localhost:" + box.server.httpsPort() + "/a.jpg");
        box.images.worker().work();
        assertThat(shown()).isNotNull();
    }

    @Test
    void uploadsDoNotWaitForFetches() {
        web.put("/a.jpg", "HTTP/1.1 503 Later", new byte[0]);
        ask(at("/a.jpg"));
        box.time.advance(Duration.ofMinutes(1));
        String image = java.util.Base64.getEncoder().encodeToString(IMAGE);
        long second =
                client.create(PEOPLE, "{\"first_name\":\"B\",\"last_name\":\"B\",\"image_base64\":\"" + image + "\"}");
        web.put("/a.jpg", out -> {
            assertThat(client.get(PEOPLE + "/" + second + "/image").status()).isEqualTo(200);
            out.write(WebOfImages.answer("HTTP/1.1 200 OK", IMAGE));
        });
        box.images.worker().work();
        assertThat(shown()).isNotNull();
    }
}
