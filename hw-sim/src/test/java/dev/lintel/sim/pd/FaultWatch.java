package dev.lintel.sim.pd;

import dev.lintel.reader.CardBits;
import dev.lintel.reader.ReaderEvent;
import dev.lintel.sim.fault.Fault;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/// What one PD's cards must come to, whatever is wrong with the line. Throws `AssertionError` in words at the event
/// that breaks a promise.
///
/// Always: the cards told are cards presented here, in that order, none twice, none under a wrong key. (In the
/// clear, and from a reader that answers after the ACU gave up waiting, an old answer may pass for a new one:
/// then a card may come twice. A secure channel knows.)
///
/// While the line is *usable* none is lost. It is usable from 3 s after the last fault, the reader online, until
/// one of these:
/// - the ACU tells that the reader is offline: 8 s without an answer;
/// - the reader restarts, refuses commands, gets another key or speaks in the clear: the conversation is over, and a
/// card that was
///   told in its last reply is gone with it;
/// - the reader answers later than the 200 ms that the standard gives it: three frames on a late answer has the
///   number of a new one. LATE does, and DRIBBLE on top of DELAY or DUPLICATE.
///
/// So it stays usable while frames are lost, damaged, doubled, delayed, busy or refused, and through a pulled cable
/// of less than 8 s. A card may then wait; one that the reader told to have forgotten, because it could not tell of
/// it in 8 s, is not lost on the line. With no fault at all a card arrives at once.
final class FaultWatch {
    static final long S = 1_000_000_000;
    static final long SETTLED_NS = 3 * S;

    /// A frame that was under way when the fault began.
    private static final long UNDER_WAY_NS = 2 * S;

    private static final Set<Fault> WRONG = EnumSet.of(Fault.WRONG_KEY, Fault.PLAIN_ONLY);

    private static final class Presented {
        private final CardBits card;
        private final long atNs;
        private boolean mayBeLost;
        private long byNs;

        Presented(CardBits card, long atNs, boolean mayBeLost, long byNs) {
            this.card = card;
            this.atNs = atNs;
            this.mayBeLost = mayBeLost;
            this.byNs = byNs;
        }
    }

    private final int address;
    private final boolean plain;
    private final long freshNsMax;
    private final Set<Fault> on = EnumSet.noneOf(Fault.class);
    private final List<Presented> presented = new ArrayList<>();
    private int told;
    private long faultNs = -SETTLED_NS;
    private long wrongSinceNs = Long.MAX_VALUE;
    private long lateNs = -SETTLED_NS;
    private boolean busy;
    private boolean refusing;
    private boolean usable;
    private boolean online;
    private int arrived;

    /// `plain` is a reader without a key; a card arrives within `freshNsMax` when nothing is wrong.
    FaultWatch(int address, boolean plain, long freshNsMax) {
        this.address = address;
        this.freshNsMax = freshNsMax;
        this.plain = plain;
    }

    boolean online() {
        return online;
    }

    int arrived() {
        return arrived;
    }

    /// Whether nothing has been wrong for a while.
    boolean well(long nowNs) {
        return on.isEmpty() && !busy && !refusing && online && nowNs - faultNs >= SETTLED_NS;
    }

    void step(FaultPlan.What what, long nowNs) {
        if (late()) lateNs = nowNs;
        faultNs = nowNs;
        for (Presented card : waiting()) card.byNs = Long.MAX_VALUE;
        switch (what) {
            case FaultPlan.What.Busy(int times) -> busy = times > 0;
            case FaultPlan.What.Refuse refuse -> {
                refusing = refuse.times() > 0;
                broken();
            }
            case FaultPlan.What.Switch(Fault fault, boolean now) -> switched(fault, now, nowNs);
        }
    }

    private void switched(Fault fault, boolean now, long nowNs) {
        if (fault == Fault.REBOOT || WRONG.contains(fault)) broken();
        if (now && fault != Fault.REBOOT) on.add(fault);
        else on.remove(fault);
        boolean wrong = on.stream().anyMatch(WRONG::contains);
        wrongSinceNs = wrong ? Math.min(wrongSinceNs, nowNs) : Long.MAX_VALUE;
        if (late()) broken();
    }

    void presented(CardBits card, long nowNs) {
        check(nowNs);
        boolean clean = usable && well(nowNs);
        presented.add(new Presented(card, nowNs, !usable, clean ? nowNs + freshNsMax : Long.MAX_VALUE));
    }

    void event(ReaderEvent event, long nowNs) {
        switch (event) {
            case ReaderEvent.Online _ -> online = true;
            case ReaderEvent.Offline _ -> {
                online = false;
                broken();
            }
            case ReaderEvent.Card card -> arrived(card.bits(), nowNs);
            default -> {}
        }
        check(nowNs);
    }

    /// The reader says that it has forgotten a card.
    void forgotten() {
        for (Presented card : waiting()) card.mayBeLost = true;
    }

    /// At any time.
    void check(long nowNs) {
        if (well(nowNs)) usable = true;
        for (Presented card : waiting()) {
            if (nowNs > card.byNs) fail("the card of " + card.atNs + " has not arrived, and nothing is wrong", nowNs);
        }
    }

    /// Whether a card has still to arrive.
    boolean owes() {
        return waiting().stream().anyMatch(card -> !card.mayBeLost);
    }

    /// When all is over and every card had its time.
    void end(long nowNs) {
        for (Presented card : waiting()) {
            if (!card.mayBeLost) fail("the card of " + card.atNs + " is lost", nowNs);
        }
    }

    private void arrived(CardBits card, long nowNs) {
        for (int i = told; i < presented.size(); i++) {
            if (!presented.get(i).card.equals(card)) continue;
            for (Presented passed : presented.subList(told, i)) {
                if (!passed.mayBeLost) fail("the card of " + passed.atNs + " was passed over", nowNs);
            }
            // One that was sealed before may still be repeated.
            if (presented.get(i).atNs > wrongSinceNs) fail("a card from a reader with a wrong key", nowNs);
            told = i + 1;
            arrived++;
            return;
        }
        boolean known = presented.stream().anyMatch(p -> p.card.equals(card));
        boolean lately = late() || nowNs - lateNs < UNDER_WAY_NS;
        if (known && plain && lately) return; // an old reply with the new number: only a MAC would tell
        fail(known ? "a card came twice" : "a card came that nobody presented", nowNs);
    }

    private List<Presented> waiting() {
        return presented.subList(told, presented.size());
    }

    private void broken() {
        usable = false;
        for (Presented card : waiting()) card.mayBeLost = true;
    }

    /// Whether replies come later than the standard allows.
    private boolean late() {
        boolean dribble = on.contains(Fault.DRIBBLE);
        return on.contains(Fault.LATE) || (dribble && (on.contains(Fault.DELAY) || on.contains(Fault.DUPLICATE)));
    }

    private void fail(String what, long nowNs) {
        throw new AssertionError("PD " + address + " at " + nowNs + " ns: " + what + "; faults on: " + on);
    }
}
