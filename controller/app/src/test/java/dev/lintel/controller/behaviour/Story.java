package dev.lintel.controller.behaviour;

import dev.lintel.controller.access.Admissions;
import dev.lintel.controller.door.DoorCommand;
import dev.lintel.controller.door.DoorOrders;
import dev.lintel.controller.door.LaneInput;
import dev.lintel.controller.event.Event;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.EventStore;
import dev.lintel.controller.store.ThreatStore;
import dev.lintel.controller.time.ClockTrust;
import dev.lintel.controller.time.HandTime;
import dev.lintel.reader.CardBits;
import dev.lintel.reader.ReaderEvent;
import java.math.BigInteger;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The steps of a row: what people, wires and operators do at a box, on a Monday morning at ten. Each step is done at
/// once, and the box answers before the next one. Door 1 where no other is named.
final class Story {
    private static final int CARD_BITS = 32;
    private static final int SIREN_LINE = 60;
    private static final String OPERATOR = "operator";

    private final HandTime time = new HandTime("2026-03-02T10:00:00Z");
    private final Journal journal = new Journal(time::now);
    private final Set<Integer> inputs = new HashSet<>();
    private final Path folder;
    private Place place;
    private Box box;

    Story(Path folder, Place place) {
        this.folder = folder;
        this.place = place;
        inputs.add(Place.line(1, "contact")); // active: the leaf is closed
        inputs.add(Place.line(2, "contact"));
        box = process();
        box.apply(place);
        Who.insertAll(box.database());
        box.start();
        after(1);
        journal.begin();
    }

    private Box process() {
        return new Box(new Box.Found(folder, place, inputs), time, journal);
    }

    Journal journal() {
        return journal;
    }

    /// So many seconds go by.
    Story after(double seconds) {
        box.advance(Duration.ofMillis(Math.round(seconds * 1000)));
        return this;
    }

    /// The decision thread decides on nothing for so many seconds.
    Story decisionsHang(double seconds) {
        box.hangs(Duration.ofMillis(Math.round(seconds * 1000)));
        return this;
    }

    // ---- readers

    Story card(Who who) {
        return card(who, 1, "entry");
    }

    Story cardAtExit(Who who) {
        return card(who, 1, "exit");
    }

    Story card(Who who, int door, String side) {
        return number(who.card(), door, side);
    }

    /// A card that belongs to no person.
    Story unknownCard() {
        return number(77_777, 1, "entry");
    }

    Story number(long number, int door, String side) {
        var bits = CardBits.ofNumber(BigInteger.valueOf(number), CARD_BITS);
        box.reader(door, side).on(new ReaderEvent.Card(bits, time.nowNs()));
        box.settle();
        return this;
    }

    Story pin(String digits) {
        return pin(digits, "entry");
    }

    Story pin(String digits, String side) {
        return pin(digits, 1, side);
    }

    Story pin(String digits, int door, String side) {
        box.reader(door, side).on(new ReaderEvent.Keys(digits + "#", time.nowNs()));
        box.settle();
        return this;
    }

    Story readerTamper(boolean on) {
        box.reader(1, "entry").on(new ReaderEvent.Tamper(on, time.nowNs()));
        box.settle();
        return this;
    }

    Story readerOnline(boolean on) {
        box.reader(1, "entry").on(on ? new ReaderEvent.Online(time.nowNs()) : new ReaderEvent.Offline(time.nowNs()));
        box.settle();
        return this;
    }

    // ---- wires

    private Story drive(int line, boolean active) {
        box.lines().drive(line, active);
        box.settle();
        return this;
    }

    Story open() {
        return open(1);
    }

    Story open(int door) {
        return drive(Place.line(door, "contact"), false);
    }

    Story close() {
        return close(1);
    }

    Story close(int door) {
        return drive(Place.line(door, "contact"), true);
    }

    /// REX is pressed for 0.2 s.
    Story rex() {
        return rex(1);
    }

    Story rex(int door) {
        return rex(door, true).after(0.2).rex(door, false);
    }

    Story rex(boolean active) {
        return rex(1, active);
    }

    Story rex(int door, boolean active) {
        return drive(Place.line(door, "rex"), active);
    }

    /// The auxiliary input closes for 0.2 s.
    Story aux() {
        return drive(Place.line(1, "aux"), true).after(0.2).drive(Place.line(1, "aux"), false);
    }

    Story tamper(boolean active) {
        return drive(Place.line(1, "tamper"), active);
    }

    Story fire(boolean active) {
        return drive(Place.FIRE_LINE, active);
    }

    /// The contact of a button, a key switch or a fire panel closes or opens.
    Story contact(int line, boolean active) {
        return drive(line, active);
    }

    /// The button at that line is pressed for 0.2 s.
    Story button(int line) {
        return drive(line, true).after(0.2).drive(line, false);
    }

    /// The bell push is pressed for 0.2 s.
    Story bell() {
        return bell(true).after(0.2).bell(false);
    }

    Story bell(boolean active) {
        return drive(Place.BELL_LINE, active);
    }

    Story desk(boolean active) {
        return drive(Place.DESK_LINE, active);
    }

    /// The mains fail, or are back.
    Story power(boolean failed) {
        return drive(Place.POWER_LINE, failed);
    }

    /// The line of the siren ignores what is written to it.
    Story sirenBreaks() {
        box.lines().breaks(SIREN_LINE);
        return this;
    }

    Story sirenIsRepaired() {
        box.lines().repair(SIREN_LINE);
        return this;
    }

    /// Applies the policy of another place.
    Story apply(Place other) {
        place = other;
        box.apply(place);
        box.settle();
        return this;
    }

    /// The strike's output ignores what is written to it.
    Story strikeBreaks() {
        box.lines().breaks(Place.line(1, "strike"));
        return this;
    }

    Story strikeIsRepaired() {
        box.lines().repair(Place.line(1, "strike"));
        return this;
    }

    // ---- operators

    Story command(DoorCommand command) {
        return command(1, command);
    }

    Story command(int door, DoorCommand command) {
        box.offer(new LaneInput.Commanded(door, time.nowNs(), command, OPERATOR, refusal -> {
            if (refusal != null) journal.refused(refusal);
        }));
        box.settle();
        return this;
    }

    /// An operator opens the door for the person, or for anybody where none is named.
    Story admit(@Nullable Who who) {
        asks(who);
        box.settle();
        return this;
    }

    /// Two operators admit a person each, before the door acts.
    Story admitAtOnce(Who one, Who other) {
        asks(one);
        asks(other);
        box.settle();
        return this;
    }

    private void asks(@Nullable Who who) {
        var admissions = new Admissions(box.works().decisions().atOnce(), time);
        var named = who == null ? null : new Admissions.Named(who.id(), who.name());
        var asked = new Admissions.Asked(1, named, OPERATOR, "session 1", time.nowNs());
        switch (admissions.weigh(asked, 1)) {
            case Admissions.Weighed.Denied(var event) -> journal.logs(event);
            case Admissions.Weighed.Passes passes -> box.offer(admissions.input(asked, passes, () -> {}));
        }
    }

    /// An operator approves, or denies, what the person at the door waits for.
    Story decide(boolean approved) {
        for (var asked : box.works().decisions().asked()) {
            DoorOrders.Outcome outcome = box.works().decisions().decide(asked.id(), approved, OPERATOR);
            if (!(outcome instanceof DoorOrders.Outcome.Done)) journal.refused("too late");
        }
        box.settle();
        return this;
    }

    /// An operator sets the threat level of the site.
    Story threat(int level) {
        Database database = box.database();
        long before = database.events().head();
        database.threats().set(1, new ThreatStore.Change(level, OPERATOR, ""));
        for (Event event : new EventStore(database).newest(1)) if (event.id() > before) journal.logs(event.draft());
        return this;
    }

    /// The milliseconds since 1970 of a time that so many seconds from now is.
    long inMs(double seconds) {
        return time.nowMs() + Math.round(seconds * 1000);
    }

    /// Applies `site.yaml` with these lines more for door 1.
    Story policy(String... lines) {
        place = place.with(lines);
        box.apply(place);
        box.settle();
        return this;
    }

    /// The person is disabled.
    Story disable(Who who) {
        box.database().write(sql -> sql.run("UPDATE person SET enabled = 0 WHERE id = ?", who.id()));
        return this;
    }

    /// The card of the person is revoked.
    Story revoke(Who who) {
        box.database()
                .write(sql -> sql.run("UPDATE credential SET status = 'disabled' WHERE card_number = ?", who.card()));
        return this;
    }

    /// The card of the person has these limits from now on: columns of `credential` and their values.
    Story limit(Who who, String columns) {
        box.database().write(sql -> sql.run("UPDATE credential SET " + columns + " WHERE card_number = ?", who.card()));
        return this;
    }

    /// The card of the person is good for so many entries from now on.
    Story usesMax(Who who, int entries) {
        box.database()
                .write(sql -> sql.run(
                        "UPDATE credential SET uses_max = ?, uses_from = ? WHERE card_number = ?",
                        entries,
                        time.nowMs(),
                        who.card()));
        return this;
    }

    /// The PIN of the person is deleted.
    Story deletePin(Who who) {
        box.database()
                .write(sql ->
                        sql.run("DELETE FROM credential WHERE person_id = ? AND pin_number IS NOT NULL", who.id()));
        return this;
    }

    Story forgive(Who who) {
        box.database().write(sql -> box.works().places().forgive(sql, who.id()));
        box.works().catchUp(); // as each second
        return this;
    }

    // ---- the box

    Story clock(ClockTrust trust) {
        box.trust(trust);
        return this;
    }

    /// The wall clock alone is set.
    Story wall(String instant) {
        time.setWall(instant);
        return after(1.1);
    }

    /// An orderly end, and the next process so many seconds later.
    Story restart(double seconds) {
        box.stop();
        return next(seconds);
    }

    /// The process is killed, and the next one starts so many seconds later.
    Story kill(double seconds) {
        return next(seconds);
    }

    private Story next(double seconds) {
        box.close();
        time.advance(Duration.ofMillis(Math.round(seconds * 1000)));
        box = process();
        box.start();
        return this;
    }

    /// Ends the box's process.
    void end() {
        box.close();
    }
}
