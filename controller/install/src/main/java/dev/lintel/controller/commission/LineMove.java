package dev.lintel.controller.commission;

import dev.lintel.controller.time.Time;
import dev.lintel.reader.osdp.OsdpFrame;
import dev.lintel.reader.osdp.ReaderMove;
import dev.lintel.reader.osdp.ReaderMove.Absent;
import dev.lintel.reader.osdp.ReaderMove.Gone;
import dev.lintel.reader.osdp.ReaderMove.Moved;
import dev.lintel.reader.osdp.ReaderMove.Outcome;
import dev.lintel.reader.osdp.ReaderMove.Refused;
import dev.lintel.reader.osdp.ReaderMove.Stays;
import dev.lintel.reader.osdp.ReaderMove.Step;
import dev.lintel.reader.osdp.ReaderMove.Taken;
import dev.lintel.reader.osdp.Scbk;
import dev.lintel.reader.osdp.SingleReader.Reason;
import dev.lintel.reader.serial.SerialException;
import dev.lintel.reader.serial.SerialPorts;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// Gives a reader another address on a line of the box, for [LineDesk]: what the running wiring says to that, which key
/// the reader is spoken to with, and what is to be done afterwards. [#check] on any thread, [#run] on the work's.
final class LineMove {
    /// What the page calls [MoveOrder#confirmed].
    private static final String ALSO = "Also a reader that a door of this box has";

    private final KeyFiles keys;
    private final Time time;

    LineMove(KeyFiles keys, Time time) {
        this.keys = keys;
        this.time = time;
    }

    /// What it came to.
    record Result(WorkState.Moved moved, String words) {}

    /// Throws [CommissionException] in words where it cannot be, or where a door would lose its reader by it and nobody
    /// has said that it shall.
    void check(Lines.Line line, MoveOrder order) {
        ReaderMove.Order where = order.where();
        String fault = where.fault();
        if (fault != null) throw new CommissionException(fault);
        String name = order.keyName();
        if (name != null) {
            try {
                KeyFiles.checkName(name);
            } catch (IllegalArgumentException e) { // in words
                throw new CommissionException(String.valueOf(e.getMessage()), e);
            }
            if (where.key() != null) throw new CommissionException("a reader is spoken to under one key: name one");
            Scbk _ = kept(name); // is there, and may be used
        }
        if (line.network() && where.baud() != where.toBaud()) {
            throw new CommissionException(
                    "the speed behind a network bridge is set there: leave the reader's as it is");
        }
        Integer wire = line.baud();
        if (line.network() && wire != null && wire != where.baud()) {
            throw new CommissionException("the wire behind " + line.port() + " has " + wire + " baud, not "
                    + where.baud() + ": the reader would be lost there");
        }
        if (where.address() == OsdpFrame.ADDRESS_ANY && !line.readers().isEmpty()) {
            throw new CommissionException("address " + OsdpFrame.ADDRESS_ANY + " means every reader of a line, and "
                    + "doors have some of " + line.busName() + ": say which address it has");
        }
        if (order.confirmed()) return;
        Lines.Wired there = at(line, where.toAddress(), where.toBaud());
        // One with a key is heard under that alone: a reader that does not have it opens nothing there.
        if (there != null && there.key() == null && where.toAddress() != where.address()) {
            throw new CommissionException("address " + where.toAddress() + " on " + line.busName() + " is "
                    + there.words() + ": whatever is presented at this reader would count there. Nothing was changed:"
                    + " if it takes that one's place, tick '" + ALSO + "', or give --yes");
        }
        Lines.Wired door = wired(line, where);
        if (door == null) return;
        throw new CommissionException("address " + where.address() + " on " + line.busName() + " is " + door.words()
                + ": its door is without it from then on, until the wiring names address " + where.toAddress()
                + " there and the box has begun anew. Nothing was changed: if it shall move, tick '" + ALSO
                + "', or give --yes");
    }

    /// The reader of a door that is where `where` begins; null where no door has one there.
    private static Lines.@Nullable Wired wired(Lines.Line line, ReaderMove.Order where) {
        return at(line, where.address(), where.baud());
    }

    /// The reader that the wiring has there; null where it has none.
    private static Lines.@Nullable Wired at(Lines.Line line, int address, int speed) {
        Integer baud = line.baud();
        boolean heard = line.network() || (baud != null && baud == speed);
        return heard ? line.readers().get(address) : null;
    }

    /// Throws [CommissionException] in words where the reader did not move, or may have and is not found.
    Result run(Lines.Line line, MoveOrder order, LineWork work) throws InterruptedException {
        var step = new AtomicReference<>(Step.LOOKING);
        try {
            Outcome outcome = moved(line, order, work, step);
            if (!(outcome instanceof Moved moved)) throw new CommissionException(words(outcome));
            String then = then(line, order, moved);
            String key = keyName(line, order);
            var told = new WorkState.Moved(moved.address(), moved.baud(), key == null ? "" : key);
            return new Result(told, then.isEmpty() ? moved.words() : moved.words() + "; " + then);
        } catch (InterruptedException e) {
            if (step.get().compareTo(Step.TELLING) < 0) throw e;
            throw mayBe("interrupted", order.where(), e);
        } catch (SerialException e) {
            if (step.get().compareTo(Step.TELLING) < 0) throw e;
            throw mayBe(String.valueOf(e.getMessage()), order.where(), e);
        }
    }

    private static CommissionException mayBe(String why, ReaderMove.Order where, Exception cause) {
        return new CommissionException(
                "%s; the reader may be at address %d, %d baud by now: look for it"
                        .formatted(why, where.toAddress(), where.toBaud()),
                cause);
    }

    private Outcome moved(Lines.Line line, MoveOrder order, LineWork work, AtomicReference<Step> step)
            throws InterruptedException {
        var move = new ReaderMove(baud -> SerialPorts.opener(line.path(), baud), time::nowNs);
        Scbk key = key(line, order);
        Outcome outcome = move.move(order.where().with(key), at -> tell(work, step, at));
        boolean given = order.keyName() != null || order.where().key() != null;
        boolean another = outcome instanceof Absent(var away) && away.reason() == Reason.OTHER_KEY;
        if (given || key == null || !another) return outcome;
        // The door's own has been taken off, and a new one is in its place.
        work.change(s -> s.noted("it has not the key that the wiring names: it is spoken to in the clear"));
        return move.move(order.where(), at -> tell(work, step, at));
    }

    private static void tell(LineWork work, AtomicReference<Step> step, Step at) {
        step.set(at);
        int percent = at.percent();
        work.change(s -> s.at(percent, at.words()));
    }

    /// The key that the reader is spoken to with; null for the clear.
    private @Nullable Scbk key(Lines.Line line, MoveOrder order) {
        String name = keyName(line, order);
        return name == null ? order.where().key() : kept(name);
    }

    private Scbk kept(String name) {
        try {
            return keys.key(name);
        } catch (IllegalArgumentException e) { // in words, without the key
            throw new CommissionException("the key " + keys.path(name) + " " + e.getMessage(), e);
        }
    }

    /// Null where the key has no name, or there is none.
    private @Nullable String keyName(Lines.Line line, MoveOrder order) {
        String given = order.keyName();
        if (given != null) return given;
        Lines.Wired door = order.where().key() == null ? wired(line, order.where()) : null;
        String named = door == null ? null : door.key();
        return named != null && keys.exists(named) ? named : null; // a door's reader that was never paired
    }

    private static String words(Outcome outcome) {
        return switch (outcome) {
            case Absent(var away) ->
                away.words()
                        + switch (away.reason()) {
                            case WANTS_KEY -> "; name the key that it has";
                            case SILENT, NOISE -> "; look for readers on the line: its speed or address is another";
                            case NO_LINE, OTHER_KEY, BUSY -> "";
                        }
                        + "; nothing was changed";
            case Gone gone -> gone.words() + "; look for readers on the line";
            case Taken _, Refused _, Stays _, Moved _ -> outcome.words();
        };
    }

    /// What is to be done now, in words; empty for nothing.
    private String then(Lines.Line line, MoveOrder order, Moved moved) {
        List<String> then = new ArrayList<>();
        if (moved.another()) {
            then.add("another reader answers at address " + order.where().address() + " still");
        }
        Integer baud = line.baud();
        Lines.Wired there = line.readers().get(moved.address());
        if (baud != null && !line.network() && baud != moved.baud()) {
            then.add(line.busName() + " is at " + baud + " baud and does not hear it there");
        } else if (there != null) {
            String key = there.key();
            String under = key == null ? "" : ", under the key of " + keys.path(key) + ": pair it where it has another";
            then.add("the box speaks to it as " + there.words() + under);
        }
        Lines.Wired door = wired(line, order.where());
        if (door != null) {
            then.add("name address " + moved.address() + " at " + door.words()
                    + " (page Doors, or controller.yaml) and have the box begin anew: until then that door is"
                    + " without it");
        }
        return String.join("; ", then);
    }
}
