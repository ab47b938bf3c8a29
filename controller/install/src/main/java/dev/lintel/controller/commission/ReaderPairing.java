package dev.lintel.controller.commission;

import dev.lintel.controller.time.Time;
import dev.lintel.reader.osdp.BusStatistics;
import dev.lintel.reader.osdp.OrderException;
import dev.lintel.reader.osdp.OsdpBusDriver;
import dev.lintel.reader.osdp.PdSettings;
import dev.lintel.reader.osdp.Scbk;
import dev.lintel.reader.serial.LineOpener;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Gives an OSDP reader a base key of its own, on a line that nobody else uses: the key is on disk before the reader
/// has it, so that none is lost.
///
/// ```
///   keys/NAME made -- reader paired ------------------------------> done
///       |   '-- it never had the key: removed again
///       '-- it may have the key, or was there before: stays, and the same again goes on
///   rekey: keys/NAME.new likewise, which then takes the place of keys/NAME
/// ```
///
/// The caller's thread, which waits; here for the running box and for the command line.
public final class ReaderPairing {
    /// Longer than anybody stands on a ladder.
    public static final int SECONDS_MAX = 600;

    private static final long LOOK_MS = 500;

    private final KeyFiles files;
    private final Time time;

    /// What is asked for.
    ///
    /// @param address the reader's, 0 to 126
    /// @param name the key's, as in `controller.yaml`: `key: secret:NAME`
    /// @param seconds how long the reader is waited for
    /// @param rekey the reader has the key of that name: it gets another in a session under that. Else it is new
    ///     and takes the key that every new reader has
    public record Order(int address, String name, int seconds, boolean rekey) {
        /// Throws [CommissionException] in words when it cannot be.
        public Order {
            if (address < 0 || address > ADDRESS_MAX) {
                throw new CommissionException("an address is 0 to " + ADDRESS_MAX + ", not " + address);
            }
            if (seconds < 1 || seconds > SECONDS_MAX) {
                throw new CommissionException("a reader is waited for 1 to " + SECONDS_MAX + " s, not " + seconds);
            }
            try {
                KeyFiles.checkName(name);
            } catch (IllegalArgumentException e) { // in words
                throw new CommissionException(String.valueOf(e.getMessage()), e);
            }
        }

        private static final int ADDRESS_MAX = 126;
    }

    /// Told of how far it is, on the pairing's thread.
    public interface Progress {
        /// Something to know before it begins.
        void note(String words);

        void waiting(long secondsLeft);
    }

    public ReaderPairing(KeyFiles files, Time time) {
        this.files = files;
        this.time = time;
    }

    /// Returns whether the key is a new one; throws [CommissionException] in words, which say what became of the key.
    /// An interrupt ends it likewise, and stays.
    public boolean pair(LineOpener opener, Order order, Progress progress) {
        String name = order.name();
        boolean known = files.exists(name);
        if (order.rekey() && !known) {
            throw new CommissionException(files.path(name) + " is not there: nothing to give up");
        }
        boolean made = order.rekey() ? !files.changing(name) : !known;
        if (known && !order.rekey()) {
            progress.note(files.path(name)
                    + " is there already: the reader gets that key; each reader should have one of its own");
        }
        Scbk base = order.rekey() ? kept(name, () -> files.old(name)) : Scbk.standard();
        Scbk fresh = kept(name, () -> order.rekey() ? files.next(name) : made ? files.make(name) : files.key(name));
        try {
            give(opener, order, base, fresh, progress);
        } catch (Ended e) {
            throw new CommissionException(after(order, made, e), e);
        }
        settle(order);
        return made;
    }

    /// What does not work, and whether the reader may have the key for all that.
    private static final class Ended extends Exception {
        private static final long serialVersionUID = 1L;
        private final Key key;

        Ended(String message, Key key) {
            super(message);
            this.key = key;
        }

        /// Whether the reader may have it.
        enum Key {
            /// It was told no.
            NOT_GIVEN,
            /// Its line was not even opened.
            NEVER_SENT,
            GIVEN,
            /// It broke off.
            PERHAPS
        }
    }

    private void give(LineOpener opener, Order order, Scbk base, Scbk fresh, Progress progress) throws Ended {
        int address = order.address();
        var settings = new PdSettings(address, _ -> {}, fresh);
        var bus = new OsdpBusDriver("pairing", opener, List.of(settings), time::nowNs);
        try {
            bus.start();
            await(bus, bus.pair(address, base, fresh, Duration.ofSeconds(order.seconds())), order, progress);
        } catch (OrderException e) {
            String what = "the reader at address " + address + " is not paired: " + e.getMessage();
            throw new Ended(what, e.keyGiven() ? Ended.Key.GIVEN : Ended.Key.NOT_GIVEN);
        } catch (CommissionException e) {
            bus.close(); // first: what it counted stays from then on
            boolean opened = bus.statistics().openings() > 0;
            throw new Ended(String.valueOf(e.getMessage()), opened ? Ended.Key.PERHAPS : Ended.Key.NEVER_SENT);
        } finally {
            bus.close();
        }
    }

    private void await(OsdpBusDriver bus, CompletableFuture<Void> paired, Order order, Progress progress) {
        long untilNs = time.nowNs() + TimeUnit.SECONDS.toNanos(order.seconds());
        while (true) {
            try {
                paired.get(LOOK_MS, TimeUnit.MILLISECONDS);
                return;
            } catch (TimeoutException e) {
                BusStatistics seen = bus.statistics();
                if (!seen.open() && seen.openings() == 0 && !seen.lineError().isEmpty()) {
                    throw new CommissionException(seen.lineError(), e);
                }
                progress.waiting(Math.max(0, TimeUnit.NANOSECONDS.toSeconds(untilNs - time.nowNs())));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new CommissionException("interrupted", e);
            } catch (ExecutionException e) {
                if (e.getCause() instanceof OrderException failed) throw failed;
                throw new CommissionException(String.valueOf(e.getMessage()), e);
            }
        }
    }

    /// The words for what did not work, once the key's file is as it is to be.
    private String after(Order order, boolean made, Ended ended) {
        String name = order.name();
        String file = String.valueOf(order.rekey() ? files.nextPath(name) : files.path(name));
        String why = String.valueOf(ended.getMessage());
        boolean discarded = made && (ended.key == Ended.Key.NOT_GIVEN || ended.key == Ended.Key.NEVER_SENT);
        if (discarded) {
            try {
                if (order.rekey()) files.discardNext(name);
                else files.discard(name);
                return why;
            } catch (IOException e) {
                return why + "; " + file + " cannot be removed: " + e.getMessage();
            }
        }
        return switch (ended.key) {
            case GIVEN -> why + ". It may have the key of " + file + ": run the same again";
            case NOT_GIVEN -> why;
            case NEVER_SENT, PERHAPS -> why + "; the key stays in " + file;
        };
    }

    private void settle(Order order) {
        String name = order.name();
        try {
            if (order.rekey()) files.changed(name);
            else files.discardNext(name);
        } catch (IOException e) {
            String next = String.valueOf(files.nextPath(name));
            String what =
                    order.rekey() ? next + " cannot be moved to " + files.path(name) : next + " cannot be removed";
            String has = order.rekey() ? next : String.valueOf(files.path(name));
            throw new CommissionException(what + ": " + e.getMessage() + ". The reader has the key of " + has, e);
        }
    }

    @FunctionalInterface
    private interface Kept {
        Scbk get() throws IOException;
    }

    private Scbk kept(String name, Kept key) {
        try {
            return key.get();
        } catch (IllegalArgumentException e) { // in words, without the key
            throw new CommissionException("the key " + files.path(name) + " " + e.getMessage(), e);
        } catch (IOException e) {
            throw new CommissionException(files.path(name) + " cannot be written: " + e.getMessage(), e);
        }
    }
}
