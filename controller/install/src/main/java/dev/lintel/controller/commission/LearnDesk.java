package dev.lintel.controller.commission;

import dev.lintel.controller.time.Time;
import dev.lintel.reader.format.CardFormat;
import dev.lintel.reader.format.CardFormats;
import dev.lintel.reader.gpio.GpioException;
import dev.lintel.reader.gpio.WirePair;
import dev.lintel.reader.hardware.Hardware;
import dev.lintel.reader.hardware.HardwareException;
import dev.lintel.reader.hardware.HardwarePlan.ReaderWiring;
import dev.lintel.reader.learn.CardLearner;
import dev.lintel.reader.wiegand.WiegandReader;
import dev.lintel.reader.wiegand.WiegandSettings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Learns card formats at readers of the running box, which go on working for their doors, and at two lines that
/// nothing has yet. Any thread but an event loop; `lock` guards `sessions`, `nextId` and `closed`.
public final class LearnDesk implements AutoCloseable {
    /// A reader at a time, and somebody else at another; more is a page that was left open.
    public static final int SESSIONS_MAX = 4;

    private final Parts parts;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Long, LearnSession> sessions = new HashMap<>();
    private long nextId = 1;
    private boolean closed;

    /// A reader of the running box.
    ///
    /// @param name as `doctor` calls it
    /// @param wires its data lines; null where it has none
    public record Source(
            String name, ReaderTap tap, @Nullable WiegandReader wires) {}

    /// Which readers there are.
    @FunctionalInterface
    public interface Sources {
        /// Null where there is none.
        @Nullable
        Source of(long channelId, String side);
    }

    /// What it stands on.
    ///
    /// @param own card formats of the installer's own
    /// @param chips opens a GPIO chip for lines that nothing has yet; throws [HardwareException]. Closed afterwards
    public record Parts(Sources sources, List<CardFormat> own, Function<String, Hardware> chips, Time time) {}

    public LearnDesk(Parts parts) {
        this.parts = parts;
    }

    /// Begins at a reader of a channel: `entry` or `exit`. Throws [CommissionException] in words.
    public LearnSession begin(long channelId, String side) {
        Source source = parts.sources.of(channelId, side);
        if (source == null) throw new CommissionException("channel " + channelId + " has no " + side + " reader here");
        return begin(source.name, new LearnSession.At(channelId, side), session -> {
            Runnable cards = source.tap.watch(session::card);
            Runnable rest = source.wires == null ? () -> {} : source.wires.watch(session::sight);
            return () -> {
                cards.run();
                rest.run();
            };
        });
    }

    /// Begins at two lines of a chip that nothing has yet. Throws [CommissionException] in words.
    public LearnSession begin(String chip, int d0, int d1) {
        if (d0 == d1) throw new CommissionException("D0 and D1 are two lines, not both " + d0);
        return begin("lines " + d0 + " and " + d1, null, session -> open(chip, new WirePair(d0, d1), session));
    }

    private Runnable open(String chip, WirePair pair, LearnSession session) {
        Hardware board;
        try {
            board = parts.chips.apply(chip);
        } catch (HardwareException e) {
            throw new CommissionException(String.valueOf(e.getMessage()).replaceFirst("^gpio: chip: ", ""), e);
        }
        try {
            var wiring = new ReaderWiring.Wiegand(pair, null, null, null, null);
            var settings = WiegandSettings.anyCard(null);
            var tap = new ReaderTap(_ -> {});
            tap.watch(session::card);
            var reader = new WiegandReader(board.gpio(), wiring, settings, tap, parts.time::nowNs);
            reader.watch(session::sight);
            return () -> {
                reader.close();
                board.close();
            };
        } catch (GpioException e) {
            board.close();
            throw new CommissionException(String.valueOf(e.getMessage()), e);
        }
    }

    /// The session of that number; null when it has ended.
    public @Nullable LearnSession session(long id) {
        lock.lock();
        try {
            return sessions.get(id);
        } finally {
            lock.unlock();
        }
    }

    private LearnSession begin(String reader, LearnSession.@Nullable At at, Function<LearnSession, Runnable> listen) {
        lock.lock();
        try {
            if (closed) throw new CommissionException("the box is stopping");
            if (sessions.size() >= SESSIONS_MAX) {
                throw new CommissionException("cards are being learned at " + SESSIONS_MAX + " readers: end one");
            }
            var known = new ArrayList<CardFormat>(CardFormats.all());
            known.addAll(parts.own);
            var session = new LearnSession(nextId, reader, at, new CardLearner(known), parts.time);
            Runnable leave = listen.apply(session);
            sessions.put(nextId, session);
            long id = nextId++;
            Thread.ofVirtual().name("learn-" + id).start(() -> {
                try {
                    session.awaitEnd();
                } finally {
                    leave.run();
                    forget(id);
                }
            });
            return session;
        } finally {
            lock.unlock();
        }
    }

    private void forget(long id) {
        lock.lock();
        try {
            sessions.remove(id);
        } finally {
            lock.unlock();
        }
    }

    /// Ends all sessions: nothing is listened to any more.
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            for (LearnSession session : sessions.values()) session.close();
        } finally {
            lock.unlock();
        }
    }
}
