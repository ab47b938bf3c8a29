package dev.lintel.controller.backup;

import dev.lintel.controller.files.LinkFree;
import dev.lintel.controller.json.Json;
import dev.lintel.controller.json.JsonException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What the mark of an [Exchange] says. Where a file lies tells how far the exchange has come:
///
/// ```
///                      before-restore-of-TIME   data folder   files.restoring
///   nothing moved                -                  old            new
///   the old one is out          old                  -             new
///   the new one is in           old                 new             -
/// ```
///
/// @param what the box that is restored, for sentences
/// @param before the folder that the old files go to
/// @param old names in the data folder that go, in the order in which they do
/// @param fresh names that come, in the order in which they do
record ExchangePlan(String what, String before, List<String> old, List<String> fresh) {
    /// A mark of a folder with some thousand files of somebody else's is larger; nobody has that in a box's
    /// folder.
    private static final int BYTES_MAX = 1 << 20;

    private static final Pattern BEFORE = Pattern.compile("before-restore-of-[0-9A-Z]+(-\\d+)?");

    ExchangePlan {
        old = List.copyOf(old);
        fresh = List.copyOf(fresh);
    }

    byte[] write() throws IOException {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("format", 1);
        json.put("what", what);
        json.put("before", before);
        json.put("old", old);
        json.put("new", fresh);
        byte[] bytes = Json.write(json).getBytes(StandardCharsets.UTF_8);
        if (bytes.length > BYTES_MAX) throw new IOException("too many files are in the data folder");
        return bytes;
    }

    /// Throws IOException for what is no mark of ours. Root reads it too, in a folder that is the box's: no
    /// name leads out of that.
    static ExchangePlan read(Path mark) throws IOException {
        try (var in = LinkFree.open(mark.resolveSibling("."), mark.getFileName().toString())) {
            Map<String, @Nullable Object> json =
                    Json.parseObject(new String(in.readNBytes(BYTES_MAX), StandardCharsets.UTF_8));
            String before = String.valueOf(json.get("before"));
            if (!BEFORE.matcher(before).matches()) throw new IOException(mark + " names no folder of before");
            String what = String.valueOf(json.get("what"));
            return new ExchangePlan(what, before, names(mark, json.get("old")), names(mark, json.get("new")));
        } catch (JsonException e) {
            throw new IOException(mark + " is damaged: " + e.getMessage(), e);
        }
    }

    private static List<String> names(Path mark, @Nullable Object list) throws IOException {
        if (!(list instanceof List<?> all)) throw new IOException(mark + " is damaged: it names no files");
        var names = new ArrayList<String>();
        for (Object each : all) {
            String name = String.valueOf(each);
            if (name.isEmpty() || name.contains("/") || name.equals(".") || name.equals("..")) {
                throw new IOException(mark + " names " + name + ", which is no file of the data folder");
            }
            names.add(name);
        }
        return names;
    }

    /// Whether the old one of that name has gone to where it is kept.
    boolean isOut(Path data, String name) {
        return isThere(data.resolve(before).resolve(name));
    }

    /// Whether the new one of that name stands in the data folder.
    boolean isIn(Path data, String name) {
        return !isThere(fresh(data, name)) && isThere(data.resolve(name)) && (!old.contains(name) || isOut(data, name));
    }

    /// A new file that nobody finds any more; null: the restored box is whole.
    @Nullable
    String lostOfFresh(Path data) {
        for (String name : fresh) if (!isThere(fresh(data, name)) && !isIn(data, name)) return name;
        return null;
    }

    /// An old file that nobody finds any more; null: the box of before is whole.
    @Nullable
    String lostOfOld(Path data) {
        for (String name : old) if (!isOut(data, name) && !isThere(data.resolve(name))) return name;
        return null;
    }

    /// Where a file of the box that goes on lies: of the restored one, or else of the one of before. Null
    /// where that box has none of this name.
    @Nullable
    Path place(Path data, String name) {
        if (lostOfFresh(data) == null) {
            if (!fresh.contains(name)) return null;
            return isIn(data, name) ? data.resolve(name) : fresh(data, name);
        }
        if (!old.contains(name)) return null;
        return isOut(data, name) ? data.resolve(before).resolve(name) : data.resolve(name);
    }

    private static Path fresh(Path data, String name) {
        return data.resolve(Exchange.FRESH).resolve(name);
    }

    /// Links are files here as well, wherever they lead.
    static boolean isThere(Path file) {
        return Files.exists(file, LinkOption.NOFOLLOW_LINKS);
    }
}
