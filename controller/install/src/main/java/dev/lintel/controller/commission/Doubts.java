package dev.lintel.controller.commission;

import dev.lintel.controller.config.ChannelWiring;
import dev.lintel.controller.config.ControllerConfig;
import dev.lintel.controller.time.Time;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What was not at rest as somebody began to try a door. It counts for nothing, whoever tries it and on whichever page,
/// until somebody says that it is at rest now, or it is wired otherwise.
///
/// ```
///   a trial begins, and no other of that door goes on    what is on then is doubted
///   ... while another goes on, or soon after it          a part of that one: whoever tries the door may stand in it;
///                                                        for as long as trying a door takes
/// ```
///
/// Any thread that may write a file; `this` guards which trials go on.
public final class Doubts {
    /// A page loads itself anew, and a phone is away for a moment, within one trial.
    static final Duration SOON = Duration.ofSeconds(30);
    /// Nobody tries one door for longer; a page that is open since the morning tells nothing of how it stands now.
    static final Duration LONG = Duration.ofMinutes(10);

    private final ControllerConfig running;
    private final TestSheet sheet;
    private final Time time;
    private final Map<Integer, Integer> going = new HashMap<>(); // by unit, how many
    private final Map<Integer, Long> begunNs = new HashMap<>(); // by unit, when the first of them did
    private final Map<Integer, Long> endedNs = new HashMap<>(); // by unit, when the last ended

    Doubts(ControllerConfig running, TestSheet sheet, Time time) {
        this.running = running;
        this.sheet = sheet;
        this.time = time;
    }

    /// Somebody begins to try a unit while the inputs of these tests are not at rest. Throws [CommissionException]
    /// where the disk does not take it: then nothing has begun.
    synchronized void begins(int unit, Set<DoorTest> on) {
        ChannelWiring wiring = running.channel(unit);
        if (!isPart(unit) && wiring != null) {
            for (DoorTest test : on) sheet.doubt(unit, test, TestBasis.of(test, wiring, running));
            begunNs.put(unit, time.nowNs());
        }
        going.merge(unit, 1, Integer::sum);
    }

    private boolean isPart(int unit) {
        boolean soon = going.containsKey(unit) || isWithin(SOON, endedNs.get(unit));
        return soon && isWithin(LONG, begunNs.get(unit));
    }

    private boolean isWithin(Duration span, @Nullable Long sinceNs) {
        return sinceNs != null && time.nowNs() - sinceNs < span.toNanos();
    }

    /// A trial that has begun is over.
    synchronized void ends(int unit) {
        going.computeIfPresent(unit, (_, trials) -> trials > 1 ? trials - 1 : null);
        endedNs.put(unit, time.nowNs());
    }

    /// They are at rest, as whoever stands there says. Throws [CommissionException] where the disk does not take it.
    void settle(int unit, Set<DoorTest> tests) {
        sheet.settle(unit, tests);
    }

    /// Whether a test of a unit counts for nothing now.
    boolean holds(int unit, DoorTest test) {
        ChannelWiring wiring = running.channel(unit);
        return wiring != null && sheet.doubts(unit, test, TestBasis.of(test, wiring, running));
    }

    /// What is asked where it does; null for a test of nothing that has a rest.
    public @Nullable Doubt asked(int unit, DoorTest test) {
        ChannelWiring wiring = running.channel(unit);
        return wiring == null ? null : Doubt.of(test, wiring, running.inputs());
    }
}
