package dev.lintel.controller.console;

import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.store.UserStore;

/// The pages of applications, put together: what users are asked, what they connected, the operators' and the
/// developers' pages, and what receivers are told.
record ApplicationSide(
        ConsentPage consent,
        ConnectedPage connected,
        ApplicationsPages applications,
        DeveloperPages developer,
        WebhooksPages webhooks) {
    static ApplicationSide of(Pages pages, Sessions sessions, Console.Parts parts, UserStore users, Moments moments) {
        var shared = new AppPages(pages);
        var oauth = parts.oauth();
        var log = new DeliveryPages(shared, parts.deliveries(), moments, parts.time());
        var names = new EndpointNames(oauth.applications(), parts.database());
        return new ApplicationSide(
                new ConsentPage(shared, sessions, oauth, parts.time()),
                new ConnectedPage(shared, oauth, moments),
                new ApplicationsPages(
                        new ApplicationsPages.Parts(shared, oauth, users, parts.testDoors(), parts.deliveries(), log)),
                new DeveloperPages(
                        new DeveloperPages.Parts(shared, oauth, parts.deliveries(), log, moments), parts.time()),
                new WebhooksPages(shared, parts.deliveries(), log, names, parts.time()));
    }

    void mount(Endpoints endpoints, Gate gate) {
        consent.mount(endpoints);
        connected.mount(endpoints, gate);
        applications.mount(endpoints, gate);
        developer.mount(endpoints, gate);
        webhooks.mount(endpoints, gate);
    }
}
