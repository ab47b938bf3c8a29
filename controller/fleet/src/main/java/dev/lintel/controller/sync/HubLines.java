package dev.lintel.controller.sync;

import dev.lintel.controller.time.ClockReading;
import dev.lintel.controller.time.ClockTrust;
import dev.lintel.controller.time.Time;
import dev.lintel.sync.Follower;
import dev.lintel.sync.HubState;
import dev.lintel.sync.Limits;
import dev.lintel.sync.Pace;
import dev.lintel.sync.SyncTarget;
import dev.lintel.sync.UpstreamException;
import dev.lintel.sync.join.Joining.Csr;
import dev.lintel.sync.wire.ForwardAnswer;
import dev.lintel.sync.wire.ForwardRequest;
import dev.lintel.sync.wire.JoinAnswer;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;

/// Lines to hubs by the library that follows them. Any thread that may block.
///
/// @param built no certificate is judged by a time before this program was made
/// @param units that controller.yaml has
/// @param limits how long and how much
public record HubLines(
        Supplier<ClockReading> clock, Instant built, String version, List<Long> units, Limits limits, Time time)
        implements Uplines {
    public HubLines {
        units = List.copyOf(units);
    }

    /// As it holds outside of tests.
    public HubLines(Supplier<ClockReading> clock, Instant built, String version, List<Long> units, Time time) {
        this(clock, built, version, units, Limits.USUAL, time);
    }

    /// The same with other limits, for tests that are in a hurry.
    public HubLines within(Limits others) {
        return new HubLines(clock, built, version, units, others, time);
    }

    @Override
    public HubLine open(Upstream.Joined joined, SyncTarget target) {
        var identity = new Follower.Identity(joined.key().secret(), joined.chain());
        var settings = new Follower.Settings(joined.url(), joined.hub(), identity, joined.authority(), version, units);
        return new Line(new Follower(settings, target, new BoxPace(clock, built, time), limits));
    }

    @Override
    public JoinAnswer join(Joining joining) {
        try {
            return dev.lintel.sync.join.Joining.join(
                    joining.hub(),
                    joining.code(),
                    new Csr(joining.csr().toArray(), joining.csrPem()),
                    joining.version(),
                    joining.units());
        } catch (UpstreamException e) {
            throw new UplineException(String.valueOf(e.getMessage()), e, e.isForNow());
        }
    }

    /// By what the library counts: this box's clocks.
    private record BoxPace(Supplier<ClockReading> clock, Instant built, Time time) implements Pace {
        @Override
        public long nowNs() {
            return time.nowNs();
        }

        @Override
        public long nowMs() {
            return time.nowMs();
        }

        @Override
        public Instant judge() {
            ClockReading reading = clock.get();
            // A clock that is trusted is believed alone: an event of a time when it was years ahead must not end every
            // certificate.
            boolean later =
                    reading.trust() != ClockTrust.TRUSTED && reading.newest().isAfter(reading.now());
            Instant latest = later ? reading.newest() : reading.now();
            return latest.isAfter(built) ? latest : built;
        }

        @Override
        public boolean clockBehind() {
            return clock.get().trust() != ClockTrust.TRUSTED;
        }

        @Override
        public double random() {
            return ThreadLocalRandom.current().nextDouble();
        }
    }

    private record Line(Follower follower) implements HubLine {
        @Override
        public void start() {
            follower.start();
        }

        @Override
        public void syncNow() {
            follower.syncNow();
        }

        @Override
        public void accepted(String name) {
            follower.syncNow(); // the store has the name
        }

        @Override
        public void doorsChanged() {
            follower.doorsChanged();
        }

        @Override
        public ForwardAnswer forward(ForwardRequest request) {
            return inWords(() -> follower.forward(request));
        }

        @Override
        public byte[] image(String name, boolean thumbnail) {
            return inWords(() -> follower.image(name, thumbnail));
        }

        @Override
        public String renew(String csr) {
            return inWords(() -> follower.renew(csr));
        }

        @Override
        public boolean saidCertificateEnded() {
            return follower.saidCertificateEnded();
        }

        @Override
        public boolean saidNewKey() {
            return follower.saidNewKey();
        }

        @Override
        public void leave() {
            inWords(() -> {
                follower.leave();
                return true;
            });
        }

        @Override
        public Status status() {
            Follower.Status status = follower.status();
            return new Status(
                    status.online(),
                    status.waiting(),
                    doing(status.phase()),
                    status.problem(),
                    status.skewMs(),
                    status.notice() == null ? List.of() : List.of(Objects.requireNonNull(status.notice())));
        }

        private static String doing(HubState.Phase phase) {
            return switch (phase.work()) {
                case IDLE -> "idle";
                case CHANGES -> String.format(Locale.ROOT, "changes: %,d lines", phase.lines());
                case SNAPSHOT -> String.format(Locale.ROOT, "snapshot: %,d people", phase.lines());
            };
        }

        private static <T> T inWords(Supplier<T> asking) {
            try {
                return asking.get();
            } catch (UpstreamException e) {
                String words = String.valueOf(e.getMessage());
                boolean refused =
                        e.status() == 403 && !e.isDismissal() && !e.code().isEmpty();
                throw refused ? UplineException.refused(words, e.code(), e) : new UplineException(words, e);
            }
        }

        @Override
        public void close() {
            follower.close();
        }
    }
}
