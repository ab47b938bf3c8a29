package dev.lintel.controller.commission;

import dev.lintel.controller.commission.TestSheet.Result;
import dev.lintel.controller.door.DoorView;
import dev.lintel.controller.door.DoorViews;
import dev.lintel.controller.event.Event;
import dev.lintel.controller.event.EventLog;
import dev.lintel.controller.store.EventStore;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Follows a door while somebody tries it, and notes what works as soon as it is seen. On the thread of whoever
/// watches, which may block: it never slows a door.
public final class TrialWatch {
    /// An event that changes no picture is seen after so long.
    private static final long LOOK_MS = 200;
    /// What happened in the time of a look; more is read with the next.
    private static final int EVENTS_MAX = 100;

    private final Commissioning commissioning;
    private final DoorViews doors;
    private final InputBoard inputs;
    private final EventLog log;
    private final EventStore events;

    /// Who is shown what is seen.
    public interface Watcher {
        /// Something has changed. Throws when nobody listens any more.
        void see(Map<String, @Nullable Object> picture) throws InterruptedException;

        /// Whether the trial goes on; asked with each look.
        boolean goesOn() throws InterruptedException;
    }

    public TrialWatch(
            Commissioning commissioning, DoorViews doors, InputBoard inputs, EventLog log, EventStore events) {
        this.commissioning = commissioning;
        this.doors = doors;
        this.inputs = inputs;
        this.log = log;
        this.events = events;
    }

    /// Until the watcher has seen enough. `by` tries the door of `unit`. Throws [CommissionException] when there is
    /// nothing to try at it.
    public void run(int unit, String by, Watcher watcher) throws InterruptedException {
        DoorSheet first = commissioning.door(unit);
        Long channel = first == null || first.tests().isEmpty() ? null : first.channelId();
        if (channel == null) {
            throw new CommissionException("unit " + unit + " is no door that this box was started with");
        }
        var trial = new DoorTrial(channel);
        long cursor = log.head();
        long revision = doors.revision();
        Map<String, @Nullable Object> shown = Map.of();
        boolean begun = false;
        try {
            while (watcher.goesOn()) {
                DoorView view = doors.of(channel);
                if (view != null) {
                    Inputs now = inputs.of(channel);
                    if (!begun) commissioning.doubts().begins(unit, DoorTrial.on(view, now));
                    begun = true;
                    note(unit, by, trial.look(view, now));
                }
                List<Event> happened = log.head() > cursor ? events.after(cursor, EVENTS_MAX) : List.of();
                for (Event event : happened) note(unit, by, trial.happened(event));
                if (!happened.isEmpty()) cursor = happened.getLast().id();
                Map<String, @Nullable Object> picture = picture(unit, view, trial);
                if (!picture.equals(shown)) {
                    shown = picture;
                    watcher.see(picture);
                }
                revision = doors.awaitChange(revision, LOOK_MS);
            }
        } finally {
            if (begun) commissioning.doubts().ends(unit);
        }
    }

    /// Whoever stands at the door says that what was not at rest as a test of it began is at rest now: of
    /// these, what is in doubt and without a result counts from now on. Throws [CommissionException]
    /// where the box does not see it so.
    public void atRest(int unit, Set<DoorTest> tests) {
        DoorSheet door = commissioning.door(unit);
        DoorView view = door == null || door.channelId() == null ? null : doors.of(door.channelId());
        if (door == null || view == null)
            throw new CommissionException("unit " + unit + " is no door that this box was started with");
        Set<DoorTest> doubted = EnumSet.noneOf(DoorTest.class);
        door.tests().forEach((test, result) -> {
            boolean open = result == null && commissioning.doubts().holds(unit, test);
            if (open && tests.contains(test)) doubted.add(test);
        });
        Set<DoorTest> on = DoorTrial.on(view, inputs.of(view.channelId()));
        on.retainAll(doubted);
        if (!on.isEmpty()) {
            String which = on.stream().map(DoorTest::title).collect(Collectors.joining(", "));
            throw new CommissionException("the box does not see it at rest: " + which
                    + "; where it is, the switch is of the other kind, and its level the other");
        }
        commissioning.doubts().settle(unit, doubted);
    }

    private void note(int unit, String by, Set<DoorTest> seen) {
        for (DoorTest test : seen) commissioning.saw(unit, test, by);
    }

    private Map<String, @Nullable Object> picture(int unit, @Nullable DoorView view, DoorTrial trial) {
        Map<String, @Nullable Object> picture = new LinkedHashMap<>();
        picture.put("unit", unit);
        picture.put("state", view == null ? "off" : view.state());
        picture.put("strike", view != null && view.strikeReleased() ? "released" : "secured");
        picture.put("leaf", view != null && view.leafOpen() ? "open" : "closed");
        picture.put("readers", view == null ? Map.of() : view.readersOnline());
        picture.put("tamper", view != null && view.tampered(DoorView.DOOR));
        picture.put("fire", view != null && view.standing().fire());
        DoorSheet door = commissioning.door(unit);
        var tests = new ArrayList<Map<String, @Nullable Object>>();
        if (door != null) door.tests().forEach((test, result) -> tests.add(test(unit, test, result, trial)));
        picture.put("tests", tests);
        return picture;
    }

    private Map<String, @Nullable Object> test(int unit, DoorTest test, @Nullable Result result, DoorTrial trial) {
        Doubts doubts = commissioning.doubts();
        Doubt doubt = result == null && doubts.holds(unit, test) ? doubts.asked(unit, test) : null;
        Map<String, @Nullable Object> shown = new LinkedHashMap<>();
        shown.put("test", test.word());
        shown.put("title", test.title());
        shown.put(
                "state",
                result == null ? state(test, doubt, trial) : result.state().word());
        shown.put("seen", result != null && result.seen());
        shown.put("note", result == null ? "" : result.note());
        if (doubt != null) shown.put("question", doubt.question());
        if (doubt != null) shown.put("remedy", doubt.command(unit));
        return shown;
    }

    private static String state(DoorTest test, @Nullable Doubt doubt, DoorTrial trial) {
        if (doubt != null) return "doubted";
        return trial.halfSeen(test) ? "half" : "open";
    }
}
