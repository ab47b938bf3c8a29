package dev.lintel.controller.people;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.awt.image.BufferedImage;
import java.awt.image.DataBuffer;
import java.awt.image.Raster;
import java.awt.image.WritableRaster;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import javax.imageio.ImageIO;
import org.assertj.core.api.AbstractAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What is made of images: its size, and whether each quarter has its colour still.
class ImageMakerTest {
    private static final int BLACK = 0x000000;
    private static final int PLAIN_WHITE = 0xFFFFFF;

    @TempDir
    Path folder;

    private record Shown(BufferedImage large, BufferedImage small) {}

    private Shown made(byte[] image) throws IOException {
        Path plain = folder.resolve("plain");
        ImageHeader header;
        try (var out = Files.newOutputStream(plain)) {
            header = ImageScan.copy(new ByteArrayInputStream(image), out);
        }
        var made = ImageMaker.make(plain, header);
        for (byte[] jpeg : new byte[][] {made.large().toArray(), made.small().toArray()}) {
            assertThat(new String(jpeg, StandardCharsets.ISO_8859_1)).doesNotContain("Exif", "script");
        }
        return new Shown(
                ImageIO.read(new ByteArrayInputStream(made.large().toArray())),
                ImageIO.read(new ByteArrayInputStream(made.small().toArray())));
    }

    private static void assertSize(BufferedImage image, int width, int height) {
        assertThat(new int[] {image.getWidth(), image.getHeight()}).containsExactly(width, height);
    }

    /// From the top left, row by row; JPEG may be a little off.
    private static void assertQuarters(BufferedImage image, int... colours) {
        int width = image.getWidth();
        int height = image.getHeight();
        int[] found = {
            image.getRGB(width / 4, height / 4),
            image.getRGB(width * 3 / 4, height / 4),
            image.getRGB(width / 4, height * 3 / 4),
            image.getRGB(width * 3 / 4, height * 3 / 4)
        };
        for (int i = 0; i < 4; i++) assertNear(found[i] & 0xFFFFFF, colours[i]);
    }

    private static void assertNear(int found, int wanted) {
        AbstractAssert<?, ?> _ = assertThat(new int[] {found >> 16, (found >> 8) & 0xFF, found & 0xFF})
                .as("%06X for %06X", found, wanted)
                .satisfies(parts -> {
                    assertThat(Math.abs(parts[0] - (wanted >> 16))).isLessThan(12);
                    assertThat(Math.abs(parts[1] - ((wanted >> 8) & 0xFF))).isLessThan(12);
                    assertThat(Math.abs(parts[2] - (wanted & 0xFF))).isLessThan(12);
                });
    }

    private static void assertUsual(Shown shown) {
        assertQuarters(shown.large, TestImages.RED, TestImages.GREEN, TestImages.BLUE, TestImages.WHITE);
        assertQuarters(shown.small, TestImages.RED, TestImages.GREEN, TestImages.BLUE, TestImages.WHITE);
    }

    @ParameterizedTest
    @CsvSource({
        "1200, 900, 600, 450",
        "1201, 600, 600, 300",
        "4096, 3072, 600, 450",
        "600, 600, 600, 600",
        "200, 300, 200, 300",
        "601, 20, 600, 20",
        "30, 5000, 4, 600",
        "10000, 1200, 600, 72",
        "40, 16, 40, 16"
    })
    void nothingIsLargerThan600AndNothingIsMadeLarger(int width, int height, int newWidth, int newHeight)
            throws IOException {
        var shown = made(TestImages.jpeg(width, height));
        assertSize(shown.large, newWidth, newHeight);
        assertSize(shown.small, 120, 120);
        if (width < 5_000 && height < 5_000)
            assertQuarters(shown.large, TestImages.RED, TestImages.GREEN, TestImages.BLUE, TestImages.WHITE);
    }

    @Test
    void jpegsOfEveryKindKeepTheirColours() throws IOException {
        BufferedImage picture = TestImages.quarters(900, 700, BufferedImage.TYPE_INT_RGB);
        assertUsual(made(TestImages.jpeg(picture, false)));
        assertUsual(made(TestImages.jpeg(picture, true)));
        var grey = made(TestImages.jpeg(grey(BufferedImage.TYPE_BYTE_GRAY, 900), false));
        assertQuarters(grey.large, 0x404040, 0x808080, 0xC0C0C0, PLAIN_WHITE);
    }

    private static BufferedImage grey(int type, int side) {
        var image = new BufferedImage(side, side, type);
        int shift = type == BufferedImage.TYPE_USHORT_GRAY ? 8 : 0;
        for (int y = 0; y < side; y++) {
            for (int x = 0; x < side; x++) {
                int quarter = (y < side / 2 ? 0 : 2) + (x < side / 2 ? 0 : 1);
                image.getRaster().setSample(x, y, 0, Math.min(255, (quarter + 1) * 0x40) << shift);
            }
        }
        return image;
    }

    @Test
    void inksAreMixedAsAdobeAndOthersStoreThem() throws IOException {
        WritableRaster inks = Raster.createBandedRaster(DataBuffer.TYPE_BYTE, 800, 800, 4, null);
        for (int y = 0; y < 800; y++) {
            for (int x = 0; x < 800; x++) {
                int quarter = (y < 400 ? 0 : 2) + (x < 400 ? 0 : 1);
                // cyan; magenta and yellow; nothing; black
                int[] four = {
                    quarter == 0 ? 255 : 0, quarter == 1 ? 255 : 0, quarter == 1 ? 255 : 0, quarter == 3 ? 255 : 0
                };
                inks.setPixel(x, y, four);
            }
        }
        byte[] plain = TestImages.jpegOfInks(inks);
        assertQuarters(made(plain).large, 0x00FFFF, 0xFF0000, PLAIN_WHITE, BLACK);
        byte[] adobe = {'A', 'd', 'o', 'b', 'e', 0, 100, 0, 0, 0, 0, 0};
        byte[] inverted = TestImages.inserted(plain, 2, TestImages.segment(0xEE, adobe));
        assertQuarters(made(inverted).large, BLACK, BLACK, BLACK, BLACK); // full light of nothing
        adobe[11] = 2;
        byte[] ycck = TestImages.inserted(plain, 2, TestImages.segment(0xEE, adobe));
        assertThat(made(ycck).large.getWidth()).isEqualTo(600);
    }

    @Test
    void pngsOfEveryKindKeepTheirColours() throws IOException {
        for (boolean interlaced : new boolean[] {false, true}) {
            for (int type : new int[] {
                BufferedImage.TYPE_INT_RGB,
                BufferedImage.TYPE_INT_ARGB,
                BufferedImage.TYPE_4BYTE_ABGR,
                BufferedImage.TYPE_BYTE_INDEXED
            }) {
                var shown = made(TestImages.png(TestImages.quarters(700, 900, type), interlaced));
                assertSize(shown.large, 467, 600);
                if (type != BufferedImage.TYPE_BYTE_INDEXED) assertUsual(shown);
            }
            for (int type : new int[] {BufferedImage.TYPE_BYTE_GRAY, BufferedImage.TYPE_USHORT_GRAY}) {
                var grey = made(TestImages.png(grey(type, 1300), interlaced));
                assertQuarters(grey.large, 0x404040, 0x808080, 0xC0C0C0, PLAIN_WHITE);
            }
        }
        assertQuarters(made(TestImages.emptyPng(900, 900, 1, 0, 1)).large, BLACK, BLACK, BLACK, BLACK);
        assertQuarters(made(TestImages.emptyPng(900, 900, 16, 2, 48)).large, BLACK, BLACK, BLACK, BLACK);
    }

    @Test
    void whatIsSeenThroughIsWhite() throws IOException {
        var clear = made(TestImages.emptyPng(300, 300, 8, 6, 32));
        assertQuarters(clear.large, PLAIN_WHITE, PLAIN_WHITE, PLAIN_WHITE, PLAIN_WHITE);
        var deep = made(TestImages.emptyPng(300, 300, 16, 4, 32));
        assertQuarters(deep.small, PLAIN_WHITE, PLAIN_WHITE, PLAIN_WHITE, PLAIN_WHITE);
    }

    @ParameterizedTest
    @CsvSource({
        "1, RGBW", "2, GRWB", "3, WBGR", "4, BWRG", "5, RBGW", "6, BRWG", "7, WGBR", "8, GWRB",
    })
    void picturesStandAsTheirCameraWasHeld(int orientation, String quarters) throws IOException {
        byte[] exif = TestImages.exif(orientation, true);
        var shown = made(TestImages.inserted(TestImages.jpeg(800, 400), 2, exif));
        assertSize(shown.large, orientation < 5 ? 600 : 300, orientation < 5 ? 300 : 600);
        int[] colours = quarters.chars()
                .map(letter -> switch (letter) {
                    case 'R' -> TestImages.RED;
                    case 'G' -> TestImages.GREEN;
                    case 'B' -> TestImages.BLUE;
                    default -> TestImages.WHITE;
                })
                .toArray();
        assertQuarters(shown.large, colours);
        assertQuarters(shown.small, colours);
    }

    @Test
    void pixelsThatAreNoneAreRefused() {
        byte[] jpeg = TestImages.jpeg(400, 400);
        String latin = new String(jpeg, StandardCharsets.ISO_8859_1);
        byte[] tables = jpeg.clone();
        int table = latin.indexOf("\u00FF\u00C4");
        Arrays.fill(tables, table + 5, table + 21, (byte) 0xFF);
        assertThatThrownBy(() -> made(tables)).isInstanceOf(ImageException.class);
        byte[] png = TestImages.emptyPng(300, 300, 8, 2, 8); // a third of what it says
        assertThatThrownBy(() -> made(png)).isInstanceOf(ImageException.class);
    }

    /// What 12 megapixels of 8 bytes are packed into some KB; unpacking stops where the picture ends.
    @Test
    void bombsAreUnpackedRowByRow() throws IOException {
        assertSize(made(TestImages.emptyPng(4096, 3072, 16, 6, 64)).large, 600, 450);
        byte[] longer = TestImages.emptyPng(100, 100, 8, 0, 80_000);
        assertSize(made(longer).large, 100, 100);
    }
}
