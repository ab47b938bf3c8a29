package dev.lintel.controller;

import dev.lintel.controller.api.EncryptionKeys;
import dev.lintel.reader.osdp.OrderException;
import dev.lintel.reader.osdp.Scbk;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.ReentrantLock;
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
final class KeyRing implements EncryptionKeys {
    private static final Logger LOG = System.getLogger(KeyRing.class.getName());
    /// A reader takes a key within a second; one that was interrupted is tried under either key by turns.
    private static final Duration PAIR_MAX = Duration.ofSeconds(10);

    private static final String BUSY = "another reader is being given its key at this moment";

    private final KeyFiles files;
    private final List<Keyed> readers;
    private final Map<String, Scbk> current;
    private final Map<String, Boolean> removed = new ConcurrentHashMap<>();
    private final ReentrantLock turn = new ReentrantLock();

    /// What can be done with a reader on its bus.
    interface Wire {
        boolean online();

        /// Completed with an [OrderException] when it does not take it.
        CompletableFuture<Void> pair(Scbk base, Scbk fresh, Duration limit);

        /// Never speaks to it again.
        void forget();
    }

    /// A reader with a key.
    ///
    /// @param side `entry` or `exit`
    /// @param name the key's, as in `controller.yaml`
    record Keyed(long channelId, String side, String name, Wire wire) {
        String words() {
            return "the " + side + " reader of channel " + channelId;
        }
    }

    /// `current`: the key that each name stands for.
    KeyRing(KeyFiles files, List<Keyed> readers, Map<String, Scbk> current) {
        this.files = files;
        this.readers = List.copyOf(readers);
        this.current = new HashMap<>(current);
    }

    /// Readers whose key was removed are left alone from now on. Once, before the buses start.
    void begin() {
        for (Keyed reader : readers) {
            if (!files.removed(reader.name)) continue;
            removed.put(reader.name, true);
            reader.wire.forget();
        }
    }

    @Override
    public Outcome renew(long channelId) {
        return withTurn(channelId, keyed -> {
            for (Keyed reader : keyed) {
                boolean waits = files.changing(reader.name); // then it may be offline for that alone
                if (!waits && !reader.wire.online()) return new Outcome.Failed(reader.words() + " does not answer");
            }
            for (Keyed reader : keyed) {
                String fault = renew(reader);
                if (fault != null) return new Outcome.Failed(reader.words() + ": " + fault);
            }
            return new Outcome.Done(keyed.stream().map(Keyed::side).toList());
        });
    }

    @Override
    public Outcome remove(long channelId) {
        return withTurn(channelId, keyed -> {
            for (Keyed reader : keyed) {
                try {
                    files.remove(reader.name);
                } catch (IOException e) {
                    return new Outcome.Failed("the key of " + reader.words() + " cannot be removed: " + e.getMessage());
                }
                removed.put(reader.name, true);
                reader.wire.forget();
            }
            return new Outcome.Done(keyed.stream().map(Keyed::side).toList());
        });
    }

    @Override
    public boolean pending(long channelId) {
        return readers.stream().anyMatch(reader -> reader.channelId == channelId && removed.containsKey(reader.name));
    }

    /// Ends changes of keys that broke off: a reader that does not answer may have the new one.
    void finish() {
        for (Keyed reader : readers) {
            if (removed.containsKey(reader.name) || reader.wire.online() || !files.changing(reader.name)) continue;
            if (!turn.tryLock()) return;
            try {
                String fault = renew(reader);
                LOG.log(Level.INFO, reader.words() + (fault == null ? " has its new key" : ": " + fault));
            } finally {
                turn.unlock();
            }
        }
    }

    /// For /health.
    @Nullable
    String fault() {
        for (Keyed reader : readers) {
            if (removed.containsKey(reader.name)) return reader.words() + " waits for a key: its own was removed";
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
        String refusal = refusal(keyed);
        if (refusal != null) return new Outcome.Refused(refusal);
        if (!turn.tryLock()) return new Outcome.Failed(BUSY);
        try {
            return act.on(keyed);
        } finally {
            turn.unlock();
        }
    }

    private @Nullable String refusal(List<Keyed> keyed) {
        if (keyed.isEmpty()) return "no reader of this channel has a key (key: at the reader in controller.yaml)";
        for (Keyed reader : keyed) {
            if (removed.containsKey(reader.name)) {
                return "the key of " + reader.words() + " was removed: pair it on site (lintel osdp pair " + reader.name
                        + ")";
            }
            var sharing = new ArrayList<>(readers);
            sharing.removeIf(other -> other.equals(reader) || !other.name.equals(reader.name));
            if (!sharing.isEmpty()) {
                return reader.words() + " has the same key as "
                        + sharing.getFirst().words() + ": give each one of its own in controller.yaml";
            }
        }
        return null;
    }

    /// Returns why not, or null.
    private @Nullable String renew(Keyed reader) {
        try {
            Scbk base = Objects.requireNonNull(current.get(reader.name), "every name was read");
            Scbk fresh = files.next(reader.name);
            reader.wire.pair(base, fresh, PAIR_MAX).get(); // ends by itself
            current.put(reader.name, fresh);
            files.changed(reader.name);
            return null;
        } catch (ExecutionException e) {
            // Whatever became of it, the new key stays on disk: the reader may have it.
            String why = String.valueOf(
                    e.getCause() == null ? e.getMessage() : e.getCause().getMessage());
            return e.getCause() instanceof OrderException refused && refused.keyGiven()
                    ? why + "; it may have the new key, which is tried again each minute"
                    : why;
        } catch (IOException | IllegalArgumentException e) { // in words, without the key
            return files.nextPath(reader.name) + " " + e.getMessage();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "the box is stopping";
        }
    }
}
