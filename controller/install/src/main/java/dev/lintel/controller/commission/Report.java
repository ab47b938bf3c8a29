package dev.lintel.controller.commission;

import dev.lintel.controller.commission.TestSheet.Result;
import dev.lintel.controller.config.ChannelWiring;
import dev.lintel.controller.config.ControllerConfig;
import dev.lintel.controller.config.FireRelease;
import dev.lintel.controller.time.ClockReading;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What is handed over with a box: what it is, how each door is wired, and what was tried there by whom.
/// Immutable; made when it is asked for.
///
/// @param made when, as ISO 8601
/// @param box what it is and where it stands, by name
/// @param open tests that are not tried yet, were left out or failed, and what does not work, in sentences
/// @param finished who handed it over and when; null while nobody has
public record Report(
        String made,
        Map<String, String> box,
        List<Door> doors,
        List<String> open,
        TestSheet.@Nullable Finished finished) {
    public Report {
        doors = List.copyOf(doors);
        open = List.copyOf(open);
    }

    /// A door with its wiring, and a line for each test.
    public record Door(int unit, @Nullable Long channelId, String name, Map<String, String> wiring, List<Line> tests) {
        public Door {
            tests = List.copyOf(tests);
        }
    }

    /// A test; `result` null: nobody has tried it.
    public record Line(DoorTest test, @Nullable Result result) {}

    /// What the box says of itself.
    ///
    /// @param url where it is served; null while it is not
    /// @param fingerprint of the authority of its certificate; null where there is none to show
    /// @param clock what it takes the time for
    /// @param following whom it follows, in a sentence; null: nobody
    /// @param troubles what /health complains of
    public record Facts(
            String version,
            Supplier<@Nullable String> url,
            Supplier<@Nullable String> fingerprint,
            Supplier<ClockReading> clock,
            Supplier<@Nullable String> following,
            Supplier<List<String>> troubles) {}

    public static Report of(Commissioning commissioning, Facts facts) {
        ClockReading clock = facts.clock.get();
        Commissioning.Place place = commissioning.place();
        Map<String, String> box = new LinkedHashMap<>();
        box.put("Box", place.box());
        box.put("Site", place.site() + ", " + place.account());
        box.put("Time zone", place.zone());
        put(box, "Address", facts.url.get());
        put(box, "Certificate authority (SHA-256)", facts.fingerprint.get());
        box.put("Version", facts.version);
        box.put("Hardware", hardware(commissioning.running()));
        box.putAll(WiringWords.ofBox(commissioning.running()));
        box.put("Clock", clock(clock));
        String following = facts.following.get();
        box.put("Follows", following == null ? "nobody: its own database is the truth" : following);
        List<String> troubles = facts.troubles.get();
        var doors = new ArrayList<Door>();
        var open = new ArrayList<String>();
        for (DoorSheet door : commissioning.doors()) {
            doors.add(door(door, commissioning.running()));
            open.addAll(open(door));
            ChannelWiring wiring = commissioning.running().channel(door.unit());
            if (wiring != null
                    && FireRelease.isMissing(wiring, commissioning.running().inputs())) {
                open.add(door.name() + ": nothing releases it in a fire; " + FireRelease.ADVICE + ".");
            }
        }
        for (String barred : commissioning.siteDesk().barred()) {
            open.add(barred + ": no group passes it; only a role of somebody's own or a reservation opens it.");
        }
        if (commissioning.waitsForStart()) open.add("The wiring was changed, and the box was not started with it yet.");
        for (String trouble : troubles) open.add("The box says: " + trouble);
        return new Report(
                clock.now().toString(), box, doors, open, commissioning.sheet().finished());
    }

    private static void put(Map<String, String> box, String name, @Nullable String value) {
        if (value != null) box.put(name, value);
    }

    private static String hardware(ControllerConfig config) {
        return switch (config.hardware()) {
            case SIMULATED -> "simulated";
            case BOARD -> "board, " + config.chip();
        };
    }

    private static String clock(ClockReading clock) {
        return switch (clock.trust()) {
            case TRUSTED -> "right";
            case HELD -> "held: it may be behind";
            case WRONG -> "wrong";
        };
    }

    private static Door door(DoorSheet door, ControllerConfig config) {
        ChannelWiring wiring = config.channel(door.unit());
        var tests = new ArrayList<Line>();
        door.tests().forEach((test, result) -> tests.add(new Line(test, result)));
        return new Door(
                door.unit(),
                door.channelId(),
                door.name(),
                wiring == null ? Map.of() : WiringWords.of(wiring, config.inputs()),
                tests);
    }

    private static List<String> open(DoorSheet door) {
        var open = new ArrayList<String>();
        var untried = new ArrayList<String>();
        String name = door.name();
        if (door.channelId() == null) open.add(name + ": no channel of the site has it, so nobody passes.");
        else if (door.tests().isEmpty()) open.add(name + ": it is not wired.");
        door.tests().forEach((test, result) -> {
            if (result == null) untried.add(test.title());
            else if (result.state() != TestSheet.State.PASSED) {
                String how = result.state() == TestSheet.State.FAILED ? " failed: " : " was left out: ";
                open.add(name + ": the " + test.title() + how + result.note());
            }
        });
        if (!untried.isEmpty()) open.add(name + ", not tried: " + String.join(", ", untried) + ".");
        return open;
    }

    /// Names all that is open: whoever hands the box over has been shown exactly this.
    public String openMark() {
        return Integer.toHexString(open.hashCode());
    }

    /// As an object for programs.
    public Map<String, @Nullable Object> toTree() {
        Map<String, @Nullable Object> tree = new LinkedHashMap<>();
        tree.put("made", made);
        tree.put("finished_by", finished == null ? null : finished.by());
        tree.put(
                "finished_at",
                finished == null ? null : Instant.ofEpochMilli(finished.atMs()).toString());
        tree.put("box", box);
        tree.put("doors", doors.stream().map(Report::tree).toList());
        tree.put("open", open);
        tree.put("open_mark", openMark());
        return tree;
    }

    private static Map<String, @Nullable Object> tree(Door door) {
        Map<String, @Nullable Object> tree = new LinkedHashMap<>();
        tree.put("unit", door.unit);
        tree.put("channel_id", door.channelId);
        tree.put("name", door.name);
        tree.put("wiring", door.wiring);
        tree.put("tests", door.tests.stream().map(Report::tree).toList());
        return tree;
    }

    private static Map<String, @Nullable Object> tree(Line line) {
        Map<String, @Nullable Object> tree = new LinkedHashMap<>();
        Result result = line.result;
        tree.put("test", line.test.word());
        tree.put("title", line.test.title());
        tree.put("state", result == null ? "open" : result.state().word());
        if (result == null) return tree;
        tree.put("seen_by_the_box", result.seen());
        tree.put("by", result.by());
        tree.put("at", Instant.ofEpochMilli(result.atMs()).toString());
        tree.put("note", result.note());
        return tree;
    }
}
