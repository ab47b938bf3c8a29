package dev.lintel.controller.access;

import dev.lintel.controller.access.Presentation.Shown;
import dev.lintel.controller.event.EventDraft;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Persons who may pass a reader together with others only, and wait there for them. Where two persons are needed, one
/// waits at a reader; where the minimum of an area gathers a group, up to [AreaLimit#MIN_MAX]. Monotonic time. The
/// decision thread only.
final class Companions {
    private final Map<ReaderPlace, List<Waiting>> waiting = new HashMap<>();

    /// @param first the presentation that says who it is
    /// @param last the one that completed it
    /// @param question what is decided again before the person passes
    /// @param untilNs when the wait is over
    record Waiting(Presentation first, Presentation last, Question question, Decision.Admitted decision, long untilNs) {
        long personId() {
            return decision.holder().personId();
        }

        private int threatLevel() {
            return decision.trace().notes().threat().level();
        }

        private Waiting until(long otherNs) {
            return new Waiting(first, last, question, decision, otherNs);
        }

        /// The answer to this person where the others do not pass.
        EventDraft alone(Presentation lastRead, Instant now) {
            return new AccessEvents(first, last, now).without(decision, lastRead.atNs());
        }

        /// The event of this person, who passes now together with `others`.
        EventDraft admitted(List<Holder> others, Presentation lastRead, Instant now) {
            return new AccessEvents(first, last, now).admitted(decision, others, lastRead.atNs());
        }
    }

    /// Adds a person who waits.
    void add(Waiting one) {
        waiting.computeIfAbsent(ReaderPlace.of(one.last), _ -> new ArrayList<>())
                .add(one);
    }

    /// All persons who wait at the reader except that one, in the order of arrival.
    List<Waiting> others(Presentation read, long personId) {
        return at(read).stream().filter(one -> one.personId() != personId).toList();
    }

    /// Whether that person waits at the reader.
    boolean waits(Presentation read, long personId) {
        return at(read).stream().anyMatch(one -> one.personId() == personId);
    }

    /// Ends the wait of that person at the reader; null when there is none.
    @Nullable
    Waiting take(Presentation read, long personId) {
        for (Waiting one : at(read)) {
            if (one.personId() != personId) continue;
            remove(one);
            return one;
        }
        return null;
    }

    /// Ends the waits of that person at all readers but `here`; null: at all readers. Returns those that were not over
    /// at `nowNs`: the door lane reports the others.
    List<Waiting> takeElsewhere(long personId, @Nullable ReaderPlace here, long nowNs) {
        List<Waiting> theirs = waiting.values().stream()
                .flatMap(List::stream)
                .filter(one ->
                        one.personId() == personId && !ReaderPlace.of(one.last).equals(here))
                .toList();
        theirs.forEach(this::remove);
        return theirs.stream().filter(one -> one.untilNs - nowNs >= 0).toList();
    }

    /// The waiting persons who pass together with `admitted`, by the rules for company alone: limits of areas are
    /// checked afterwards. A visitor without a host is not among them. A phone is at no reader. A person who waited
    /// while the threat level changed must present the card again.
    List<Waiting> suiting(Presentation read, Decision.Admitted admitted) {
        if (read.shown() instanceof Shown.Phone) return List.of();
        int level = admitted.trace().notes().threat().level();
        List<Waiting> same = others(read, admitted.holder().personId()).stream()
                .filter(one -> one.threatLevel() == level)
                .toList();
        return suiting(same, admitted);
    }

    /// Those of `same` who pass together with `admitted`, by the rules for company alone.
    static List<Waiting> suiting(List<Waiting> same, Decision.Admitted admitted) {
        boolean host = admitted.company().host()
                || same.stream().anyMatch(one -> one.decision.company().host());
        List<Waiting> others = same.stream()
                .filter(one -> host || one.decision.company().need() != Company.Need.HOST)
                .toList();
        var all = new ArrayList<Company>();
        for (Waiting one : others) all.add(one.decision.company());
        all.add(admitted.company());
        return Company.suits(all) ? others : List.of();
    }

    /// Ends the wait of the person of that presentation.
    void forget(long presentation) {
        for (List<Waiting> here : List.copyOf(waiting.values()))
            for (Waiting one : List.copyOf(here)) if (one.last.id() == presentation) remove(one);
    }

    void remove(Waiting one) {
        List<Waiting> here = waiting.getOrDefault(ReaderPlace.of(one.last), List.of());
        here.remove(one);
        if (here.isEmpty()) waiting.remove(ReaderPlace.of(one.last));
    }

    /// Replaces what was decided on a person who waits. Returns the wait.
    Waiting replace(Waiting one, Decision.Admitted decision) {
        var other = new Waiting(one.first, one.last, one.question, decision, one.untilNs);
        waiting.getOrDefault(ReaderPlace.of(one.last), List.of()).replaceAll(each -> each.equals(one) ? other : each);
        return other;
    }

    /// Has a person wait until `untilNs`.
    void prolong(Waiting one, long untilNs) {
        List<Waiting> here = waiting.getOrDefault(ReaderPlace.of(one.last), List.of());
        here.replaceAll(other -> other.equals(one) ? one.until(untilNs) : other);
    }

    /// Removes persons whose wait has ended. The door lane reports that.
    private List<Waiting> at(Presentation read) {
        List<Waiting> here = waiting.getOrDefault(ReaderPlace.of(read), List.of());
        List<Waiting> over =
                here.stream().filter(one -> one.untilNs - read.atNs() < 0).toList();
        over.forEach(this::remove);
        return List.copyOf(waiting.getOrDefault(ReaderPlace.of(read), List.of()));
    }
}
