package dev.lintel.tools.image;

import dev.lintel.tools.pack.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The SHA-256 of an image in a file beside it, `IMAGE.sha256`, as `sha256sum` writes and checks it. No
/// part's own program sees a byte that changed within a kernel or a jar. Against somebody who changes both
/// files it is no help.
public final class ImageSum {
    private static final Pattern LINE = Pattern.compile("([0-9a-fA-F]{64}) [ *].+");

    private ImageSum() {}

    static Path beside(Path image) {
        return image.resolveSibling(image.getFileName() + ".sha256");
    }

    /// Puts an image that was made to its place. At no time is a sum there that is not of the image beside it.
    static void publish(Path part, Path image) throws IOException {
        String sum = Trees.sha256(part);
        Path file = beside(image);
        Files.deleteIfExists(file);
        Trees.moveOver(part, image);
        Path next = file.resolveSibling(file.getFileName() + ".part");
        Files.writeString(next, sum + "  " + image.getFileName() + "\n");
        Trees.moveOver(next, file);
    }

    /// Compares an image with the file beside it, whatever name stands there. Null where there is no such
    /// file; throws [ImageException] where the image is another one.
    public static @Nullable String check(Path image) {
        Path file = beside(image);
        if (!Files.exists(file)) return null;
        try {
            Matcher line =
                    LINE.matcher(Files.readString(file).lines().findFirst().orElse(""));
            if (!line.matches()) throw new ImageException(file + " is not as sha256sum writes it");
            String sum = Trees.sha256(image);
            if (sum.equalsIgnoreCase(line.group(1))) return sum;
            throw new ImageException(image + " is not what was made: " + file + " has another sum");
        } catch (IOException e) {
            throw new ImageException(image + " cannot be compared with " + file + ": " + e.getMessage(), e);
        }
    }
}
