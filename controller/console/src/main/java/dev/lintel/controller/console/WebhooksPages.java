package dev.lintel.controller.console;

import dev.lintel.controller.console.DeliveryPages.Link;
import dev.lintel.controller.console.DeliveryPages.Log;
import dev.lintel.controller.console.DeliveryPages.Shown;
import dev.lintel.controller.console.DeliveryWords.EndpointView;
import dev.lintel.controller.console.EndpointNames.Name;
import dev.lintel.controller.console.Pages.Place;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Handler;
import dev.lintel.controller.http.Method;
import dev.lintel.controller.http.RateLimit;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.store.SessionStore.Session;
import dev.lintel.controller.time.Time;
import dev.lintel.controller.webhook.DeliveryDesk;
import dev.lintel.controller.webhook.DeliveryDesk.Health;
import java.util.List;

/// `/webhooks`: operators see whom this box posts to and how that goes: applications, and notification rules, whose
/// logs are nowhere else.
final class WebhooksPages {
    static final String PATH = "/webhooks";
    private static final String ONE = PATH + "/:id";

    /// Two times and a number.
    private static final int FORM_BYTES_MAX = 16 * 1024;

    private final AppPages pages;
    private final DeliveryDesk desk;
    private final DeliveryPages log;
    private final EndpointNames names;
    private final RateLimit changes;

    WebhooksPages(AppPages pages, DeliveryDesk desk, DeliveryPages log, EndpointNames names, Time time) {
        this.pages = pages;
        this.desk = desk;
        this.log = log;
        this.names = names;
        this.changes = new RateLimit(DeveloperPages.CHANGES_MAX, time);
    }

    void mount(Endpoints endpoints, Gate gate) {
        endpoints.bodyMax(PATH, FORM_BYTES_MAX);
        endpoints.on(Method.GET, PATH, gate.page(Gate.Who.OPERATOR, (_, session) -> list(session)));
        log.mount(endpoints, ONE, ONE, shown -> one(gate, shown));
    }

    private Handler one(Gate gate, Shown shown) {
        return gate.page(Gate.Who.OPERATOR, (request, session) -> {
            Health health = desk.endpoint(request.id());
            if (health == null) {
                return pages.note(404, session, "There is no such receiver", "Its application or rule may be gone.");
            }
            if (request.method() == Method.POST && isTooMuch(session)) return pages.tooMuch(session);
            return shown.handle(request, session, of(health));
        });
    }

    private boolean isTooMuch(Session session) {
        return changes.count("user " + session.userId()).over();
    }

    private Log of(Health health) {
        Name name = names.of(health.endpoint().key());
        String path = PATH + "/" + health.endpoint().id();
        return new Log(
                Visible.line(name.name()),
                List.of(new Link(PATH, "Webhooks")),
                path,
                path,
                path,
                Place.WEBHOOKS,
                List.of(health),
                _ -> name.line());
    }

    private Reply list(Session session) {
        DeliveryWords words = log.words();
        List<EndpointView> views =
                desk.endpoints().stream().map(one -> view(words, one)).toList();
        return pages.webhooks(session, views);
    }

    private EndpointView view(DeliveryWords words, Health health) {
        Name name = names.of(health.endpoint().key());
        return words.endpoint(health, name.name(), name.line());
    }
}
