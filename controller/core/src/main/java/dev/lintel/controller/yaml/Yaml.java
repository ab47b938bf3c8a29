package dev.lintel.controller.yaml;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// The way in: a file's text, and its root as a [Section].
public final class Yaml {
    /// A site with thousands of roles is a tenth of it.
    public static final int FILE_BYTES_MAX = 2 * 1024 * 1024;

    private static final String BYTE_ORDER_MARK = "\uFEFF";

    private Yaml() {}

    /// The file's text; null after adding a fault when it cannot be read, is too large or is not UTF-8.
    public static @Nullable String read(Path file, Faults faults) {
        byte[] bytes;
        try (InputStream in = Files.newInputStream(file)) {
            bytes = in.readNBytes(FILE_BYTES_MAX + 1);
        } catch (NoSuchFileException e) {
            faults.add(0, "", "there is no such file");
            return null;
        } catch (IOException e) { // no permission, a folder, a failing disk
            faults.add(0, "", "cannot be read: " + e.getMessage());
            return null;
        }
        if (bytes.length > FILE_BYTES_MAX) {
            faults.add(0, "", "is larger than " + FILE_BYTES_MAX / 1024 + " KiB");
            return null;
        }
        return decode(bytes, faults);
    }

    /// The root of `text`; an empty text is a root without keys. Null after adding at least one fault.
    public static @Nullable Section parse(String text, Faults faults) {
        String clean = text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
        if (clean.length() > FILE_BYTES_MAX) {
            faults.add(0, "", "is larger than " + FILE_BYTES_MAX / 1024 + " KiB");
            return null;
        }
        YamlNode root = YamlParser.parse(clean, faults);
        if (root == null) return null;
        if (root instanceof YamlNode.Mapping mapping) return new Section(mapping, "", faults);
        faults.add(root.line(), "", "the file must hold keys with values, not " + root.kind());
        return null;
    }

    private static @Nullable String decode(byte[] bytes, Faults faults) {
        var in = ByteBuffer.wrap(bytes);
        var out = CharBuffer.allocate(bytes.length);
        CoderResult result = StandardCharsets.UTF_8.newDecoder().decode(in, out, true);
        out.flip();
        if (!result.isError()) return out.toString();
        int line = 1 + (int) out.chars().filter(c -> c == '\n').count();
        faults.add(line, "", "holds a byte that is not UTF-8 text; save the file as UTF-8");
        return null;
    }
}
