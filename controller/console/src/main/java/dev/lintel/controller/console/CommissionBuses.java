package dev.lintel.controller.console;

import dev.lintel.controller.commission.CommissionException;
import dev.lintel.controller.commission.Commissioning;
import dev.lintel.controller.console.Gate.Who;
import dev.lintel.controller.console.Pages.Place;
import dev.lintel.controller.console.PlanPage.Act;
import dev.lintel.controller.console.PlanPage.Plan;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Method;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.store.SessionStore.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/// `/commission/buses`: lines of OSDP readers are written, and taken away where no reader is on them.
///
/// ```
///   POST /commission/buses              {bus, port, baud}
///   GET  /commission/buses/remove?bus=  asks
///   POST /commission/buses/remove       {bus}
/// ```
final class CommissionBuses {
    static final String PATH = CommissionPages.PATH + "/buses";
    private static final String REMOVE = PATH + "/remove";

    private final Pages pages;
    private final Commissioning commissioning;

    CommissionBuses(Pages pages, Commissioning commissioning) {
        this.pages = pages;
        this.commissioning = commissioning;
    }

    void mount(Endpoints endpoints, Gate gate) {
        endpoints.on(Method.POST, PATH, gate.page(Who.OPERATOR, this::save));
        endpoints.on(Method.GET, REMOVE, gate.page(Who.OPERATOR, this::askRemove));
        endpoints.on(Method.POST, REMOVE, gate.page(Who.OPERATOR, this::remove));
    }

    /// A line in the list.
    ///
    /// @param spare no reader is on it
    record Row(String name, String words, boolean spare) {}

    static List<Row> rows(Commissioning commissioning) {
        var rows = new ArrayList<Row>();
        new TreeMap<>(commissioning.buses()).forEach((name, tree) -> {
            if (!(tree instanceof Map<?, ?> bus)) return;
            rows.add(new Row(name, bus.get("port") + ", " + bus.get("baud") + " baud", commissioning.isSpare(name)));
        });
        return rows;
    }

    private Reply save(Request request, Session session) {
        try {
            int baud = CommissionDoors.number(request.form("baud"));
            commissioning.saveBus(field(request, "bus"), field(request, "port"), baud, session.email());
        } catch (CommissionException e) {
            return refused(session, "Not written", e);
        }
        return pages.redirect(CommissionPages.PATH + "?done=bus");
    }

    private Reply askRemove(Request request, Session session) {
        String bus = Objects.requireNonNullElse(request.query("bus"), "");
        List<String> removal;
        try {
            removal = commissioning.busRemoval(bus);
        } catch (CommissionException e) {
            return refused(session, "Not removed", e);
        }
        var act = new Act("Remove it", REMOVE, true, Map.of("bus", bus), CommissionPages.PATH, "");
        String lead = "No reader is on this line.";
        var plan = new Plan("Remove " + bus + "?", lead, List.of(), removal, List.of(), null, act);
        return PlanPage.draw(pages, Place.COMMISSION, session, plan);
    }

    private Reply remove(Request request, Session session) {
        try {
            commissioning.removeBus(field(request, "bus"), session.email());
        } catch (CommissionException e) {
            return refused(session, "Not removed", e);
        }
        return pages.redirect(CommissionPages.PATH + "?done=removed");
    }

    private Reply refused(Session session, String title, CommissionException e) {
        String faults = String.join("; ", e.sentences());
        return pages.draw(
                422,
                Place.COMMISSION,
                title,
                session,
                (out, tags, frame) -> JtemessageGenerated.render(
                        out, tags, frame, faults, CommissionPages.PATH, "Back to the steps"));
    }

    private static String field(Request request, String name) {
        return Objects.requireNonNullElse(request.form(name), "").strip();
    }
}
