package dev.lintel.controller.console;

import dev.lintel.controller.console.Pages.Place;
import dev.lintel.controller.console.PlanPage.Act;
import dev.lintel.controller.console.PlanPage.Plan;
import dev.lintel.controller.console.SyncWords.Fact;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.store.SessionStore.Session;
import dev.lintel.controller.system.MachineState.Image;
import dev.lintel.controller.system.NetworkPlan;
import dev.lintel.controller.system.SystemRequest.TryNetwork;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// The form of a box's network, and the pages that follow it.
final class NetworkForm {
    private static final String PATH = SystemPages.PATH + "/network";

    private final Pages pages;

    NetworkForm(Pages pages) {
        this.pages = pages;
    }

    /// The form as it was sent.
    ///
    /// @param dns with a space between
    /// @param faults by field, in words that follow the field's name
    /// @param device the interface that has the address; empty: each that is wired
    record View(
            boolean dhcp,
            String hostName,
            String address,
            String gateway,
            String dns,
            String device,
            Map<String, String> faults) {
        View {
            faults = Map.copyOf(faults);
        }

        /// For the template: empty where there is none.
        public String fault(String field) {
            String fault = faults.get(field);
            return fault == null ? "" : SyncWords.sentence("it " + fault);
        }
    }

    Reply show(Session session, Image image) {
        NetworkPlan now = image.network();
        var view = now == null
                ? new View(true, image.hostName(), "", "", "", "", Map.of())
                : new View(
                        now.dhcp(),
                        now.hostName(),
                        now.address(),
                        now.gateway(),
                        String.join(" ", now.dns()),
                        now.device(),
                        Map.of());
        return draw(200, session, view);
    }

    private Reply draw(int status, Session session, View view) {
        return pages.draw(
                status,
                Place.SYSTEM,
                "Network",
                session,
                (out, tags, frame) -> JtenetworkGenerated.render(out, tags, frame, view));
    }

    private static View sent(Request request) {
        boolean dhcp = !"own".equals(request.form("mode"));
        return new View(
                dhcp,
                text(request, "host_name"),
                dhcp ? "" : text(request, "address"),
                dhcp ? "" : text(request, "gateway"),
                text(request, "dns"),
                dhcp ? "" : text(request, "interface"),
                Map.of());
    }

    private static List<String> servers(String dns) {
        return dns.isEmpty() ? List.of() : List.of(dns.split("[\\s,;]+", -1));
    }

    private static String text(Request request, String name) {
        return Objects.requireNonNullElse(request.form(name), "").strip();
    }

    /// What is asked for by a plan's form. Throws [dev.lintel.controller.system.SystemException].
    static TryNetwork read(Request request) {
        View view = sent(request);
        return new TryNetwork(
                new NetworkPlan(view.hostName, view.address, view.gateway, servers(view.dns), view.device));
    }

    /// What a form that was sent would do; the form again where it cannot.
    Reply plan(Request request, Session session) {
        View view = sent(request);
        Map<String, String> faults =
                new LinkedHashMap<>(NetworkPlan.faults(view.hostName, view.address, view.gateway, servers(view.dns)));
        String device = NetworkPlan.faultOfDevice(view.address, view.device);
        if (!view.dhcp && view.address.isEmpty()) faults.put("address", "is missing");
        else if (device != null) faults.put("interface", device);
        if (!faults.isEmpty()) {
            var again = new View(view.dhcp, view.hostName, view.address, view.gateway, view.dns, view.device, faults);
            return draw(422, session, again);
        }
        return PlanPage.draw(pages, Place.SYSTEM, session, plan(view));
    }

    private static Plan plan(View view) {
        var facts = new ArrayList<Fact>();
        facts.add(Fact.of("Name", view.hostName + ".local"));
        facts.add(Fact.of("Address", view.dhcp ? "from DHCP" : view.address));
        if (!view.device.isEmpty()) facts.add(Fact.of("Interface", view.device));
        if (!view.gateway.isEmpty()) facts.add(Fact.of("Gateway", view.gateway));
        if (!view.dns.isEmpty()) facts.add(Fact.of("Name servers", view.dns));
        var act = new Act(
                "Try it",
                PATH + "/try",
                true,
                Map.of(
                        "mode", view.dhcp ? "dhcp" : "own",
                        "host_name", view.hostName,
                        "address", view.address,
                        "gateway", view.gateway,
                        "dns", view.dns,
                        "interface", view.device),
                PATH,
                "");
        return new Plan(
                "Try this network?",
                "The box changes to it at once. Doors go on meanwhile.",
                facts,
                List.of(
                        "You lose this page. Open the box at its new address, sign in there, and keep the network.",
                        "Unless somebody does within 5 minutes, the network of before comes back by itself, also"
                                + " after a power cut.",
                        "A hub or service that the box follows, and boxes that follow it, are away until they"
                                + " reach each other again."),
                List.of(),
                null,
                act);
    }

    /// Where the box is found with that network.
    static String address(NetworkPlan plan, String port) {
        String own = plan.ownAddress();
        String host = own == null ? plan.hostName() + ".local" : own.contains(":") ? "[" + own + "]" : own;
        return "https://" + host + port + SystemPages.PATH;
    }

    /// It is under way; the page may be the last that comes through the network of before.
    Reply tried(Session session, NetworkPlan plan, String port) {
        String url = address(plan, port);
        String text =
                "Open " + url + " within 5 minutes, sign in there and keep the network. Else the one of before comes"
                        + " back by itself.";
        return pages.draw(
                200,
                Place.SYSTEM,
                "The network is being tried",
                session,
                (out, tags, frame) -> JtemessageGenerated.render(out, tags, frame, text, url, "Open it there"));
    }
}
