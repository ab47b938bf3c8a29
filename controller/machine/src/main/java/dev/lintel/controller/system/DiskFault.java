package dev.lintel.controller.system;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a box of an image had to start without. Root's script leaves it for everybody to read, a line for each
/// partition: `data: the data partition cannot be read: …`. It is of this start of the machine alone. Nothing on a
/// machine that no image made.
///
/// @param sentences why, one for each partition
/// @param ofData whether it is about what the box knows: what it has now ends with this start, and it is no new
///     box that anybody may claim
public record DiskFault(List<String> sentences, boolean ofData) {
    /// All is there.
    public static final DiskFault NONE = new DiskFault(List.of(), false);

    private static final String FILE = "run/lintel-os/fault";
    private static final String DATA = "data: ";
    private static final String BOOT = "boot: ";
    /// Two sentences.
    private static final int BYTES_MAX = 4 * 1024;

    public DiskFault {
        sentences = List.copyOf(sentences);
    }

    /// Reads a small file: no event loop.
    ///
    /// @param root of the machine: `/`, but for tests
    public static DiskFault of(Path root) {
        var sentences = new ArrayList<String>();
        boolean ofData = false;
        for (String line : text(root.resolve(FILE)).split("\n", -1)) {
            if (line.startsWith(DATA) || line.startsWith(BOOT)) {
                sentences.add(line.substring(DATA.length()).strip());
            }
            ofData |= line.startsWith(DATA);
        }
        return new DiskFault(sentences, ofData);
    }

    private static String text(Path file) {
        try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            return new String(in.readNBytes(BYTES_MAX), StandardCharsets.UTF_8);
        } catch (NoSuchFileException e) {
            return "";
        } catch (IOException e) { // that it is there says enough not to be claimed
            return DATA + "why partitions are missing cannot be read: " + e.getMessage();
        }
    }

    /// All of it on one line; null: nothing is wrong.
    public @Nullable String words() {
        return sentences.isEmpty() ? null : String.join("; ", sentences);
    }
}
