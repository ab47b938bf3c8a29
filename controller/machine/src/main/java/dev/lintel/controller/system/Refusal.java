package dev.lintel.controller.system;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Something that a card was given for this box and that was refused. Root's script leaves why for
/// everybody to read, a line each: `join: the hub says: …`. What was refused it keeps for itself. Nothing
/// on a machine that no image made.
///
/// @param what `join` or `site.yaml`
/// @param why on one line, without controls
public record Refusal(String what, String why) {
    /// A hub to follow.
    public static final String JOIN = "join";
    /// Names, times and roles.
    public static final String SITE = "site.yaml";

    private static final String FILE = "refused";
    /// A site with many faults has the first of them in it.
    private static final int BYTES_MAX = 8 * 1024;

    private static final int WHY_MAX = 500;

    /// Whether it is about a hub.
    public boolean isJoin() {
        return what.equals(JOIN);
    }

    /// Reads a small file: no event loop.
    ///
    /// @param root of the machine: `/`, but for tests
    public static List<Refusal> all(Path root) {
        var found = new ArrayList<Refusal>();
        for (String line : read(SystemFolders.own(root).resolve(FILE)).split("\n", -1)) {
            for (String what : List.of(JOIN, SITE)) {
                boolean first = found.stream().noneMatch(one -> one.what.equals(what));
                if (first && line.startsWith(what + ": ")) found.add(new Refusal(what, plain(line, what.length() + 2)));
            }
        }
        return List.copyOf(found);
    }

    private static String read(Path file) {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) return "";
        try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            return new String(in.readNBytes(BYTES_MAX), StandardCharsets.UTF_8); // cut where it was cut
        } catch (IOException e) { // it goes at this moment, or is not for us
            return "";
        }
    }

    /// Whoever answers at the hub's address has written some of it.
    private static String plain(String line, int from) {
        String text = line.substring(from)
                .replaceAll("[\\p{Cc}\\p{Cf}\\p{Co}\\p{Cn}\\u2028\\u2029]+", " ")
                .strip();
        return text.length() <= WHY_MAX ? text : text.substring(0, WHY_MAX) + "…";
    }
}
