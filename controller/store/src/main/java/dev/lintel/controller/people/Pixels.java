package dev.lintel.controller.people;

import java.awt.image.BufferedImage;
import java.awt.image.IndexColorModel;
import java.awt.image.Raster;

/// A small picture in memory: red, green and blue of 8 bits in an int, by row. Never changed once made.
///
/// Scaled here, and not by Java 2D, whose way leads through fonts, screens and native libraries that a board has
/// not.
final class Pixels {
    private static final int WHITE = 255;

    private final int width;
    private final int height;
    private final int[] colours;

    private Pixels(int width, int height, int[] colours) {
        this.width = width;
        this.height = height;
        this.colours = colours;
    }

    int width() {
        return width;
    }

    int height() {
        return height;
    }

    /// The colour at a place, as `0xRRGGBB`.
    int at(int x, int y) {
        return colours[y * width + x];
    }

    /// What a reader decoded, on white where it lets something through.
    static Pixels of(BufferedImage image) {
        var pixels = new Pixels(image.getWidth(), image.getHeight(), new int[image.getWidth() * image.getHeight()]);
        Raster raster = image.getRaster();
        int bits = raster.getSampleModel().getSampleSize(0);
        int bands = raster.getNumBands();
        int[] row = new int[pixels.width * bands];
        for (int y = 0; y < pixels.height; y++) {
            raster.getPixels(0, y, pixels.width, 1, row);
            for (int x = 0; x < pixels.width; x++) {
                pixels.colours[y * pixels.width + x] = image.getColorModel() instanceof IndexColorModel index
                        ? colour(index, row[x])
                        : colour(row, x * bands, bands, bits - 8);
            }
        }
        return pixels;
    }

    private static int colour(IndexColorModel palette, int entry) {
        int covers = palette.getAlpha(entry);
        return onWhite(palette.getRed(entry), palette.getGreen(entry), palette.getBlue(entry), covers);
    }

    /// One, two, three or four channels: grey or colours, with how much they cover when the number is even. Not
    /// by the image's own colour model, for which grey is linear light.
    private static int colour(int[] row, int at, int bands, int shift) {
        int covers = bands % 2 == 0 ? row[at + bands - 1] >> shift : WHITE;
        int red = row[at] >> shift;
        if (bands < 3) return onWhite(red, red, red, covers);
        return onWhite(red, row[at + 1] >> shift, row[at + 2] >> shift, covers);
    }

    private static int onWhite(int red, int green, int blue, int covers) {
        return joined(over(red, covers), over(green, covers), over(blue, covers));
    }

    private static int over(int colour, int covers) {
        return (colour * covers + WHITE * (WHITE - covers) + WHITE / 2) / WHITE;
    }

    /// What a reader decoded of four inks, as they are stored.
    static Pixels ofInks(Raster raster, ImageHeader.Inks inks) {
        var pixels = new Pixels(raster.getWidth(), raster.getHeight(), new int[raster.getWidth() * raster.getHeight()]);
        int[] row = new int[pixels.width * 4];
        for (int y = 0; y < pixels.height; y++) {
            raster.getPixels(0, y, pixels.width, 1, row);
            for (int x = 0; x < pixels.width; x++) pixels.colours[y * pixels.width + x] = ofInks(row, x * 4, inks);
        }
        return pixels;
    }

    private static int ofInks(int[] row, int at, ImageHeader.Inks inks) {
        int first = row[at];
        int second = row[at + 1];
        int third = row[at + 2];
        int black = row[at + 3];
        return switch (inks) {
            case CMYK -> mixed(WHITE - first, WHITE - second, WHITE - third, WHITE - black);
            case CMYK_INVERTED, NONE -> mixed(first, second, third, black);
            case YCCK_INVERTED -> {
                double red = first + 1.402 * (third - 128);
                double green = first - 0.344136 * (second - 128) - 0.714136 * (third - 128);
                double blue = first + 1.772 * (second - 128);
                yield mixed(within(red), within(green), within(blue), black);
            }
        };
    }

    private static int mixed(int red, int green, int blue, int light) {
        return joined(red * light / WHITE, green * light / WHITE, blue * light / WHITE);
    }

    private static int joined(int red, int green, int blue) {
        return (red << 16) | (green << 8) | blue;
    }

    private static int within(double colour) {
        return Math.clamp(Math.round(colour), 0, WHITE);
    }

    /// As large as it may be within a square of `side`; never larger than it is.
    Pixels within(int side) {
        int longer = Math.max(width, height);
        if (longer <= side) return this;
        int newWidth = Math.max(1, Math.round((float) width * side / longer));
        int newHeight = Math.max(1, Math.round((float) height * side / longer));
        return scaled(newWidth, newHeight);
    }

    /// The middle of it as a square of `side`, made larger where it is smaller.
    Pixels square(int side) {
        int shorter = Math.min(width, height);
        int left = (width - shorter) / 2;
        int top = (height - shorter) / 2;
        int[] middle = new int[shorter * shorter];
        for (int y = 0; y < shorter; y++) {
            System.arraycopy(colours, (top + y) * width + left, middle, y * shorter, shorter);
        }
        return new Pixels(shorter, shorter, middle).scaled(side, side);
    }

    /// Each new pixel is the mean of the old ones under it, by how much of each lies there.
    private Pixels scaled(int newWidth, int newHeight) {
        int[] scaled = new int[newWidth * newHeight];
        float across = (float) width / newWidth;
        float down = (float) height / newHeight;
        for (int y = 0; y < newHeight; y++) {
            for (int x = 0; x < newWidth; x++) {
                scaled[y * newWidth + x] = mean(x * across, (x + 1) * across, y * down, (y + 1) * down);
            }
        }
        return new Pixels(newWidth, newHeight, scaled);
    }

    private int mean(float left, float right, float top, float bottom) {
        float red = 0;
        float green = 0;
        float blue = 0;
        float all = 0;
        for (int y = (int) top; y < Math.min(height, Math.ceil(bottom)); y++) {
            float high = Math.min(bottom, y + 1) - Math.max(top, y);
            for (int x = (int) left; x < Math.min(width, Math.ceil(right)); x++) {
                float part = high * (Math.min(right, x + 1) - Math.max(left, x));
                int colour = colours[y * width + x];
                red += part * ((colour >> 16) & 0xFF);
                green += part * ((colour >> 8) & 0xFF);
                blue += part * (colour & 0xFF);
                all += part;
            }
        }
        return joined(Math.round(red / all), Math.round(green / all), Math.round(blue / all));
    }

    /// As EXIF's orientation 1 to 8 wants it shown.
    Pixels turned(int orientation) {
        if (orientation == 1) return this;
        boolean sideways = orientation >= 5;
        int newWidth = sideways ? height : width;
        int newHeight = sideways ? width : height;
        int[] turned = new int[colours.length];
        for (int y = 0; y < newHeight; y++) {
            for (int x = 0; x < newWidth; x++) {
                int across = sideways ? y : x;
                int down = sideways ? x : y;
                boolean fromRight = orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8;
                boolean fromBottom = orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7;
                int oldX = fromRight ? width - 1 - across : across;
                int oldY = fromBottom ? height - 1 - down : down;
                turned[y * newWidth + x] = colours[oldY * width + oldX];
            }
        }
        return new Pixels(newWidth, newHeight, turned);
    }

    /// For a writer.
    BufferedImage image() {
        var image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        image.getRaster().setDataElements(0, 0, width, height, colours);
        return image;
    }
}
