package dev.lintel.controller.commission;

import dev.lintel.controller.config.ChannelWiring;
import dev.lintel.controller.config.ControllerConfig;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What was not at rest as somebody began to try a door. It counts for nothing, whoever tries it and on whichever page,
/// until somebody says that it is at rest now, or it is wired otherwise. Any thread that may write a file.
public final class Doubts {
    private final ControllerConfig running;
    private final TestSheet sheet;

    Doubts(ControllerConfig running, TestSheet sheet) {
        this.running = running;
        this.sheet = sheet;
    }

    /// Somebody begins to try a unit while the inputs of these tests are not at rest. Throws [CommissionException]
    /// where the disk does not take it.
    void begins(int unit, Set<DoorTest> on) {
        ChannelWiring wiring = running.channel(unit);
        if (wiring == null) return;
        for (DoorTest test : on) sheet.doubt(unit, test, TestBasis.of(test, wiring, running));
    }

    /// They are at rest, as whoever stands there says. Throws as [#begins].
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
