package dev.lintel.controller.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.http.RefusedException;
import dev.lintel.controller.people.ImageShelf;
import dev.lintel.controller.people.TestImages;
import dev.lintel.controller.people.Upload;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What is left of bodies when their images are cut out, and what the images are.
class ImageCutTest {
    private static final byte[] IMAGE = TestImages.jpeg(10, 10);
    private static final String BASE64 = Base64.getEncoder().encodeToString(IMAGE);

    @TempDir
    Path path;

    private DataFolder folder;
    private ImageShelf shelf;

    @BeforeEach
    void open() {
        folder = DataFolder.open(path.resolve("data"));
        shelf = new ImageShelf(folder);
    }

    @AfterEach
    void close() {
        folder.close();
    }

    private record Parted(String left, List<Upload> images) {}

    private Parted part(String body, int portion) throws IOException {
        var cut = new ImageCut(portions(body, portion), () -> new Base64Upload(new Upload(shelf)));
        String left = new String(cut.readAllBytes(), StandardCharsets.UTF_8);
        return new Parted(left, cut.images().stream().map(Base64Upload::upload).toList());
    }

    private Parted part(String body) throws IOException {
        return part(body, 1_000);
    }

    /// `count` bytes at a time, as a slow client sends them.
    private static InputStream portions(String body, int count) {
        return new InputStream() {
            private final InputStream in = new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8));

            @Override
            public int read() throws IOException {
                return in.read();
            }

            @Override
            public int read(byte[] target, int offset, int length) throws IOException {
                return in.read(target, offset, Math.min(count, length));
            }
        };
    }

    @Test
    void anImageIsCutOutOfAnyPortions() throws IOException {
        String body = "{\"a\":\"b\",\"image_base64\":\"" + BASE64 + "\",\"c\":[1,\"ü\"]}";
        for (int portion = 1; portion <= body.length(); portion += portion < 40 ? 1 : 37) {
            var parted = part(body, portion);
            assertThat(parted.left).isEqualTo("{\"a\":\"b\",\"image_base64\":\"#0\",\"c\":[1,\"ü\"]}");
            assertThat(parted.images)
                    .singleElement()
                    .satisfies(image -> assertThat(image.fault()).isNull());
        }
    }

    @Test
    void onlyTheTextOfThatFieldIsAnImage() throws IOException {
        for (String body : List.of(
                "",
                "  ",
                "{}",
                "{\"image_base64\":null}",
                "{\"image_base64\":7,\"x\":\"y\"}",
                "{\"image_base64\":[\"x\"]}",
                "[\"image_base64\",\"x\"]",
                "{\"a\":\"image_base64\",\"b\":\"x\"}",
                "{\"a\":\"\\\"image_base64\\\":\\\"x\"}",
                "{\"image_base64x\":\"x\",\"ximage_base64\":\"x\",\"image_base6\":\"x\"}",
                "{\"a\\\\\":\"image_base64\",\":\":\"x\"}",
                "{\"image_base64\":\"",
                "not json \"image_base64\": at all")) {
            var parted = part(body);
            if (body.endsWith(":\"")) assertThat(parted.left).isEqualTo(body + "#0"); // and then no end
            else assertThat(parted.left).isEqualTo(body);
        }
    }

    @Test
    void base64IsTakenAsClientsWriteIt() throws IOException {
        String lines = Base64.getMimeEncoder().encodeToString(IMAGE).replace("\r\n", "\\r\\n");
        String url = Base64.getUrlEncoder().withoutPadding().encodeToString(IMAGE);
        for (String text : List.of(
                BASE64,
                lines,
                url,
                BASE64.replace("/", "\\/"),
                BASE64.replace("=", ""),
                BASE64.replace("+", "\\u002b").replace("/", "\\u002F"),
                " " + BASE64 + " ",
                "data:image/jpeg;base64," + BASE64,
                "data:;base64," + url)) {
            var parted = part("{ \"image_base64\" : \"" + text + "\" }");
            assertThat(parted.left).isEqualTo("{ \"image_base64\" : \"#0\" }");
            Upload image = parted.images.getFirst();
            assertThat(image.fault()).as(text.substring(0, 30)).isNull();
            Path file = folder.path().resolve("images/incoming").resolve(image.name());
            assertThat(Files.readAllBytes(file)).isEqualTo(plain());
        }
    }

    private static byte[] plain() throws IOException {
        var plain = new java.io.ByteArrayOutputStream();
        dev.lintel.controller.people.ImageScan.copy(new ByteArrayInputStream(IMAGE), plain);
        return plain.toByteArray();
    }

    @Test
    void whatIsNoBase64IsNoImageAndLeavesNoFile() throws IOException {
        for (String text : List.of(
                "x",
                "data:image/jpeg," + BASE64,
                "data:image/jpeg;base64",
                "data:" + "x".repeat(200) + ";base64," + BASE64,
                BASE64 + "A",
                BASE64.replace("=", "") + "==A",
                BASE64.replaceFirst("A", "*"),
                BASE64.replaceFirst("A", "\\\\u00e4"),
                BASE64.replaceFirst("A", "ä"),
                BASE64.substring(0, 100),
                Base64.getEncoder().encodeToString("<svg/>".getBytes(StandardCharsets.US_ASCII)))) {
            assertThat(part("{\"image_base64\":\"" + text + "\"}").images)
                    .singleElement()
                    .satisfies(image -> assertThat(image.fault()).isNotNull());
        }
        assertThat(path.resolve("data/images/incoming")).isEmptyDirectory();
    }

    @Test
    void imagesAndWhatIsLeftAreBounded() throws IOException {
        String longest = BASE64 + "A".repeat((8 << 20) / 3 * 4 - BASE64.length());
        assertThat(part("{\"image_base64\":\"" + longest.replace("=", "A") + "\"}")
                        .images
                        .getFirst()
                        .fault())
                .isNull(); // what follows the picture is dropped
        var over = part("{\"image_base64\":\"" + "A".repeat(((8 << 20) + 3) / 3 * 4) + "\"}");
        assertThat(over.images.getFirst().fault()).contains("longer than 8388608 bytes");
        assertThatThrownBy(() -> part("{\"a\":\"" + "x".repeat(1 << 20) + "\"}"))
                .isInstanceOf(RefusedException.class);
        String twice = "\"image_base64\":\"" + BASE64 + "\"";
        assertThatThrownBy(() -> part("{" + twice + "," + twice + "," + twice + "}"))
                .isInstanceOf(RefusedException.class);
    }
}
