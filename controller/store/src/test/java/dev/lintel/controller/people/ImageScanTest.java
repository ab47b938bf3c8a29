package dev.lintel.controller.people;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.people.ImageHeader.Inks;
import dev.lintel.controller.people.ImageHeader.Kind;
import dev.lintel.reader.Bytes;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What is taken for an image, and what of it a decoder gets to see.
class ImageScanTest {
    private static final byte[] JPEG = TestImages.jpeg(64, 48);
    private static final byte[] PNG = TestImages.png(TestImages.quarters(64, 48, BufferedImage.TYPE_INT_ARGB), false);

    private record Copied(ImageHeader header, Bytes plain) {}

    private static Copied copy(byte[] image) throws IOException {
        var plain = new ByteArrayOutputStream();
        return new Copied(ImageScan.copy(new ByteArrayInputStream(image), plain), Bytes.copyOf(plain.toByteArray()));
    }

    private static void assertRefused(byte[] image, String why) {
        assertThatThrownBy(() -> copy(image)).isInstanceOf(ImageException.class).hasMessageContaining(why);
    }

    private static String latin(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    @Test
    void sizesAreRead() throws IOException {
        assertThat(copy(JPEG).header).isEqualTo(new ImageHeader(Kind.JPEG, 64, 48, 1, Inks.NONE));
        assertThat(copy(PNG).header).isEqualTo(new ImageHeader(Kind.PNG, 64, 48, 1, Inks.NONE));
    }

    @Test
    void whatIsCopiedShowsTheSamePixels() throws IOException {
        for (byte[] image : new byte[][] {
            JPEG,
            PNG,
            TestImages.jpeg(TestImages.quarters(64, 48, BufferedImage.TYPE_INT_RGB), true),
            TestImages.png(TestImages.quarters(64, 48, BufferedImage.TYPE_BYTE_INDEXED), true)
        }) {
            BufferedImage before = ImageIO.read(new ByteArrayInputStream(image));
            BufferedImage after =
                    ImageIO.read(new ByteArrayInputStream(copy(image).plain.toArray()));
            assertThat(after.getRGB(0, 0, 64, 48, null, 0, 64)).isEqualTo(before.getRGB(0, 0, 64, 48, null, 0, 64));
        }
    }

    @Test
    void metadataAndWhatFollowsTheEndNeverReachADecoder() throws IOException {
        byte[] script = "<script>alert(1)</script>".getBytes(StandardCharsets.US_ASCII);
        byte[] jpeg = TestImages.inserted(JPEG, 2, TestImages.segment(0xFE, script));
        jpeg = TestImages.inserted(jpeg, 2, TestImages.segment(0xE2, script)); // where colour profiles stand
        jpeg = TestImages.inserted(jpeg, jpeg.length, script);
        assertThat(latin(jpeg)).contains("script");
        assertThat(copy(jpeg).plain).isEqualTo(copy(JPEG).plain);
        byte[] png = TestImages.inserted(PNG, 33, TestImages.chunk("tEXt", script));
        png = TestImages.inserted(png, 33, TestImages.chunk("iCCP", script));
        png = TestImages.inserted(png, 33, TestImages.chunk("zTXt", script));
        png = TestImages.inserted(png, png.length, script);
        assertThat(copy(png).plain.toArray()).isEqualTo(PNG);
    }

    @Test
    void exifSaysWhichWayUp() throws IOException {
        for (int orientation = 1; orientation <= 8; orientation++) {
            byte[] exif = TestImages.exif(orientation, orientation % 2 == 0);
            assertThat(copy(TestImages.inserted(JPEG, 2, exif)).header.orientation())
                    .isEqualTo(orientation);
        }
        for (int nonsense : new int[] {0, 9, -1, 256}) {
            byte[] exif = TestImages.exif(nonsense, true);
            assertThat(copy(TestImages.inserted(JPEG, 2, exif)).header.orientation())
                    .isEqualTo(1);
        }
    }

    @Test
    void exifThatLiesAboutWhereThingsAreSaysNothing() throws IOException {
        byte[] exif = TestImages.exif(6, false);
        for (int at = 10; at < exif.length; at++) {
            for (int value : new int[] {0x00, 0x7F, 0x80, 0xFF}) {
                byte[] bad = exif.clone();
                bad[at] = (byte) value;
                assertThat(copy(TestImages.inserted(JPEG, 2, bad)).header.orientation())
                        .isBetween(1, 8);
            }
        }
    }

    @Test
    void whatIsNoImageIsRefused() {
        assertRefused(new byte[0], "ends too soon");
        assertRefused(new byte[] {(byte) 0xFF}, "ends too soon");
        String[] others = {"GIF89a\1\0\1\0", "<svg xmlns=", "<!DOCTYPE html>", "%PDF-1.7", "BM    ", "RIFF"};
        for (String other : others) {
            assertRefused(other.getBytes(StandardCharsets.ISO_8859_1), "neither JPEG nor PNG");
        }
        byte[] polyglot = "\u00FF\u00D8<html><script>alert(1)</script>".getBytes(StandardCharsets.ISO_8859_1);
        assertRefused(polyglot, "bytes where a segment must begin");
    }

    @Test
    void everyImageThatIsCutShortIsRefused() {
        for (byte[] image : new byte[][] {JPEG, PNG}) {
            for (int length = 0; length < image.length; length++) {
                byte[] cut = Arrays.copyOf(image, length);
                assertThatThrownBy(() -> copy(cut)).isInstanceOf(ImageException.class);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void noiseIsRefusedOrTakenAndThrowsNothingElse(long seed) throws IOException {
        var random = new Random(seed);
        for (int i = 0; i < 20_000; i++) {
            byte[] image = (i % 2 == 0 ? JPEG : PNG).clone();
            for (int n = random.nextInt(1, 8); n > 0; n--) {
                image[random.nextInt(2, Math.min(image.length, 700))] = (byte) random.nextInt();
            }
            try {
                ImageHeader header = copy(image).header;
                assertThat((long) header.width() * header.height()).isBetween(1L, (long) ImageScan.PIXELS_MAX);
            } catch (ImageException e) {
                assertThat(String.valueOf(e.getMessage())).matches("(a|its?) .*");
            }
        }
    }

    private static byte[] sized(byte[] jpeg, int width, int height) {
        byte[] sized = jpeg.clone();
        int frame = latin(jpeg).indexOf("\u00FF\u00C0\0\u0011\b");
        sized[frame + 5] = (byte) (height >> 8);
        sized[frame + 6] = (byte) height;
        sized[frame + 7] = (byte) (width >> 8);
        sized[frame + 8] = (byte) width;
        return sized;
    }

    @Test
    void sizesAreBounded() throws IOException {
        assertThat(copy(sized(JPEG, 4096, 3072)).header.width()).isEqualTo(4096);
        assertRefused(sized(JPEG, 4097, 3072), "4097 × 3072 pixels");
        assertRefused(sized(JPEG, 65_535, 65_535), "65535 × 65535 pixels");
        assertRefused(sized(JPEG, 10_001, 10), "10001 × 10 pixels");
        assertRefused(sized(JPEG, 0, 10), "no pixels");
        assertRefused(sized(JPEG, 10, 0), "no pixels");
        assertThat(copy(TestImages.emptyPng(10_000, 1_000, 1, 0, 1)).header.height())
                .isEqualTo(1_000);
        assertRefused(TestImages.emptyPng(10_001, 1, 1, 0, 1), "10001 × 1 pixels");
        assertRefused(withSize(Integer.MAX_VALUE, Integer.MAX_VALUE), "2147483647 × 2147483647 pixels");
        assertRefused(withSize(-1, 1), "4294967295 × 1 pixels");
        assertRefused(withSize(0, 1), "no pixels");
    }

    private static byte[] withSize(int width, int height) {
        byte[] one = TestImages.emptyPng(1, 1, 8, 0, 8);
        byte[] ihdr = java.nio.ByteBuffer.allocate(13)
                .putInt(width)
                .putInt(height)
                .put((byte) 8)
                .array();
        System.arraycopy(TestImages.chunk("IHDR", ihdr), 0, one, 8, 25);
        return one;
    }

    @Test
    void largeOnesInManyPassesAreRefusedForWhatADecoderKeepsOfThem() throws IOException {
        byte[] passes = TestImages.jpeg(TestImages.quarters(64, 48, BufferedImage.TYPE_INT_RGB), true);
        int frame = latin(passes).indexOf("\u00FF\u00C2\0\u0011\b");
        assertThat(frame).isPositive();
        byte[] large = passes.clone();
        large[frame + 5] = 12; // 3072 lines
        large[frame + 6] = 0;
        large[frame + 7] = 16; // of 4096: with halved colours 18 million samples
        large[frame + 8] = 0;
        assertThat(copy(large).header.width()).isEqualTo(4096);
        large[frame + 11] = 0x11; // no halved colours: 37 million
        assertRefused(large, "in several passes");
        byte[] once = sized(JPEG, 4096, 3072);
        int first = latin(once).indexOf("\u00FF\u00C0\0\u0011\b");
        once[first + 11] = 0x11;
        assertThat(copy(once).header.width()).isEqualTo(4096); // in one pass nothing is kept
    }

    @Test
    void passesAndSegmentsAreCounted() {
        byte[] passes = TestImages.jpeg(TestImages.quarters(64, 48, BufferedImage.TYPE_INT_RGB), true);
        int scan = latin(passes).indexOf("\u00FF\u00DA");
        byte[] one = Arrays.copyOfRange(passes, scan, scan + 4 + 6 + 2 * passes[scan + 4]);
        byte[] many = passes;
        for (int i = 0; i < 64; i++) many = TestImages.inserted(many, scan, one);
        assertRefused(many, "more passes");
        var segments = new ByteArrayOutputStream();
        for (int i = 0; i < 5_000; i++) segments.writeBytes(TestImages.segment(0xFE, new byte[0]));
        assertRefused(TestImages.inserted(JPEG, 2, segments.toByteArray()), "more segments");
    }

    @Test
    void otherCodingsAreRefused() {
        int frame = latin(JPEG).indexOf("\u00FF\u00C0");
        for (int coding : new int[] {0xC3, 0xC5, 0xC9, 0xCA, 0xCB, 0xCC, 0xCF, 0x01, 0xF0}) {
            byte[] other = JPEG.clone();
            other[frame + 1] = (byte) coding;
            assertThatThrownBy(() -> copy(other)).isInstanceOf(ImageException.class);
        }
        byte[] deep = JPEG.clone();
        deep[frame + 4] = 12;
        assertRefused(deep, "not of 8 bits");
        byte[] two = JPEG.clone();
        two[frame + 9] = 2;
        assertRefused(two, "no known kind");
        int start = frame;
        assertRefused(TestImages.inserted(JPEG, frame, Arrays.copyOfRange(JPEG, start, start + 19)), "two frames");
    }

    @Test
    void chunksOfAPngAreHeldToTheirSums() {
        byte[] bad = PNG.clone();
        bad[40] ^= 1;
        assertThatThrownBy(() -> copy(bad)).isInstanceOf(ImageException.class);
        byte[] unknown = TestImages.inserted(PNG, 33, TestImages.chunk("NEED", new byte[3]));
        assertRefused(unknown, "a chunk that is not known");
        byte[] colours = TestImages.inserted(PNG, 33, TestImages.chunk("PLTE", new byte[771]));
        assertRefused(colours, "no known kind");
        assertRefused(TestImages.emptyPng(1, 1, 3, 0, 8), "no known kind");
        assertRefused(TestImages.emptyPng(1, 1, 8, 3, 8), "colours are missing");
    }
}
