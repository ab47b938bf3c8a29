package dev.lintel.controller.access;

import dev.lintel.controller.access.ChannelAccess.Means;
import dev.lintel.controller.access.Presentation.Shown;
import dev.lintel.controller.door.Doors;
import dev.lintel.controller.door.LaneInput;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.event.MemoryLog;
import dev.lintel.controller.time.ClockReading;
import dev.lintel.controller.time.HandTime;
import dev.lintel.reader.CardBits;
import dev.lintel.reader.CardNumber;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A flow with Ada (card 1001, PIN 4711, second PIN 1239) and Ben (card 2002, second PIN 5555), who may pass door 1
/// and door 2 by card and PIN. What reaches the lane and the log is kept.
final class FlowRig {
    static final long ADA = 1;
    static final long BEN = 2;

    final HandTime time = new HandTime("2026-03-02T10:00:00Z");
    final TestRights rights = new TestRights();
    final TestPolicy policy = new TestPolicy();
    final MemoryLog log = new MemoryLog();
    final List<LaneInput> lane = new ArrayList<>();
    Gates gates = (_, _) -> Gate.PLAIN;
    AccessFlow flow = process();
    private final Map<String, Long> cards = new HashMap<>(); // when each was shown last at a reader
    private long ids;

    FlowRig() {
        rights.cards.put(1001L, TestRights.ada(TestRights.CARD));
        rights.cards.put(2002L, TestRights.holder(BEN, TestRights.CARD, TestRights.Validity.FULL));
        rights.pins.put(4711L, TestRights.ada(TestRights.PIN));
        rights.secondPins.put(ADA, 1239L);
        rights.secondPins.put(BEN, 5555L);
        allow();
        policy.accept(Means.CARD_THEN_PIN, Means.PIN_THEN_CARD);
        policy.duress = true;
    }

    /// Another one that knows nothing.
    AccessFlow process() {
        return new AccessFlow(new AccessFlow.Parts(
                () -> ClockReading.trusted(time.now()),
                new AccessRules(rights),
                () -> policy,
                (channel, side) -> gates.at(channel, side),
                Places.NONE,
                lane::add,
                log));
    }

    void allow() {
        for (long door : new long[] {1, 2}) rights.rights.put(door, List.of(Right.byRole(1, null, null)));
    }

    /// People take a card away before they show it again.
    void show(long channel, String side, Shown shown) {
        Long before = shown instanceof Shown.Card ? cards.get(channel + side + shown) : null;
        if (before != null) time.advance(Duration.ofNanos(Math.max(0, before + Doors.APART_NS - time.nowNs())));
        cards.put(channel + side + shown, time.nowNs());
        flow.onRead(
                new Presentation(++ids, channel, side, shown, time.nowNs()),
                bits -> {
                    long value = bits.number().longValueExact();
                    return new CardNumber("raw", null, value, value);
                },
                false);
    }

    static Shown.Card bits(long number) {
        return new Shown.Card(CardBits.ofNumber(BigInteger.valueOf(number), 32));
    }

    void card(long number) {
        show(1, "entry", bits(number));
    }

    void pin(String digits) {
        show(1, "entry", new Shown.Pin(digits));
    }

    /// The kind of the answer that came last.
    EventKind kind() {
        return answer().kind();
    }

    EventDraft answer() {
        return ((LaneInput.Answered) lane.getLast()).event();
    }

    /// What the log has got by itself since this was asked last: no answers.
    List<EventDraft> logged() {
        List<EventDraft> all = List.copyOf(log.drafts());
        List<EventDraft> fresh = all.subList(seen, all.size());
        seen = all.size();
        return fresh;
    }

    private int seen;

    List<EventKind> kinds() {
        return logged().stream().map(EventDraft::kind).toList();
    }

    void pass(Duration time) {
        this.time.advance(time);
    }
}
