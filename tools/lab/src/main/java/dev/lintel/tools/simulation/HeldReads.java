package dev.lintel.tools.simulation;

import dev.lintel.tools.simulation.Presentations.One;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Reads of cards that stay at a reader: less than 0.7 s after the last read of the same card there, whatever was read
/// in between. They belong to one presentation, which lasts 5 s, and have no answer. Shares no rules with the box.
final class HeldReads {
    private static final long AWAY_NS = TimeUnit.MILLISECONDS.toNanos(700);
    private static final long LASTS_NS = TimeUnit.SECONDS.toNanos(5);
    /// A card that was left at the reader is not decided on again.
    private static final long LEFT_NS = TimeUnit.SECONDS.toNanos(15);

    /// So many cards of a reader are known.
    private static final int KNOWN = 8;

    private final Map<String, List<Held>> readers = new HashMap<>(); // the card that was read last is the last one
    private final Consumer<String> shows;

    /// What a read has to do with those before and after it.
    static final class Stay {
        /// The presentation that it belongs to, or null.
        @Nullable
        One since;

        /// The card was at the reader just before.
        boolean before;

        /// When the card was read last that stays there; 0: it does not stay.
        long lastNs;
    }

    /// A card at a reader.
    private static final class Held {
        private final One first;
        private final long stayedNs; // since when the card is there
        private One last;
        private long fromNs;
        private boolean again; // its wait for a PIN was given up

        private Held(One first, @Nullable Held before) {
            this.first = first;
            this.last = first;
            this.fromNs = first.atNs;
            this.stayedNs = before == null ? first.atNs : before.stayedNs;
        }

        /// Whether the person was refused, and the next read is decided on again.
        private boolean isOver(long nowNs) {
            boolean refused = (first.answer != null && Handed.isRefusal(first.answer)) || isRefusedByDoor();
            return refused && nowNs - fromNs >= LASTS_NS && nowNs - stayedNs < LEFT_NS;
        }

        private boolean isRefusedByDoor() {
            boolean admits = first.party == null
                    && first.answer != null
                    && first.answer.kind().isAdmitted();
            return admits && first.told != null && first.told.kind().isRejected() && !first.isTurnedAway();
        }

        private boolean isAway(One shown) {
            return shown.atNs - last.atNs >= AWAY_NS || last.isTurnedAway() || first.isTurnedAway();
        }
    }

    /// `shows`: counts how often a rule had its effect.
    HeldReads(Consumer<String> shows) {
        this.shows = shows;
    }

    /// A process begins.
    void begins() {
        readers.clear();
    }

    private List<Held> at(One shown) {
        return readers.computeIfAbsent(shown.channelId + shown.side, _ -> new ArrayList<>());
    }

    private static boolean isCard(One shown) {
        return shown.what.card() && shown.passedBy == null;
    }

    private @Nullable Held take(One shown) {
        List<Held> all = at(shown);
        for (Held held : all) {
            if (held.first.what.number() != shown.what.number()) continue;
            all.remove(held);
            return held;
        }
        return null;
    }

    private void put(Held held, One shown) {
        List<Held> all = at(shown);
        held.last = shown;
        all.add(held);
        if (all.size() > KNOWN) all.removeFirst();
    }

    /// The presentation that this read belongs to; null where it is one of its own. `awaits`: a second factor is
    /// awaited at the reader, and no card that stays begins a presentation.
    @Nullable
    One read(One shown, boolean awaits) {
        if (!isCard(shown)) return null;
        boolean alternates =
                !at(shown).isEmpty() && at(shown).getLast().first.what.number() != shown.what.number();
        Held held = take(shown);
        shown.stay.before = held != null && !held.isAway(shown);
        if (held == null || !shown.stay.before) {
            put(new Held(shown, null), shown);
            return null;
        }
        boolean isOver = held.isOver(shown.atNs);
        if ((isOver || held.again) && !awaits) {
            shows.accept(held.again ? "held: begins again after another card" : "held: decided on again after 5 s");
            put(new Held(shown, held), shown);
            return null;
        }
        if (alternates) shows.accept("held: another card was read in between");
        if (isOver) shows.accept("held: ends no wait after 5 s");
        put(held, shown);
        shown.stay.since = held.first;
        return held.first;
    }

    /// It is the second factor that is awaited.
    void counts(One shown) {
        shown.stay.since = null;
        Held held = take(shown);
        put(new Held(shown, held == null || held.isAway(shown) ? null : held), shown);
        shows.accept("held: awaited after a PIN");
    }

    /// It is the card whose PIN is awaited: a presentation that stays may last 5 s from now.
    void awaited(One shown) {
        if (!isCard(shown)) return;
        Held held = take(shown);
        boolean stays = held != null && !held.isAway(shown);
        Held now = stays ? Objects.requireNonNull(held) : new Held(shown, null);
        now.fromNs = shown.atNs;
        now.again = false;
        if (stays) shown.stay.since = now.first;
        put(now, shown);
    }

    /// Another card has ended its wait.
    void givenUp(One first) {
        for (Held held : at(first)) {
            if (first.what.card() && held.first.what.number() == first.what.number()) held.again = true;
        }
    }

    /// The box has not decided on it, or too late: what is read next there is decided on.
    void undecided(One shown) {
        readers.remove(shown.channelId + shown.side);
    }
}
