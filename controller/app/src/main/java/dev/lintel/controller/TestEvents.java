package dev.lintel.controller;

import dev.lintel.controller.time.Time;
import dev.lintel.controller.wiring.VirtualDoorways;
import dev.lintel.reader.CardBits;
import dev.lintel.reader.format.CardFormats;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/// What happens at the test account's doors by itself, so that a developer has events to read: a scene a minute, in
/// turn, played on the doorways' inputs. What comes of it is decided as at any door: a lockdown that a developer
/// ordered turns people away here, too. `this` guards the scenes; housekeeping's thread steps them.
final class TestEvents {
    /// The API's own words: an event a minute.
    static final Duration EVERY = Duration.ofMinutes(1);

    private static final int UNIT_1 = 1;
    private static final int UNIT_2 = 2;
    private static final long OPENS_MS = 1_000; // after a card: a second to reach for the handle
    private static final long SHUTS_MS = 4_000;
    private static final long REX_MS = 300;
    /// Beyond the 25 s of `extended_open`, and shut before the next scene.
    private static final long STAYS_OPEN_MS = 45_000;

    private final VirtualDoorways doorways;
    private final Time time;
    private final BooleanSupplier on;
    private final List<Runnable> scenes;
    private final ArrayDeque<Move> moves = new ArrayDeque<>(); // of the scene that is played
    private int turn;
    private long nextNs;

    private record Move(long atNs, Runnable what) {}

    /// The first scene is a minute from now. `on` says whether another may begin.
    TestEvents(VirtualDoorways doorways, Time time, BooleanSupplier on) {
        this.doorways = doorways;
        this.time = time;
        this.on = on;
        this.nextNs = time.nowNs() + EVERY.toNanos();
        this.scenes = List.of(
                () -> passes(TestSite.DOOR_1, UNIT_1, TestSite.STAFF_CARD),
                () -> card(TestSite.DOOR_2, TestSite.UNKNOWN_CARD),
                () -> leaves(UNIT_2),
                () -> card(TestSite.DOOR_1, TestSite.DISABLED_CARD),
                () -> passes(TestSite.DOOR_2, UNIT_2, TestSite.OTHER_STAFF_CARD),
                this::pin,
                () -> passes(TestSite.DOOR_1, UNIT_1, TestSite.VISITOR_CARD), // out of hours by night
                () -> leaves(UNIT_1),
                this::forces,
                () -> passes(TestSite.DOOR_2, UNIT_2, TestSite.STAFF_CARD),
                () -> card(TestSite.DOOR_2, TestSite.DISABLED_CARD),
                this::holdsOpen);
    }

    /// Does what is due. A scene that has begun is played to its end, so that no leaf is left open and no button held.
    synchronized void step() {
        long nowNs = time.nowNs();
        while (!moves.isEmpty() && nowNs - moves.getFirst().atNs >= 0)
            moves.removeFirst().what.run();
        if (nowNs - nextNs < 0 || !moves.isEmpty()) return;
        nextNs = nowNs + EVERY.toNanos(); // after a pause one scene, not all that were missed
        if (!on.getAsBoolean()) return;
        Runnable scene = scenes.get(turn);
        turn = (turn + 1) % scenes.size();
        scene.run();
    }

    private void later(long afterMs, Runnable what) {
        moves.addLast(new Move(time.nowNs() + TimeUnit.MILLISECONDS.toNanos(afterMs), what));
    }

    private void card(long channelId, long number) {
        doorways.present(channelId, bits(number));
    }

    private static CardBits bits(long number) {
        return CardFormats.encode("H10301", 0, number);
    }

    private void passes(long channelId, int unit, long number) {
        card(channelId, number);
        goesThrough(unit, SHUTS_MS);
    }

    /// Opens only what was unlocked.
    private void goesThrough(int unit, long shutsMs) {
        later(OPENS_MS, () -> {
            if (doorways.released(unit)) doorways.moveLeaf(unit, true);
        });
        later(shutsMs, () -> doorways.moveLeaf(unit, false));
    }

    private void pin() {
        doorways.press(TestSite.DOOR_1, TestSite.STAFF_PIN + "#");
        goesThrough(UNIT_1, SHUTS_MS);
    }

    private void leaves(int unit) {
        doorways.pressRex(unit, true);
        later(REX_MS, () -> doorways.pressRex(unit, false));
        goesThrough(unit, SHUTS_MS);
    }

    private void forces() {
        doorways.moveLeaf(UNIT_2, true);
        later(SHUTS_MS, () -> doorways.moveLeaf(UNIT_2, false));
    }

    private void holdsOpen() {
        card(TestSite.DOOR_1, TestSite.STAFF_CARD);
        goesThrough(UNIT_1, STAYS_OPEN_MS);
    }
}
