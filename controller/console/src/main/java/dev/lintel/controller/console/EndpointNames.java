package dev.lintel.controller.console;

import dev.lintel.controller.api.Accounts;
import dev.lintel.controller.net.WebAddress;
import dev.lintel.controller.oauth.Applications;
import dev.lintel.controller.store.ApplicationStore.Application;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.EndpointStore;
import dev.lintel.controller.store.NotificationRuleStore;
import dev.lintel.controller.store.NotificationRuleStore.Rule;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/// What pages call endpoints: by whose they are, and the host that is posted to. The rest of an address may hold a
/// secret and is not shown. Reads the stores; any thread but an event loop.
///
/// @param database the customer's; rules of the test account go by their number
record EndpointNames(Applications applications, Database database) {
    /// @param host that is posted to; null: it is not known
    record Name(String name, String about, @Nullable String host) {
        /// What it is and where it leads, on one line.
        String line() {
            return host == null ? about : about + " · " + host;
        }
    }

    Name of(EndpointStore.Key key) {
        return key.kind() == EndpointStore.Kind.APPLICATION ? ofApplication(key) : ofRule(key);
    }

    private Name ofApplication(EndpointStore.Key key) {
        Application found = applications.get(key.ownerId());
        String about = "Application · " + account(key);
        if (found == null) return new Name("An application that is gone", about, null);
        return new Name(found.details().name(), about, host(found.details().webhookUrl()));
    }

    private Name ofRule(EndpointStore.Key key) {
        String about = "Notification rule · " + account(key);
        if (key.accountId() != Accounts.CUSTOMER) return new Name("Rule " + key.ownerId(), about, null);
        Rule found = database.read(sql -> NotificationRuleStore.get(sql, key.ownerId()));
        if (found == null) return new Name("A rule that is gone", about, null);
        return new Name(found.name(), about, host(found.url()));
    }

    private static String account(EndpointStore.Key key) {
        return key.accountId() == Accounts.TEST ? "the test account" : "the customer's account";
    }

    private static @Nullable String host(@Nullable String url) {
        return url == null || WebAddress.fault(url, "An address") != null
                ? null
                : URI.create(url).getHost();
    }
}
