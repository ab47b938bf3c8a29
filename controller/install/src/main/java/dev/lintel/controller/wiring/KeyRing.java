package dev.lintel.controller.wiring;

import dev.lintel.controller.commission.KeyFiles;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.event.EventLog;
import dev.lintel.controller.readers.EncryptionKeys;
import dev.lintel.controller.time.Time;
import dev.lintel.reader.osdp.OrderException;
import dev.lintel.reader.osdp.Scbk;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The keys of OSDP readers while the box runs. A reader is given another only within the secure session that it has,
/// and the key is on disk before it can have it:
///
/// ```
///   keys/NAME.new written --> KEYSET under the old key --> session under the new one --> NAME.new becomes NAME
///                                  '-- no word from the reader: both stay, and [#finish] tries both again
/// ```
///
/// Any thread but an event loop. One reader at a time: `turn` is held meanwhile, and guards `current`.
public final class KeyRing implements EncryptionKeys {
    private static final Logger LOG = System.getLogger(KeyRing.class.getName());
    /// A reader takes a key within a second; one that was interrupted is tried under either key by turns.
    private static final Duration PAIR_MAX = Duration.ofSeconds(10);

    private static final String STOPPING = "the box is stopping";
    private static final String BUSY = "another reader is being given its key at this moment";

    private final KeyFiles files;
    private final List<Keyed> readers;
    private final Map<String, Scbk> current;
    private final Set<String> shared;
    private final Consumer<Keyed> onFinished;
    private final Map<String, Boolean> removed = new ConcurrentHashMap<>(); // true: and nothing is said to it any more
    private final ReentrantLock turn = new ReentrantLock();

    /// What can be done with a reader on its bus.
    interface Wire {
        boolean online();

        /// Completed with an [OrderException] when it does not take it.
        CompletableFuture<Void> pair(Scbk base, Scbk fresh, Duration limit);

        /// Never speaks to it again; completed once the bus knows.
        CompletableFuture<Void> forget();
    }

    /// A reader with a key.
    ///
    /// @param side `entry` or `exit`
    /// @param name the key's, as in `controller.yaml`
    public record Keyed(long channelId, String side, String name, Wire wire) {
        String words() {
            return "the " + side + " reader of channel " + channelId;
        }

        String gone() {
            return "the key of " + words() + " was removed: pair it on site (lintel osdp pair " + name + ")";
        }
    }

    /// `keys` as they were read; `onFinished` hears of each reader that has its new key after all, with nobody waiting
    /// for that any more.
    public KeyRing(KeyFiles files, List<Keyed> readers, ReaderKeys keys, Consumer<Keyed> onFinished) {
        this.files = files;
        this.readers = List.copyOf(readers);
        this.current = new HashMap<>(keys.byName());
        this.shared = keys.shared();
        this.onFinished = onFinished;
    }

    /// Tells `log` of each reader that has its new key after all.
    public static Consumer<Keyed> into(EventLog log, Time time) {
        return reader -> {
            Map<String, Object> told = new LinkedHashMap<>();
            told.put("what", "channel");
            told.put("action", "regenerate_encryption_key");
            told.put("id", reader.channelId);
            told.put("readers", List.of(reader.side));
            told.put("by", "this box, which ended what had broken off");
            log.append(new EventDraft(
                    EventKind.CONFIGURATION_CHANGED, time.nowMs(), time.nowNs(), EventDraft.Subject.NOBODY, told));
        };
    }

    /// Readers whose key was removed are left alone from now on. Once, before the buses start.
    public void begin() {
        for (Keyed reader : readers) {
            if (!files.removed(reader.name)) continue;
            removed.put(reader.name, true);
            var _ = reader.wire.forget();
        }
    }

    @Override
    public Outcome renew(long channelId) {
        return withTurn(channelId, keyed -> {
            for (Keyed reader : keyed) {
                if (removed.containsKey(reader.name)) return new Outcome.Refused(reader.gone());
                boolean waits = files.changing(reader.name); // then it may be offline for that alone
                if (!waits && !reader.wire.online()) {
                    return new Outcome.Failed(reader.words() + " does not answer", List.of());
                }
            }
            return each(keyed, this::renew);
        });
    }

    @Override
    public Outcome remove(long channelId) {
        return withTurn(channelId, keyed -> {
            List<Keyed> left = keyed.stream()
                    .filter(reader -> !Boolean.TRUE.equals(removed.get(reader.name)))
                    .toList();
            return left.isEmpty() ? new Outcome.Refused(keyed.getFirst().gone()) : each(left, this::remove);
        });
    }

    @Override
    public boolean pending(long channelId) {
        return readers.stream().anyMatch(reader -> reader.channelId == channelId && removed.containsKey(reader.name));
    }

    /// Ends changes of keys that broke off: a reader that does not answer may have the new one. Takes seconds.
    public void finish() {
        for (Keyed reader : readers) {
            if (removed.containsKey(reader.name) || reader.wire.online() || !files.changing(reader.name)) continue;
            if (!turn.tryLock()) return;
            try {
                Step step = renew(reader);
                if (step.fault == null) onFinished.accept(reader);
                else LOG.log(Level.INFO, reader.words() + ": " + step.fault);
            } finally {
                turn.unlock();
            }
        }
    }

    /// For /health.
    public @Nullable String fault() {
        for (Keyed reader : readers) {
            Boolean forgotten = removed.get(reader.name);
            if (forgotten == null) continue;
            String still = forgotten ? "" : ", and it is still spoken to";
            return reader.words() + " waits for a key: its own was removed" + still;
        }
        return null;
    }

    @FunctionalInterface
    private interface Act {
        Outcome on(List<Keyed> keyed);
    }

    private Outcome withTurn(long channelId, Act act) {
        List<Keyed> keyed =
                readers.stream().filter(reader -> reader.channelId == channelId).toList();
        if (keyed.isEmpty()) {
            return new Outcome.Refused("no reader of this channel has a key (key: at the reader in controller.yaml)");
        }
        for (Keyed reader : keyed) {
            if (!shared.contains(reader.name)) continue;
            return new Outcome.Refused(reader.words()
                    + " has the same key as another reader: give each one of its own in controller.yaml");
        }
        if (!turn.tryLock()) return new Outcome.Failed(BUSY, List.of());
        try {
            return act.on(keyed);
        } finally {
            turn.unlock();
        }
    }

    /// What became of one reader's part.
    ///
    /// @param fault why it is not done, or not all of it; null when it is
    /// @param changed whether something is otherwise than before
    private record Step(@Nullable String fault, boolean changed) {
        static final Step DONE = new Step(null, true);

        static Step nothing(String fault) {
            return new Step(fault, false);
        }
    }

    /// Does one reader's part.
    @FunctionalInterface
    private interface Part {
        Step on(Keyed reader);
    }

    /// One after another, up to the first that fails.
    private static Outcome each(List<Keyed> keyed, Part part) {
        var done = new ArrayList<String>();
        for (Keyed reader : keyed) {
            Step step = part.on(reader);
            if (step.changed) done.add(reader.side);
            if (step.fault != null) return new Outcome.Failed(reader.words() + ": " + step.fault, done);
        }
        return new Outcome.Done(done);
    }

    private Step renew(Keyed reader) {
        try {
            Scbk base = Objects.requireNonNull(current.get(reader.name), "every name was read");
            Scbk fresh = files.next(reader.name);
            answer(reader.wire.pair(base, fresh, PAIR_MAX));
            current.put(reader.name, fresh);
            files.changed(reader.name);
            return Step.DONE;
        } catch (ExecutionException e) {
            // Whatever became of it, the new key stays on disk: the reader may have it.
            boolean given = e.getCause() instanceof TimeoutException
                    || (e.getCause() instanceof OrderException refused && refused.keyGiven());
            return Step.nothing(why(e) + (given ? "; it may have its new key, which is tried again each minute" : ""));
        } catch (IOException | IllegalArgumentException e) { // in words, without the key
            LOG.log(Level.ERROR, "the key " + files.nextPath(reader.name) + " " + e.getMessage());
            return Step.nothing("its new key cannot be kept; the log says why");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Step.nothing(STOPPING);
        }
    }

    /// What the bus's thread says; it ends by itself, unless its port hangs.
    private static void answer(CompletableFuture<Void> order) throws InterruptedException, ExecutionException {
        try {
            order.get(2 * PAIR_MAX.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            order.cancel(false);
            throw new ExecutionException(new TimeoutException("the bus does not answer"));
        }
    }

    private Step remove(Keyed reader) {
        boolean before = removed.containsKey(reader.name); // and it could not be told then
        try {
            if (!before) files.remove(reader.name);
            removed.put(reader.name, false);
            answer(reader.wire.forget()); // the bus takes it between two frames
            removed.put(reader.name, true);
            return new Step(null, !before);
        } catch (IOException e) {
            LOG.log(Level.ERROR, "the key " + files.path(reader.name) + " cannot be removed: " + e.getMessage());
            return Step.nothing("its key cannot be removed; the log says why");
        } catch (ExecutionException e) {
            String fault =
                    "its key is removed, and it is spoken to until that is asked for again or the box starts again: ";
            return new Step(fault + why(e), !before);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Step(STOPPING, !before);
        }
    }

    private static String why(ExecutionException e) {
        Throwable cause = e.getCause();
        return String.valueOf(cause == null ? e.getMessage() : cause.getMessage());
    }
}
