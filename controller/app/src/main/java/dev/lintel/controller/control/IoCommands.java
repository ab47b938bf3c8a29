package dev.lintel.controller.control;

import dev.lintel.controller.commission.BoxBoard;
import dev.lintel.controller.commission.BoxPoint;
import dev.lintel.controller.commission.InputBoard;
import dev.lintel.controller.commission.InputWatch;
import dev.lintel.controller.commission.Inputs;
import dev.lintel.controller.commission.Point;
import dev.lintel.controller.commission.WireDesk;
import dev.lintel.controller.door.DoorOrders;
import dev.lintel.controller.door.OutputTest;
import dev.lintel.controller.time.Time;
import dev.lintel.reader.ReaderSignal;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The wires of a box that runs, one by one.
///
/// - `io watch` (field `channel`, none for all): every wired line as it is now, then each change until the client
///   leaves, as `{at, channel_id, line, state, active, change}`. Without a channel also the lines of the box, whose
///   `channel_id` is null.
/// - `io test` (`channel`, `output`: `sounder`, `led` or `buzzer`; for the latter two `reader`, `entry` by default, and
///   for a lamp `colour`: `red`, `green` or `amber`): `{channel_id, output, seconds}` once it is on. With `name` in
///   place of `channel` and `output`: a named output of the box.
public final class IoCommands {
    private static final String BY = "command line";
    private static final Duration LOOK = Duration.ofMillis(500);
    /// Soon enough for an eye.
    private static final Duration LOOK_AT_BOX = Duration.ofMillis(50);

    private final WireDesk desk;
    private final Time time;

    public IoCommands(WireDesk desk, Time time) {
        this.desk = desk;
        this.time = time;
    }

    /// Adds what may be asked by name.
    public void addTo(Map<String, Command> commands) {
        commands.put("io watch", this::watch);
        commands.put("io test", this::test);
    }

    void watch(Request request, Responses out) throws InterruptedException {
        Long only = request.nullableNumber("channel");
        InputBoard board = desk.inputs();
        if (only != null && board.of(only) == null) throw new Refused("channel " + only + " is not wired to this box");
        try (InputWatch watch = board.watch();
                BoxBoard.Watch box = desk.box().watch()) {
            for (Inputs inputs : board.all()) {
                if (only != null && inputs.channelId() != only) continue;
                inputs.points().forEach((name, point) -> {
                    if (point.wired()) out.send(line(inputs.channelId(), name, point, time.now(), false));
                });
            }
            if (only == null) {
                for (BoxPoint point : desk.box().all()) out.send(line(point, false));
            }
            while (out.open()) {
                InputWatch.Change change = watch.next(only == null ? LOOK_AT_BOX : LOOK);
                if (only == null) {
                    for (BoxPoint point : box.changes()) out.send(line(point, true));
                }
                if (change == null || (only != null && change.channelId() != only)) continue;
                out.send(line(change.channelId(), change.name(), change.now(), change.at(), true));
            }
        }
    }

    private static Map<String, @Nullable Object> line(
            long channelId, Point.Name name, Point point, Instant at, boolean change) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("at", at.toString());
        json.put("channel_id", channelId);
        json.put("line", name.word());
        json.put("state", name.state(point.active()));
        json.put("active", point.active());
        json.put("change", change);
        return json;
    }

    private Map<String, @Nullable Object> line(BoxPoint point, boolean change) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("at", time.now().toString());
        json.put("channel_id", null);
        json.put("line", point.line());
        json.put("state", point.state());
        json.put("active", point.active());
        json.put("change", change);
        return json;
    }

    void test(Request request, Responses out) {
        String name = request.nullableText("name");
        if (name != null) {
            done(desk.outputs().test(name, BY));
            out.send(Map.of("name", name, "seconds", OutputTest.SOUNDED.toSeconds()));
            return;
        }
        long channelId = request.number("channel");
        String output = request.text("output");
        OutputTest test = test(request, output);
        long seconds = test instanceof OutputTest.Sound ? OutputTest.SOUNDED.toSeconds() : OutputTest.SHOWN.toSeconds();
        done(desk.tests().test(channelId, test, BY));
        out.send(Map.of("channel_id", channelId, "output", output, "seconds", seconds));
    }

    private static void done(DoorOrders.Outcome outcome) {
        switch (outcome) {
            case DoorOrders.Outcome.Done _ -> {}
            case DoorOrders.Outcome.Refused(String why) -> throw new Refused(why);
            case DoorOrders.Outcome.Unanswered(String why, boolean _) -> throw new Refused(why);
        }
    }

    private static OutputTest test(Request request, String output) {
        String asked = request.nullableText("reader");
        String side = asked == null ? "entry" : asked;
        String colour = request.nullableText("colour");
        if (colour != null && !output.equals("led")) throw new Refused("only a lamp has a colour");
        return switch (output) {
            case "sounder" -> new OutputTest.Sound();
            case "buzzer" -> new OutputTest.Show(side, ReaderSignal.REJECTED);
            case "led" -> new OutputTest.Show(side, signal(colour == null ? "green" : colour));
            default -> throw new Refused("output is sounder, led or buzzer, not " + output);
        };
    }

    /// What a reader shows in that colour alone.
    private static ReaderSignal signal(String colour) {
        return switch (colour) {
            case "red" -> ReaderSignal.LOCKDOWN;
            case "green" -> ReaderSignal.UNLOCKED;
            case "amber" -> ReaderSignal.WAITING_FOR_PIN;
            default -> throw new Refused("colour is " + String.join(", ", COLOURS) + ", not " + colour);
        };
    }

    private static final List<String> COLOURS = List.of("red", "green", "amber");
}
