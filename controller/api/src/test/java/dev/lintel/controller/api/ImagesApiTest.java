package dev.lintel.controller.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.contract.Spec;
import dev.lintel.controller.people.TestImages;
import dev.lintel.controller.store.EventStore;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Images of people that are uploaded: `image_base64`, `image_url`, and what becomes of them.
class ImagesApiTest {
    private static final String PEOPLE = "/api/3/people";

    @TempDir
    Path folder;

    private ApiBox box;
    private ApiClient client;
    private String key;

    @BeforeEach
    void start() {
        box = new ApiBox(folder);
        client = box.client();
        key = ApiClient.basic(box.documentedKey);
    }

    @AfterEach
    void stop() {
        box.close();
    }

    private static String base64(byte[] image) {
        return Base64.getEncoder().encodeToString(image);
    }

    private static String body(byte[] image) {
        return "{\"image_base64\":\"" + base64(image) + "\"}";
    }

    private long create(String fields) {
        return client.create(PEOPLE, "{\"first_name\":\"Ada\",\"last_name\":\"Demo\"" + fields + "}");
    }

    private long createWith(byte[] image) {
        return create(",\"image_base64\":\"" + base64(image) + "\"");
    }

    private Map<String, Object> read(long id) {
        return client.get(PEOPLE + "/" + id).array().getFirst();
    }

    /// Names of all files of images, in whatever state.
    private Set<String> files() {
        var names = new HashSet<String>();
        for (String path : List.of("data/images", "data/images/incoming")) {
            String[] files = folder.resolve(path).toFile().list(); // a file may go while others are listed
            if (files != null) names.addAll(List.of(files));
        }
        names.remove("incoming");
        return names;
    }

    private HttpResponse<byte[]> bytes(String url, String... headers) throws IOException, InterruptedException {
        try (var http = HttpClient.newBuilder().sslContext(box.trust).build()) {
            var request = HttpRequest.newBuilder(URI.create(url)).timeout(Duration.ofSeconds(10));
            if (headers.length > 0) request.headers(headers);
            return http.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
        }
    }

    @Test
    void anUploadIsShownOnceItIsMade() throws Exception {
        byte[] sent = TestImages.jpeg(1600, 800);
        String fields = "\"first_name\":\"A\",\"last_name\":\"D\",\"image_base64\":\"" + base64(sent) + "\"";
        var made = client.post(PEOPLE, "{\"person\":{" + fields + "}}");
        assertThat(made.status()).isEqualTo(201);
        assertThat(made.object()).containsEntry("image_url", null).containsEntry("image_thumbnail_url", null);
        long id = made.id();
        assertThat(read(id)).containsEntry("image_url", null);
        assertThat(client.get(PEOPLE + "/" + id + "/image").status()).isEqualTo(404);
        box.time.advance(Duration.ofMinutes(1));
        box.images.worker().work();
        Map<String, Object> person = read(id);
        assertThat(person.get("updated_at")).isEqualTo("2026-03-02T11:01:00.123+01:00");
        String url = String.valueOf(person.get("image_url"));
        assertThat(url).startsWith(box.server.publicUrl() + PEOPLE + "/" + id + "/image?v=");
        var large = bytes(url, "Authorization", key);
        assertThat(large.statusCode()).isEqualTo(200);
        assertThat(large.headers().firstValue("Content-Type")).contains("image/jpeg");
        assertThat(large.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
        assertThat(large.headers().firstValue("Cache-Control")).contains("private, no-cache");
        assertThat(large.headers().firstValue("Content-Security-Policy")).contains("default-src 'none'; sandbox");
        BufferedImage shown = ImageIO.read(new ByteArrayInputStream(large.body()));
        assertThat(shown.getWidth()).isEqualTo(600);
        assertThat(shown.getHeight()).isEqualTo(300);
        var small = bytes(String.valueOf(person.get("image_thumbnail_url")), "Authorization", key);
        assertThat(ImageIO.read(new ByteArrayInputStream(small.body())).getWidth())
                .isEqualTo(120);
        assertThat(client.get(PEOPLE).array().getFirst()).containsEntry("image_url", url);
        assertThat(client.get(PEOPLE + "?skip_pagination=1").array().getFirst()).containsEntry("image_url", url);
    }

    @Test
    void whoHoldsAPictureIsNotSentItAgain() {
        long id = createWith(TestImages.jpeg(50, 50));
        box.images.worker().work();
        var first = client.get(PEOPLE + "/" + id + "/image");
        String tag = first.header("ETag");
        assertThat(client.send("GET", PEOPLE + "/" + id + "/image", null, "If-None-Match", tag)
                        .status())
                .isEqualTo(304);
        var small = client.get(PEOPLE + "/" + id + "/image/thumbnail");
        assertThat(small.header("ETag")).isNotEqualTo(tag);
        var head = client.send("HEAD", PEOPLE + "/" + id + "/image", null);
        assertThat(head.status()).isEqualTo(200);
    }

    @Test
    void aPictureIsForWhoSignedInAndNobodyElse() throws Exception {
        long id = createWith(TestImages.jpeg(50, 50));
        box.images.worker().work();
        String url = String.valueOf(read(id).get("image_url"));
        assertThat(bytes(url).statusCode()).isEqualTo(401);
        assertThat(bytes(url, "Authorization", ApiClient.basic("wrong")).statusCode())
                .isEqualTo(401);
        box.operator.set(ApiBox.OPERATOR);
        assertThat(bytes(url).statusCode()).isEqualTo(200);
        assertThat(bytes(url, "Authorization", ApiClient.basic("wrong")).statusCode())
                .isEqualTo(401);
        for (String other : List.of(PEOPLE, PEOPLE + "/" + id, PEOPLE + "/" + id + "/credentials", "/api/3/events")) {
            var refused = bytes(box.server.publicUrl() + other);
            assertThat(refused.statusCode()).as(other).isEqualTo(401);
        }
        assertThat(bytes(box.server.publicUrl() + PEOPLE + "/" + (id + 1) + "/image")
                        .statusCode())
                .isEqualTo(404);
    }

    @Test
    void whatIsNoImageIsInvalidAndNothingIsWritten() throws IOException {
        byte[] jpeg = TestImages.jpeg(60, 60);
        byte[] svg = "<svg xmlns='http://www.w3.org/2000/svg'/>".getBytes(StandardCharsets.US_ASCII);
        byte[] cut = java.util.Arrays.copyOf(jpeg, jpeg.length / 2);
        for (String text : List.of("x", "====", "%", base64(svg), base64(cut), "GIF89a")) {
            var refused =
                    client.post(PEOPLE, "{\"first_name\":\"A\",\"last_name\":\"B\",\"image_base64\":\"" + text + "\"}");
            assertThat(refused.status()).as(text).isEqualTo(422);
            assertThat(refused.object()).containsEntry("errors", Map.of("image_base64", List.of("is invalid")));
        }
        for (String value : List.of("7", "true", "[]", "{}", "[\"x\"]")) {
            String body = "{\"first_name\":\"A\",\"last_name\":\"B\",\"image_base64\":" + value + "}";
            var refused = client.post(PEOPLE, body);
            assertThat(refused.status()).as(value).isIn(400, 422);
            assertThat(refused.text()).contains("image_base64");
        }
        assertThat(client.get(PEOPLE).array()).isEmpty();
        assertThat(files()).isEmpty();
    }

    @Test
    void anImageOfAPersonWhoIsRefusedLeavesNothing() throws IOException {
        var refused = client.post(PEOPLE, "{\"image_base64\":\"" + base64(TestImages.jpeg(60, 60)) + "\"}");
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.object())
                .containsEntry(
                        "errors",
                        Map.of("first_name", List.of("can't be blank"), "last_name", List.of("can't be blank")));
        assertThat(client.put(PEOPLE + "/99", body(TestImages.jpeg(60, 60))).status())
                .isEqualTo(404);
        String broken = "{\"image_base64\":\"" + base64(TestImages.jpeg(60, 60)) + "\",}";
        assertThat(client.post(PEOPLE, broken).status()).isEqualTo(400);
        assertThat(files()).isEmpty();
    }

    @Test
    @Spec({"2.1-20", "2.1-21"})
    void leavingItOutKeepsItBlankRemovesItAndNothingOfItStays() throws IOException {
        long id = createWith(TestImages.jpeg(60, 60));
        box.images.worker().work();
        Object url = read(id).get("image_url");
        assertThat(files()).hasSize(2);
        for (String keeps : List.of(
                "{\"notes\":\"n\"}",
                "{\"image_base64\":null}",
                "{\"image_base64\":\"\"}",
                "{\"image_remote_url\":null}",
                "")) {
            assertThat(client.put(PEOPLE + "/" + id, keeps).object()).containsEntry("image_url", url);
        }
        assertThat(client.put(PEOPLE + "/" + id, "{\"image_remote_url\":\" \"}").object())
                .containsEntry("image_url", null)
                .containsEntry("image_thumbnail_url", null);
        assertThat(client.get(PEOPLE + "/" + id + "/image").status()).isEqualTo(404);
        box.images.worker().work();
        assertThat(files()).isEmpty();
    }

    @Test
    void aNewPictureTakesTheOldOnesPlaceWhenItIsMade() throws IOException {
        long id = createWith(TestImages.jpeg(60, 60));
        box.images.worker().work();
        Object first = read(id).get("image_url");
        assertThat(client.put(PEOPLE + "/" + id, body(TestImages.jpeg(80, 80))).object())
                .containsEntry("image_url", null);
        assertThat(client.put(PEOPLE + "/" + id, body(TestImages.jpeg(90, 90))).object())
                .containsEntry("image_url", null);
        box.images.worker().work();
        assertThat(read(id).get("image_url")).isNotNull().isNotEqualTo(first);
        assertThat(files()).hasSize(2);
    }

    @Test
    void pixelsThatCannotBeDecodedLeaveThePictureThatWas() throws IOException {
        long id = createWith(TestImages.jpeg(60, 60));
        box.images.worker().work();
        Object url = read(id).get("image_url");
        byte[] bad = TestImages.jpeg(60, 60);
        int table = new String(bad, StandardCharsets.ISO_8859_1).indexOf("\u00FF\u00C4");
        java.util.Arrays.fill(bad, table + 5, table + 21, (byte) 0xFF);
        assertThat(client.put(PEOPLE + "/" + id, body(bad)).status()).isEqualTo(200);
        assertThat(read(id)).containsEntry("image_url", null);
        box.images.worker().work();
        assertThat(read(id)).containsEntry("image_url", url);
        assertThat(files()).hasSize(2);
    }

    @Test
    void theImageOfADeletedPersonIsRemoved() throws IOException {
        long shown = createWith(TestImages.jpeg(60, 60));
        box.images.worker().work();
        long waiting = createWith(TestImages.jpeg(60, 60));
        assertThat(files()).hasSize(3);
        client.delete(PEOPLE + "/" + shown);
        client.delete(PEOPLE + "/" + waiting);
        assertThat(client.get(PEOPLE + "/" + shown + "/image").status()).isEqualTo(404);
        box.images.worker().work();
        assertThat(files()).isEmpty();
    }

    @Test
    void theLogTellsOfImagesAndNotWhatIsInThem() throws InterruptedException {
        long id = createWith(TestImages.jpeg(60, 60));
        client.put(PEOPLE + "/" + id, body(TestImages.jpeg(70, 70)));
        client.put(PEOPLE + "/" + id, "{\"image_remote_url\":\"https://example.com/a.jpg?secret=1\"}");
        client.put(PEOPLE + "/" + id, "{\"image_remote_url\":\"\"}");
        client.put(PEOPLE + "/" + id, "{\"image_remote_url\":\"\"}"); // removes nothing
        assertThat(box.database.awaitDisk(5_000)).isTrue();
        var told = new EventStore(box.database)
                .after(0, 100).stream()
                        .map(event -> String.valueOf(event.draft().additional()))
                        .toList();
        assertThat(told).hasSize(4).noneMatch(text -> text.contains("secret"));
        assertThat(told.get(0)).contains("image=uploaded");
        assertThat(told.get(1)).contains("image=uploaded");
        assertThat(told.get(2)).contains("image=to be fetched");
        assertThat(told.get(3)).contains("image=removed");
    }

    @Test
    void anUploadThatComesAgainUnderItsKeyIsOne() throws IOException {
        String person = "{\"first_name\":\"A\",\"last_name\":\"B\",\"image_base64\":\"%s\"}";
        byte[] noise = TestImages.png(noise(500), false); // 1 MB and more
        String body = person.formatted(base64(noise));
        var first = client.post(PEOPLE, body, "Idempotency-Key", "k");
        var again = client.post(PEOPLE, body, "Idempotency-Key", "k");
        assertThat(first.status()).isEqualTo(201);
        assertThat(again.json()).isEqualTo(first.json());
        String other = person.formatted(base64(TestImages.png(noise(499), false)));
        assertThat(client.post(PEOPLE, other, "Idempotency-Key", "k").status()).isEqualTo(422);
        assertThat(files()).hasSize(1);
        box.images.worker().work();
        assertThat(files()).hasSize(2);
        assertThat(client.get(PEOPLE).array()).hasSize(1);
    }

    private static BufferedImage noise(int side) {
        var random = new java.util.Random(side);
        var image = new BufferedImage(side, side, BufferedImage.TYPE_INT_RGB);
        for (int y = 0; y < side; y++) for (int x = 0; x < side; x++) image.setRGB(x, y, random.nextInt());
        return image;
    }

    @Test
    void twoWhoChangeOnePictureLeaveOneWhole() throws Exception {
        long id = create("");
        try (var threads = Executors.newFixedThreadPool(2)) {
            for (int round = 0; round < 20; round++) {
                List<Future<Integer>> both = Stream.of(40, 50)
                        .map(size -> threads.submit(() -> box.client()
                                .put(PEOPLE + "/" + id, body(TestImages.jpeg(size, size)))
                                .status()))
                        .toList();
                for (Future<Integer> one : both) assertThat(one.get()).isEqualTo(200);
                box.images.worker().work();
                assertThat(read(id).get("image_url")).isNotNull();
                assertThat(files()).hasSize(2);
            }
        }
    }

    private String head(String path, String more) {
        return "PUT " + path + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: " + key + "\r\n" + more + "\r\n\r\n";
    }

    private Socket tls() throws IOException {
        return box.trust.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), box.server.httpsPort());
    }

    @Test
    void aBodyOfUnknownLengthIsTakenAsItComes() throws IOException {
        long id = create("");
        byte[] body = body(TestImages.png(noise(400), false)).getBytes(StandardCharsets.US_ASCII);
        try (Socket socket = tls()) {
            OutputStream out = socket.getOutputStream();
            String more = "Transfer-Encoding: chunked\r\nExpect: 100-continue\r\nConnection: close";
            out.write(head(PEOPLE + "/" + id, more).getBytes(StandardCharsets.US_ASCII));
            for (int at = 0; at < body.length; at += 7_001) {
                int length = Math.min(7_001, body.length - at);
                out.write((Integer.toHexString(length) + "\r\n").getBytes(StandardCharsets.US_ASCII));
                out.write(body, at, length);
                out.write("\r\n".getBytes(StandardCharsets.US_ASCII));
            }
            out.write("0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            out.flush();
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(answer).contains("HTTP/1.1 100 ", "HTTP/1.1 200 OK");
        }
        box.images.worker().work();
        assertThat(read(id).get("image_url")).isNotNull();
    }

    @Test
    @Timeout(30)
    void whoGoesAwayInTheMiddleLeavesNoFileAndTakesNoTurn() throws IOException {
        long id = create("");
        byte[] body = body(TestImages.png(noise(600), false)).getBytes(StandardCharsets.US_ASCII);
        for (int i = 0; i < 4; i++) { // two at once are taken in
            try (Socket socket = tls()) {
                OutputStream out = socket.getOutputStream();
                out.write(head(PEOPLE + "/" + id, "Content-Length: " + body.length)
                        .getBytes(StandardCharsets.US_ASCII));
                out.write(body, 0, body.length / 2);
                out.flush();
                while (files().isEmpty()) LockSupport.parkNanos(2_000_000); // it arrives
            }
            while (!files().isEmpty()) LockSupport.parkNanos(2_000_000); // it is dropped
        }
        assertThat(client.put(PEOPLE + "/" + id, new String(body, StandardCharsets.US_ASCII))
                        .status())
                .isEqualTo(200);
    }

    @Test
    void bodiesOf12MbAreTakenAndLongerOnesAreNot() throws IOException {
        var longest = new ByteArrayOutputStream();
        longest.writeBytes(TestImages.jpeg(60, 60));
        longest.writeBytes(new byte[(8 << 20) - longest.size()]);
        long id = createWith(longest.toByteArray());
        longest.write(0);
        assertThat(client.put(PEOPLE + "/" + id, body(longest.toByteArray())).status())
                .isEqualTo(422);
        assertThat(client.put(PEOPLE + "/" + id, body(new byte[9 << 20])).status())
                .isEqualTo(413);
        String beside = "{\"x\":\"" + "A".repeat(2 << 20) + "\"}";
        assertThat(client.put(PEOPLE + "/" + id, beside).status()).isEqualTo(413);
        assertThat(client.post(PEOPLE + "/" + id + "/credentials", beside).status())
                .isEqualTo(413);
        box.images.worker().work();
        assertThat(files()).hasSize(2);
    }
}
