package dev.lintel.controller.control;

import dev.lintel.controller.commission.CommissionException;
import dev.lintel.controller.commission.FoundReader;
import dev.lintel.controller.commission.LineDesk;
import dev.lintel.controller.commission.LinePort;
import dev.lintel.controller.commission.LineWork;
import dev.lintel.controller.commission.MoveOrder;
import dev.lintel.controller.commission.ReaderPairing;
import dev.lintel.controller.commission.WorkState;
import dev.lintel.reader.osdp.ReaderMove;
import dev.lintel.reader.osdp.Scbk;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Work on the lines of a box that runs. A client that goes away ends what it began.
///
/// - `osdp port` (field `port`): whether the box has that port, as `{port, bus}`; `bus` is null where no bus has it.
/// - `osdp scan` (`port`, `speeds` as texts, none for all, `quick`), `osdp pair` (`port`, `baud`, `name`, `address`,
///   `seconds`, `rekey`), `osdp move` (`port`, `baud`, `address`, `to`, `to_baud`, `key`: its name, none for the
///   wiring's or the clear, `standard`: under the key of new readers, `confirmed`: also a reader that a door has)
///   answer lines of a `type`: `begun` (`bus`), `at` (`percent`, `doing`), `note` (`words`), `found` (`reader`,
///   `sentence`) and at the end `ended` (`found`, `words`, of a pairing `address`, `file`, `key`, of a move `address`,
///   `baud`: where it is now).
public final class OsdpCommands {
    private static final String BY = "command line";

    /// How soon a client sees what is new, and one that has gone frees its line.
    private static final Duration LOOK = Duration.ofMillis(100);

    private final LineDesk desk;

    public OsdpCommands(LineDesk desk) {
        this.desk = desk;
    }

    public void port(Request request, Responses out) {
        String asked = request.text("port");
        LinePort has = desk.port(asked);
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("port", has == null ? null : has.port());
        json.put("bus", has == null ? null : has.bus());
        out.send(json);
    }

    public void scan(Request request, Responses out) throws InterruptedException {
        var speeds = new ArrayList<Integer>();
        for (String speed : request.texts("speeds")) speeds.add(number(speed));
        follow(begun(() -> desk.scan(request.text("port"), speeds, request.flag("quick"), BY)), out);
    }

    public void pair(Request request, Responses out) throws InterruptedException {
        follow(
                begun(() -> {
                    var order = new ReaderPairing.Order(
                            small(request, "address"),
                            request.text("name"),
                            small(request, "seconds"),
                            request.flag("rekey"));
                    return desk.pair(request.text("port"), small(request, "baud"), order, BY);
                }),
                out);
    }

    public void move(Request request, Responses out) throws InterruptedException {
        follow(
                begun(() -> {
                    var where = new ReaderMove.Order(
                            small(request, "address"),
                            small(request, "baud"),
                            small(request, "to"),
                            small(request, "to_baud"),
                            request.flag("standard") ? Scbk.standard() : null);
                    var order = new MoveOrder(where, request.nullableText("key"), request.flag("confirmed"));
                    return desk.move(request.text("port"), order, BY);
                }),
                out);
    }

    @FunctionalInterface
    private interface Begin {
        LineWork begin();
    }

    private static LineWork begun(Begin work) {
        try {
            return work.begin();
        } catch (CommissionException e) {
            throw new Refused(String.valueOf(e.getMessage()));
        }
    }

    private static void follow(LineWork work, Responses out) throws InterruptedException {
        try {
            Map<String, @Nullable Object> begun = new LinkedHashMap<>();
            begun.put("type", "begun");
            begun.put("bus", work.state().bus());
            out.send(begun);
            var told = new Told(out);
            boolean over = false;
            while (!over && out.open()) {
                over = work.await(LOOK);
                told.tell(work.state());
            }
            WorkState end = work.state();
            if (!end.ended()) return; // the client has gone
            if (end.stage() != WorkState.Stage.DONE) throw new Refused(end.doing());
            out.send(ending(end));
        } finally {
            work.cancel();
        }
    }

    /// What the client has been told of a work.
    private static final class Told {
        private final Responses out;
        private int notes;
        private int found;
        private String doing = "";

        Told(Responses out) {
            this.out = out;
        }

        void tell(WorkState now) {
            for (; notes < now.notes().size(); notes++) {
                out.send(Map.of("type", "note", "words", now.notes().get(notes)));
            }
            for (; found < now.found().size(); found++) {
                FoundReader reader = now.found().get(found);
                out.send(Map.of("type", "found", "reader", reader.json(), "sentence", reader.sentence()));
            }
            if (now.ended() || now.doing().equals(doing)) return;
            doing = now.doing();
            out.send(Map.of("type", "at", "percent", (long) now.percent(), "doing", doing));
        }
    }

    private static Map<String, @Nullable Object> ending(WorkState end) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("type", "ended");
        json.put("found", (long) end.found().size());
        json.put("words", end.doing());
        WorkState.Moved moved = end.moved();
        if (moved != null) {
            json.put("address", (long) moved.address());
            json.put("baud", (long) moved.baud());
        }
        WorkState.Paired paired = end.paired();
        if (paired == null) return json;
        json.put("address", (long) paired.address());
        json.put("file", paired.file());
        json.put("key", paired.key());
        return json;
    }

    private static int small(Request request, String field) {
        long number = request.number(field);
        if (number < 0 || number > Integer.MAX_VALUE) throw new Refused(field + " is out of range: " + number);
        return (int) number;
    }

    private static int number(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new Refused("a speed is a number, not " + text);
        }
    }

    /// Adds what may be asked by name.
    public void addTo(Map<String, Command> commands) {
        commands.put("osdp port", this::port);
        commands.put("osdp scan", this::scan);
        commands.put("osdp pair", this::pair);
        commands.put("osdp move", this::move);
    }
}
