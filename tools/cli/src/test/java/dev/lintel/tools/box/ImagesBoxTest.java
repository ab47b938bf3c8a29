package dev.lintel.tools.box;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.json.Json;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.stream.MemoryCacheImageOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The largest images that are taken, two at once, on a box with a board's memory; and a box that is killed with an
/// image on its way.
class ImagesBoxTest {
    private static final int BYTES_MAX = 8 << 20;
    private static final int WIDTH = 4096;
    private static final int HEIGHT = 3072;
    /// The heap as it grows to what it may have, and 38 MB for an image that comes in passes.
    private static final long GROWTH_KIB_MAX = 110 << 10;
    /// The heap alone.
    private static final long KEPT_KIB_MAX = 60 << 10;
    /// Decoding 12 megapixels takes a second or two.
    private static final long MADE_S_MAX = 60;

    /// The largest of their kinds. A box takes a second to decode one.
    private static byte[] baseline;

    private static byte[] progressive;
    private static byte[] png;

    @TempDir
    Path folder;

    private final AtomicLong pid = new AtomicLong();

    @BeforeAll
    static void makeImages() {
        BufferedImage picture = picture();
        baseline = jpeg(picture, false);
        progressive = jpeg(picture, true);
        png = padded(png(picture));
    }

    @AfterAll
    static void dropImages() {
        baseline = new byte[0];
        progressive = baseline;
        png = baseline;
    }

    /// With the heap and the environment that the launcher gives a board.
    private Box start() {
        Path data = Box.prepared(folder.resolve("data"));
        var command = new ArrayList<>(Box.command(data));
        command.set(command.indexOf("-Xmx96m"), "-Xmx64m");
        command.addAll(1, List.of("-Xms12m", "-Xss512k", "-XX:+UseCompactObjectHeaders"));
        var environment = Map.of("MALLOC_ARENA_MAX", "2", "MALLOC_MMAP_THRESHOLD_", "1048576");
        return Box.start(command, environment, id -> {
            pid.set(id);
            return data;
        });
    }

    private static HttpRequest.Builder put(Box box, long person, byte[] image) {
        String body = "{\"image_base64\":\"" + Base64.getEncoder().encodeToString(image) + "\"}";
        return HttpRequest.newBuilder(URI.create(box.url() + "/api/3/people/" + person))
                .PUT(HttpRequest.BodyPublishers.ofString(body));
    }

    private static long create(Box box, BoxApi api) {
        HttpResponse<String> made = api.send(HttpRequest.newBuilder(URI.create(box.url() + "/api/3/people"))
                .POST(HttpRequest.BodyPublishers.ofString("{\"first_name\":\"Ada\",\"last_name\":\"Demo\"}")));
        assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
        return (Long) Objects.requireNonNull(Json.parseObject(made.body()).get("id"));
    }

    private static @Nullable Object url(BoxApi api, long person) {
        HttpResponse<String> read = api.get("/api/3/people/" + person);
        assertThat(read.statusCode()).as(read.body()).isEqualTo(200);
        return read.body().contains("\"image_url\":null") ? null : read.body();
    }

    private static void awaitMade(BoxApi api, long person) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(MADE_S_MAX);
        while (url(api, person) == null) {
            assertThat(System.nanoTime()).as("the image is made").isLessThan(deadline);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
        }
        assertThat(api.get("/api/3/people/" + person + "/image").statusCode()).isEqualTo(200);
    }

    private long residentKib(String name) {
        try {
            for (String line : Files.readAllLines(Path.of("/proc/" + pid.get() + "/status"))) {
                if (line.startsWith(name)) return Long.parseLong(line.replaceAll("[^0-9]", ""));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        throw new IllegalStateException("no " + name);
    }

    @Test
    void theLargestImagesTwoAtOnceFitABoardsMemory() throws Exception {
        decode(1);
    }

    /// A minute: run by `./lintel test --slow`.
    @Tag("slow")
    @Test
    void theLargestImagesAgainAndAgainFitABoardsMemory() throws Exception {
        decode(5);
    }

    private void decode(int rounds) throws Exception {
        List<byte[]> images = List.of(baseline, progressive, png);
        try (Box box = start();
                var threads = Executors.newFixedThreadPool(2)) {
            BoxApi api = box.api();
            long first = create(box, api);
            long second = create(box, api);
            long before = residentKib("VmRSS");
            for (byte[] image : images) {
                for (int round = 0; round < rounds; round++) {
                    List<Callable<HttpResponse<String>>> both =
                            List.of(() -> api.send(put(box, first, image)), () -> api.send(put(box, second, image)));
                    for (Future<HttpResponse<String>> one : threads.invokeAll(both)) {
                        assertThat(one.get().statusCode()).as(one.get().body()).isEqualTo(200);
                    }
                }
                awaitMade(api, first);
                awaitMade(api, second);
            }
            assertThat(residentKib("VmHWM") - before).isLessThan(GROWTH_KIB_MAX);
            assertThat(residentKib("VmRSS") - before)
                    .as("what decoding took is given back")
                    .isLessThan(KEPT_KIB_MAX);
            assertThat(box.runs()).isTrue();
        }
    }

    @Test
    void anImageOnItsWaySurvivesAKill() {
        long person;
        try (Box box = start()) {
            BoxApi api = box.api();
            person = create(box, api);
            assertThat(api.send(put(box, person, progressive)).statusCode()).isEqualTo(200);
            box.kill();
        }
        try (Box box = start()) {
            awaitMade(box.api(), person);
        }
        assertThat(folder.resolve("data/images/incoming")).isEmptyDirectory();
    }

    /// 12 megapixels that compress as photographs do.
    private static BufferedImage picture() {
        var random = new Random(1);
        var image = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_INT_RGB);
        int[] row = new int[WIDTH];
        for (int y = 0; y < HEIGHT; y++) {
            for (int x = 0; x < WIDTH; x++) {
                int grain = random.nextInt(64);
                row[x] = (x * 191 / WIDTH + grain) << 16 | (y * 191 / HEIGHT + grain) << 8 | (128 + grain);
            }
            image.setRGB(0, y, WIDTH, 1, row, 0, WIDTH);
        }
        return image;
    }

    private static byte[] jpeg(BufferedImage image, boolean progressive) {
        for (float quality = 0.9f; ; quality -= 0.05f) {
            byte[] jpeg = written("jpeg", image, quality, progressive);
            if (jpeg.length <= BYTES_MAX) return jpeg;
        }
    }

    private static byte[] png(BufferedImage image) {
        var row = new int[WIDTH];
        var deepRow = new short[WIDTH];
        var deep = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_USHORT_GRAY); // 24 MB of rows, unpacked
        for (int y = 0; y < HEIGHT; y++) {
            image.getRGB(0, y, WIDTH, 1, row, 0, WIDTH);
            for (int x = 0; x < WIDTH; x++) deepRow[x] = (short) (row[x] & 0xE000);
            deep.getRaster().setDataElements(0, y, WIDTH, 1, deepRow);
        }
        return written("png", deep, 1, true);
    }

    /// With what is dropped behind its end, up to the longest file there may be.
    private static byte[] padded(byte[] image) {
        return Arrays.copyOf(image, Math.max(image.length, BYTES_MAX));
    }

    private static byte[] written(String format, BufferedImage image, float quality, boolean inPasses) {
        var bytes = new ByteArrayOutputStream();
        var writer = ImageIO.getImageWritersByFormatName(format).next();
        try (var out = new MemoryCacheImageOutputStream(bytes)) {
            writer.setOutput(out);
            ImageWriteParam how = writer.getDefaultWriteParam();
            if (format.equals("jpeg")) {
                how.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
                how.setCompressionQuality(quality);
            }
            if (inPasses) how.setProgressiveMode(ImageWriteParam.MODE_DEFAULT);
            writer.write(null, new IIOImage(image, null, null), how);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            writer.dispose();
        }
        return bytes.toByteArray();
    }
}
