package dev.lintel.controller.console;

import dev.lintel.controller.commission.CommissionException;
import dev.lintel.controller.commission.Commissioning;
import dev.lintel.controller.commission.LineDesk;
import dev.lintel.controller.commission.LinePort;
import dev.lintel.controller.commission.LineWork;
import dev.lintel.controller.commission.MoveOrder;
import dev.lintel.controller.commission.ReaderPairing;
import dev.lintel.controller.commission.WorkState;
import dev.lintel.controller.console.Gate.Who;
import dev.lintel.controller.console.Pages.Place;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Method;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.store.SessionStore.Session;
import dev.lintel.reader.osdp.ReaderMove;
import dev.lintel.reader.osdp.Scbk;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// `/commission/lines`: OSDP readers are looked for on the box's serial ports, given keys and other addresses, while
/// the box runs.
///
/// ```
///   GET  /commission/lines              ports, what is under way, and the three forms
///   POST /commission/lines/scan         {port, baud: empty for every speed, quick: on}
///   POST /commission/lines/pair         {port, baud, address, key, seconds}
///   POST /commission/lines/move         {port, baud, address, to, to-baud: empty as it is, key: empty for none,
///                                        standard: on, confirmed: on}
///   GET  /commission/lines/:id          how far a piece of work is; looks again by itself
///   POST /commission/lines/:id/cancel
///   POST /commission/lines/use          {port, baud, address, key}: the line is written, and a door's form is next
/// ```
final class CommissionLines {
    static final String PATH = CommissionPages.PATH + "/lines";
    private static final String ONE = PATH + "/:id";

    private static final int FORM_BYTES_MAX = 4 * 1024; // nine short fields
    private static final int BAUD = 9_600; // as new readers are delivered
    private static final int SECONDS = 60; // from the page to the reader's install mode

    private final Parts parts;

    /// What the pages show and act on.
    record Parts(Pages pages, Commissioning commissioning, LineDesk lines) {}

    CommissionLines(Parts parts) {
        this.parts = parts;
    }

    void mount(Endpoints endpoints, Gate gate) {
        endpoints.bodyMax(PATH, FORM_BYTES_MAX);
        endpoints.on(
                Method.GET, PATH, gate.page(Who.OPERATOR, (request, session) -> list(request, session, 200, null)));
        endpoints.on(Method.POST, PATH + "/scan", gate.page(Who.OPERATOR, this::scan));
        endpoints.on(Method.POST, PATH + "/pair", gate.page(Who.OPERATOR, this::pair));
        endpoints.on(Method.POST, PATH + "/move", gate.page(Who.OPERATOR, this::move));
        endpoints.on(Method.POST, PATH + "/use", gate.page(Who.OPERATOR, this::use));
        endpoints.on(Method.GET, ONE, gate.page(Who.OPERATOR, this::show));
        endpoints.on(Method.POST, ONE + "/cancel", gate.page(Who.OPERATOR, this::cancel));
    }

    /// Ports and forms.
    ///
    /// @param form what the forms begin with
    record LinesView(
            List<LinePort> ports,
            List<WorkState> works,
            Form form,
            Move move,
            @Nullable String fault) {}

    /// The fields of a reader that gets a key.
    record Form(String port, String baud, String address, String key) {}

    /// The other fields of a reader that gets another address.
    ///
    /// @param baud its speed; empty where a bridge has it, which does not tell: a guess would lose the reader
    record Move(String baud, String to, String toBaud, boolean standard, boolean confirmed) {}

    private Reply list(Request request, Session session, int status, @Nullable String fault) {
        Form form = new Form(
                asked(request, "port"),
                or(asked(request, "baud"), Integer.toString(BAUD)),
                or(asked(request, "address"), "0"),
                asked(request, "key"));
        boolean sent = request.method() != Method.GET;
        Move move = new Move(
                sent || request.query("baud") != null ? asked(request, "baud") : Integer.toString(BAUD),
                asked(request, "to"),
                asked(request, "to-baud"),
                sent && request.form("standard") != null,
                sent && request.form("confirmed") != null);
        var view = new LinesView(parts.lines.ports(), parts.lines.works().reversed(), form, move, fault);
        return parts.pages.draw(
                status,
                Place.COMMISSION,
                "Readers on a line",
                session,
                (out, tags, frame) -> JtecommissionlinesGenerated.render(out, tags, frame, view));
    }

    private Reply scan(Request request, Session session) {
        try {
            String baud = asked(request, "baud");
            List<Integer> speeds = baud.isEmpty() ? List.of() : List.of(number(baud));
            boolean quick = request.form("quick") != null;
            return to(parts.lines.scan(asked(request, "port"), speeds, quick, session.email()));
        } catch (CommissionException e) {
            return list(request, session, 409, e.getMessage());
        }
    }

    private Reply pair(Request request, Session session) {
        try {
            var order =
                    new ReaderPairing.Order(number(asked(request, "address")), asked(request, "key"), SECONDS, false);
            return to(parts.lines.pair(asked(request, "port"), number(asked(request, "baud")), order, session.email()));
        } catch (CommissionException e) {
            return list(request, session, 409, e.getMessage());
        }
    }

    private Reply move(Request request, Session session) {
        try {
            int address = number(asked(request, "address"));
            int baud = number(asked(request, "baud"));
            var where = new ReaderMove.Order(
                    address,
                    baud,
                    number(asked(request, "to")),
                    number(or(asked(request, "to-baud"), Integer.toString(baud))),
                    request.form("standard") == null ? null : Scbk.standard());
            String key = asked(request, "key");
            var order = new MoveOrder(where, key.isEmpty() ? null : key, request.form("confirmed") != null);
            return to(parts.lines.move(asked(request, "port"), order, session.email()));
        } catch (CommissionException e) {
            return list(request, session, 409, e.getMessage());
        }
    }

    private Reply to(LineWork work) {
        return parts.pages.redirect(PATH + "/" + work.state().id());
    }

    private Reply show(Request request, Session session) {
        LineWork work = parts.lines.work(request.id("id"));
        if (work == null) return new Reply.NotFound("work");
        WorkState state = work.state();
        return parts.pages.draw(
                200,
                Place.COMMISSION,
                state.kind().title(),
                session,
                (out, tags, frame) -> JtecommissionworkGenerated.render(out, tags, frame, state));
    }

    private Reply cancel(Request request, Session session) {
        LineWork work = parts.lines.work(request.id("id"));
        if (work == null) return new Reply.NotFound("work");
        work.cancel();
        return parts.pages.redirect(PATH + "/" + work.state().id());
    }

    /// Readers that were found, paired or moved go straight to a door's form.
    private Reply use(Request request, Session session) {
        try {
            String port = asked(request, "port");
            String bus = parts.commissioning.busOn(port, number(or(asked(request, "baud"), "9600")), session.email());
            return parts.pages.redirect(CommissionDoors.PATH + "/new?entry.driver=osdp&entry.bus=" + encoded(bus)
                    + "&entry.address=" + number(asked(request, "address")) + "&entry.key="
                    + encoded(asked(request, "key")));
        } catch (CommissionException e) {
            return list(request, session, 409, e.getMessage());
        }
    }

    /// Of the form that was sent, or of the address.
    private static String asked(Request request, String name) {
        String text = request.method() == Method.GET ? request.query(name) : request.form(name);
        return Objects.requireNonNullElse(text, "").strip();
    }

    private static String or(String text, String otherwise) {
        return text.isEmpty() ? otherwise : text;
    }

    private static int number(String text) {
        if (text.matches("[0-9]{1,7}")) return Integer.parseInt(text);
        throw new CommissionException("'" + text + "' is no whole number");
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
