package dev.lintel.controller.commission;

import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.json.Json;
import dev.lintel.controller.json.JsonException;
import dev.lintel.controller.time.Time;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// What was tried at each door and what came of it: `commissioning.json` in the data folder, written anew with
/// each result. A result holds for what it was seen with ([TestBasis]); what is wired otherwise is to be tried
/// again. Any thread; `this` guards the sheet.
public final class TestSheet {
    static final String FILE = "commissioning.json";

    /// A note is a remark, not a letter.
    public static final int NOTE_MAX = 500;

    /// 64 doors with eleven tests and their notes, in whatever letters, are half of it.
    private static final int FILE_BYTES_MAX = 4 * 1024 * 1024;

    private final Path file;
    private final Time time;
    private final Map<Integer, Map<DoorTest, Kept>> doors = new TreeMap<>(); // by unit
    /// By unit, what was not at rest as a test began, with what it was seen with.
    private final Map<Integer, Map<DoorTest, String>> doubts = new TreeMap<>();
    private @Nullable Finished finished;
    private boolean standsAlone;

    /// What came of a test.
    public enum State {
        PASSED,
        FAILED,
        /// Somebody decided that it is not to be tried, and says why.
        LEFT_OUT;

        public String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        /// Null for a word that is none.
        public static @Nullable State named(String word) {
            for (State state : values()) if (state.word().equals(word)) return state;
            return null;
        }
    }

    /// One test's result.
    ///
    /// @param seen the box saw it by itself; else `by` said so
    /// @param by who tried it
    /// @param atMs when, milliseconds since 1970
    public record Result(State state, boolean seen, String by, long atMs, String note) {}

    /// Who handed the box over, and when.
    public record Finished(String by, long atMs) {}

    /// A result, and what it was seen with.
    private record Kept(String basis, Result result) {}

    private TestSheet(Path file, Time time) {
        this.file = file;
        this.time = time;
    }

    /// Reads the sheet of the data folder `folder`. One that cannot be read is put aside as `commissioning.json.unread`
    /// with the next result, and an empty one begins.
    public static TestSheet open(Path folder, Time time) {
        var sheet = new TestSheet(folder.resolve(FILE), time);
        try {
            sheet.read();
        } catch (IOException | JsonException | IllegalArgumentException e) { // in words for the log: doors work without
            System.getLogger(TestSheet.class.getName())
                    .log(
                            System.Logger.Level.ERROR,
                            sheet.file + " cannot be read, tests begin anew: " + e.getMessage());
            sheet.putAside();
        }
        return sheet;
    }

    /// The result of a unit's test that depends on `basis` now; null where nobody has tried it with that.
    public synchronized @Nullable Result of(int unit, DoorTest test, String basis) {
        Kept kept = doors.getOrDefault(unit, Map.of()).get(test);
        return kept == null || !kept.basis.equals(basis) ? null : kept.result;
    }

    /// The box saw that it works. Returns whether that is news: what somebody said of it stays as it is, and what was
    /// not at rest as a test began was not seen to work.
    public synchronized boolean saw(int unit, DoorTest test, String basis, String by) {
        if (of(unit, test, basis) != null || doubts(unit, test, basis)) return false;
        keep(unit, test, basis, new Result(State.PASSED, true, by, time.nowMs(), ""));
        return true;
    }

    /// Keeps a result in place of any before.
    public synchronized void keep(int unit, DoorTest test, String basis, Result result) {
        Map<DoorTest, Kept> door = doors.get(unit);
        Map<DoorTest, Kept> results = new EnumMap<>(DoorTest.class);
        if (door != null) results.putAll(door);
        results.put(test, new Kept(basis, result));
        doors.put(unit, results);
        try {
            write();
        } catch (CommissionException e) {
            if (door == null) doors.remove(unit);
            else doors.put(unit, door);
            throw e;
        }
    }

    /// Whether the input of a test that depends on `basis` now was not at rest as somebody began to try it, and nobody
    /// has said since that it is.
    public synchronized boolean doubts(int unit, DoorTest test, String basis) {
        return basis.equals(doubts.getOrDefault(unit, Map.of()).get(test));
    }

    /// It is not at rest. What has a result is not doubted: somebody may stand in a door that was tried.
    public synchronized void doubt(int unit, DoorTest test, String basis) {
        if (of(unit, test, basis) != null) return;
        if (basis.equals(
                doubts.computeIfAbsent(unit, _ -> new EnumMap<>(DoorTest.class)).put(test, basis))) return;
        write(); // where the disk does not take it, it is doubted until the box ends
    }

    /// They are at rest.
    public synchronized void settle(int unit, Set<DoorTest> tests) {
        Map<DoorTest, String> door = doubts.get(unit);
        if (door == null) return;
        Map<DoorTest, String> before = new EnumMap<>(door);
        if (!door.keySet().removeAll(tests)) return;
        try {
            write();
        } catch (CommissionException e) {
            door.putAll(before);
            throw e;
        }
    }

    /// As `by` says. Throws [CommissionException] for a note that is too long.
    public Result said(State state, String by, String note) {
        if (note.length() > NOTE_MAX) {
            throw new CommissionException("a note has " + NOTE_MAX + " characters at most");
        }
        return new Result(state, false, by, time.nowMs(), note.strip());
    }

    public synchronized @Nullable Finished finished() {
        return finished;
    }

    public synchronized void finish(String by) {
        Finished before = finished;
        finished = new Finished(by, time.nowMs());
        try {
            write();
        } catch (CommissionException e) {
            finished = before;
            throw e;
        }
    }

    /// Whether somebody decided that this box follows nobody.
    public synchronized boolean standsAlone() {
        return standsAlone;
    }

    public synchronized void standAlone() {
        boolean before = standsAlone;
        standsAlone = true;
        try {
            write();
        } catch (CommissionException e) {
            standsAlone = before;
            throw e;
        }
    }

    private void write() {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("version", 1);
        if (finished != null) tree.put("finished", Map.of("by", finished.by, "at_ms", finished.atMs));
        tree.put("stands_alone", standsAlone);
        Map<String, Object> units = new LinkedHashMap<>();
        doors.forEach((unit, door) -> {
            Map<String, Object> results = new LinkedHashMap<>();
            door.forEach((test, kept) -> results.put(test.word(), tree(kept)));
            // An earlier version looks for one wiring of all tests: it finds another, and reads the rest of the sheet.
            units.put(unit.toString(), Map.of("wiring", "", "results", results));
        });
        tree.put("doors", units);
        Map<String, Object> doubted = new LinkedHashMap<>();
        doubts.forEach((unit, door) -> {
            Map<String, Object> tests = new LinkedHashMap<>();
            door.forEach((test, basis) -> tests.put(test.word(), basis));
            if (!tests.isEmpty()) doubted.put(unit.toString(), tests);
        });
        tree.put("not_at_rest", doubted);
        try {
            DataFolder.writeDurably(file, Json.pretty(tree).getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new CommissionException(file + " cannot be written: " + e.getMessage());
        }
    }

    private static Map<String, Object> tree(Kept kept) {
        Result result = kept.result;
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("basis", kept.basis);
        tree.put("state", result.state.word());
        tree.put("seen", result.seen);
        tree.put("by", result.by);
        tree.put("at_ms", result.atMs);
        tree.put("note", result.note);
        return tree;
    }

    private void read() throws IOException {
        if (!Files.exists(file)) return;
        if (Files.size(file) > FILE_BYTES_MAX) throw new IOException("is larger than " + FILE_BYTES_MAX + " bytes");
        Map<String, @Nullable Object> tree = Json.parseObject(Files.readString(file));
        standsAlone = Boolean.TRUE.equals(tree.get("stands_alone"));
        if (tree.get("finished") instanceof Map<?, ?> by) finished = new Finished(text(by, "by"), number(by, "at_ms"));
        if (!(tree.get("doors") instanceof Map<?, ?> units)) return;
        units.forEach((unit, value) -> {
            if (!(value instanceof Map<?, ?> door))
                throw new IllegalArgumentException("unit " + unit + " is no object");
            Map<DoorTest, Kept> results = new EnumMap<>(DoorTest.class);
            if (door.get("results") instanceof Map<?, ?> all) all.forEach((word, one) -> read(results, word, one));
            doors.put(Integer.valueOf(String.valueOf(unit)), results);
        });
        if (tree.get("not_at_rest") instanceof Map<?, ?> all) {
            all.forEach((unit, door) -> readDoubts(Integer.parseInt(String.valueOf(unit)), door));
        }
    }

    private void readDoubts(int unit, @Nullable Object value) {
        if (!(value instanceof Map<?, ?> door)) throw new IllegalArgumentException("unit " + unit + " is no object");
        Map<DoorTest, String> tests = new EnumMap<>(DoorTest.class);
        door.forEach((word, basis) -> {
            DoorTest test = DoorTest.named(String.valueOf(word));
            if (test != null) tests.put(test, String.valueOf(basis));
        });
        doubts.put(unit, tests);
    }

    /// A test or state that a newer version knows is passed over; so is a result of an earlier one, which does not
    /// say all that it was seen with.
    private static void read(Map<DoorTest, Kept> results, Object word, @Nullable Object one) {
        DoorTest test = DoorTest.named(String.valueOf(word));
        if (test == null || !(one instanceof Map<?, ?> result) || !result.containsKey("basis")) return;
        State state = State.named(text(result, "state"));
        if (state == null) return;
        boolean seen = Boolean.TRUE.equals(result.get("seen"));
        var read = new Result(state, seen, text(result, "by"), number(result, "at_ms"), text(result, "note"));
        results.put(test, new Kept(text(result, "basis"), read));
    }

    private static String text(Map<?, ?> tree, String key) {
        if (tree.get(key) instanceof String text) return text;
        throw new IllegalArgumentException(key + " is not a text");
    }

    private static long number(Map<?, ?> tree, String key) {
        if (tree.get(key) instanceof Long number) return number;
        throw new IllegalArgumentException(key + " is not a number");
    }

    private void putAside() {
        doors.clear();
        doubts.clear();
        finished = null;
        standsAlone = false;
        try {
            Files.move(file, file.resolveSibling(FILE + ".unread"), java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) { // it stays, and the next result says that it cannot be written
            System.getLogger(TestSheet.class.getName())
                    .log(System.Logger.Level.ERROR, file + " cannot be put aside: " + e.getMessage());
        }
    }
}
