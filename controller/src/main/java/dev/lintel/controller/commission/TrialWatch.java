package dev.lintel.controller.commission;

import dev.lintel.controller.commission.TestSheet.Result;
import dev.lintel.controller.door.DoorView;
import dev.lintel.controller.door.DoorViews;
import dev.lintel.controller.event.Event;
import dev.lintel.controller.event.EventLog;
import dev.lintel.controller.store.EventStore;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Follows a door while somebody tries it, and notes what works as soon as it is seen. On the thread of whoever
/// watches,
/// which may block: it never slows a door.
public final class TrialWatch {
    /// An event that changes no picture is seen after so long.
    private static final long LOOK_MS = 200;
    /// What happened in the time of a look; more is read with the next.
    private static final int EVENTS_MAX = 100;

    private final Commissioning commissioning;
    private final DoorViews doors;
    private final EventLog log;
    private final EventStore events;

    /// Who is shown what is seen.
    public interface Watcher {
        /// Something has changed. Throws when nobody listens any more.
        void see(Map<String, @Nullable Object> picture) throws InterruptedException;

        /// Whether the trial goes on; asked with each look.
        boolean goesOn() throws InterruptedException;
    }

    public TrialWatch(Commissioning commissioning, DoorViews doors, EventLog log, EventStore events) {
        this.commissioning = commissioning;
        this.doors = doors;
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
        while (watcher.goesOn()) {
            DoorView view = doors.of(channel);
            if (view != null) note(unit, by, trial.look(view));
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
        if (door != null) door.tests().forEach((test, result) -> tests.add(test(test, result, trial)));
        picture.put("tests", tests);
        return picture;
    }

    private static Map<String, @Nullable Object> test(DoorTest test, @Nullable Result result, DoorTrial trial) {
        Map<String, @Nullable Object> shown = new LinkedHashMap<>();
        shown.put("test", test.word());
        shown.put("title", test.title());
        shown.put(
                "state",
                result == null
                        ? (trial.halfSeen(test) ? "half" : "open")
                        : result.state().word());
        shown.put("seen", result != null && result.seen());
        shown.put("note", result == null ? "" : result.note());
        return shown;
    }
}
