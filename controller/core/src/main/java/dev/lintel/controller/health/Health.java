package dev.lintel.controller.health;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The box's probes and what they say now. Callable from any thread; never blocks.
public final class Health {
    /// Parts of one box, and a bus for each of the two readers of 64 doors; more is a probe added in a loop.
    static final int PROBES_MAX = 64 + 2 * 64;
    /// A reason is a sentence for a person, not a log.
    static final int REASON_CHARS_MAX = 300;

    private final List<Probe> probes = new CopyOnWriteArrayList<>();
    private volatile boolean started;
    private volatile @Nullable String lasting;

    private record Probe(String name, Supplier<@Nullable String> reason) {}

    /// What the box says of itself.
    public enum Status {
        STARTING,
        READY,
        DEGRADED;

        /// As `/health` says it.
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /// What the probes say together.
    ///
    /// @param reasons each as `name: sentence`; empty when ready
    public record Report(Status status, List<String> reasons) {
        public Report {
            reasons = List.copyOf(reasons);
        }
    }

    /// Adds a part. `reason` gives a sentence when the part does not do its work, null when it does; it must answer at
    /// once, from memory. Throws `IllegalStateException` above [#PROBES_MAX].
    public void add(String name, Supplier<@Nullable String> reason) {
        if (probes.size() >= PROBES_MAX) throw new IllegalStateException("too many health probes: " + name);
        probes.add(new Probe(name, reason));
    }

    /// Adds what is not well, and will not be before the next start.
    public void lasting(String name, String reason) {
        add(name, () -> reason);
        lasting = shortened(name + ": " + reason);
    }

    /// That, as in a report; null: whatever is not well may get well.
    public @Nullable String lasting() {
        return lasting;
    }

    /// Doors work and HTTPS answers: from now on the probes decide.
    public void ready() {
        started = true;
    }

    public Report report() {
        var reasons = new ArrayList<String>();
        if (!started) reasons.add("start: not every part runs yet");
        for (Probe probe : probes) {
            String reason = probe.reason.get();
            if (reason != null) reasons.add(shortened(probe.name + ": " + reason));
        }
        if (!started) return new Report(Status.STARTING, reasons);
        return new Report(reasons.isEmpty() ? Status.READY : Status.DEGRADED, reasons);
    }

    private static String shortened(String reason) {
        return reason.length() <= REASON_CHARS_MAX ? reason : reason.substring(0, REASON_CHARS_MAX) + "…";
    }
}
