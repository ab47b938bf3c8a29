package dev.lintel.controller.sync;

import dev.lintel.controller.fleet.StageStore;
import dev.lintel.controller.store.StoreException;
import dev.lintel.controller.time.ClockReading;
import dev.lintel.controller.time.Time;
import dev.lintel.sync.wire.Wire;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// When the hub was last there: what roles that hold for a time only are judged by. Any thread.
///
/// ```
///   since the start    monotonic: no clock that is set makes a silence shorter or longer
///   before the start   as it was kept on disk, against the later of clock and newest event: a clock that stands still
///                      while the box is off makes a silence no shorter than the log knows
/// ```
public final class Contact {
    /// A card of flash memory lasts years at this rate; nobody needs the last contact of before a start closer.
    private static final long KEEP_NS = TimeUnit.MINUTES.toNanos(10);

    /// Since when, where nothing tells.
    public static final long NEVER_MS = 0;

    private static final Logger LOG = System.getLogger(Contact.class.getName());

    private final StageStore store;
    private final Supplier<ClockReading> clock;
    private final Time time;
    private final long keptMs;
    private final AtomicReference<@Nullable Touch> last = new AtomicReference<>();
    private final AtomicReference<@Nullable Long> keptNs = new AtomicReference<>();

    private record Touch(long atNs, long atMs) {}

    /// `sinceMs`: when the box joined, by its clock: where nothing was kept, the silence began then.
    public Contact(StageStore store, Supplier<ClockReading> clock, Time time, long sinceMs) {
        this.store = store;
        this.clock = clock;
        this.time = time;
        Long before = kept(store);
        this.keptMs = before == null ? sinceMs : before;
    }

    private static @Nullable Long kept(StageStore store) {
        try {
            return store.contactMs();
        } catch (StoreException e) { // the file tells its fault in /health
            return null;
        }
    }

    /// The hub was there just now.
    public void touch() {
        last.set(new Touch(time.nowNs(), clock.get().bound().toEpochMilli()));
    }

    /// Keeps it on disk, when it was last kept long ago. Blocks.
    public void keep() {
        Touch touch = last.get();
        Long before = keptNs.get();
        if (touch != null && (before == null || touch.atNs - before >= KEEP_NS)) keep(touch);
    }

    /// Keeps it on disk as it is now: lintel is being stopped. Blocks.
    public void keepNow() {
        Touch touch = last.get();
        if (touch != null) keep(touch);
    }

    private void keep(Touch touch) {
        try {
            store.contact(touch.atMs);
            keptNs.set(touch.atNs);
        } catch (StoreException e) {
            LOG.log(Level.DEBUG, "the last contact is not kept", e); // again in a minute; the file tells its fault
        }
    }

    /// How long ago the hub was last there.
    public Duration age() {
        Touch touch = last.get();
        if (touch != null) return Duration.ofNanos(Math.max(0, time.nowNs() - touch.atNs));
        long nowMs = clock.get().bound().toEpochMilli();
        return Duration.ofMillis(Math.max(0, nowMs - keptMs));
    }

    /// When that was, by the box's clock.
    public Instant lastAt() {
        return clock.get().bound().minus(age());
    }

    /// Whether the hub is there, as far as a box can know: one that has not said a word for [Wire#SILENCE_S] is
    /// not.
    public boolean online() {
        return last.get() != null && age().toSeconds() < Wire.SILENCE_S;
    }
}
