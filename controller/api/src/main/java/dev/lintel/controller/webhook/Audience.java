package dev.lintel.controller.webhook;

import dev.lintel.controller.api.EventSight;
import dev.lintel.controller.event.EventClass;
import dev.lintel.controller.http.Scope;
import dev.lintel.controller.net.WebAddress;
import dev.lintel.controller.oauth.OAuth;
import dev.lintel.controller.oauth.OAuth.Admitted;
import dev.lintel.controller.store.ApplicationStore.Application;
import dev.lintel.controller.store.ApplicationStore.Rotation;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.EndpointStore;
import dev.lintel.controller.store.NotificationRuleStore;
import dev.lintel.controller.store.NotificationRuleStore.Rule;
import dev.lintel.controller.store.OutboxStore;
import dev.lintel.controller.store.StoreException;
import dev.lintel.controller.webhook.Receiver.ByRule;
import dev.lintel.controller.webhook.Receiver.ByScope;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// Says who is told of an account, at this moment: applications that hold a token for it, and its active rules. Read
/// anew after anything was written that may change it. The outbox's thread, but for [#rulesChanged].
///
/// A rule that an application made posts the classes of events that the application's permissions show at this moment
/// ([EventSight#posted]), and nothing once the last permission ends. A rule of an operator or of an API key posts all.
final class Audience {
    /// How clients are named that are applications: `application CLIENT_ID`.
    private static final String APPLICATION = "application ";

    private final OAuth oauth;
    private final AtomicLong ruleChanges = new AtomicLong();
    private final Map<Long, Seen> seen = new HashMap<>();
    /// Accounts whose rules could be read.
    private final Set<Long> known = new HashSet<>();
    private final Map<EndpointStore.Key, Receiver> byKey = new HashMap<>();
    private long version;

    /// @param database as it was when this was read: the test account's is another after it broke
    private record Seen(long tokens, long rules, @Nullable Database database, List<Receiver> receivers) {}

    Audience(OAuth oauth) {
        this.oauth = oauth;
    }

    void rulesChanged() {
        ruleChanges.incrementAndGet();
    }

    /// Counts how often somebody has come or gone: after another number deliveries that wait may have nobody left.
    long version() {
        return version;
    }

    /// Those who are told of an account.
    List<Receiver> of(Source source) {
        long tokens = oauth.database().commits();
        long rules = ruleChanges.get();
        Database database = source.database();
        Seen known = seen.get(source.accountId());
        if (known != null && known.tokens == tokens && known.rules == rules && known.database == database) {
            return known.receivers;
        }
        List<Receiver> receivers = read(source.accountId(), database);
        seen.put(source.accountId(), new Seen(tokens, rules, database, receivers));
        boolean same = known != null && known.database == database && known.receivers.equals(receivers);
        if (same) return receivers;
        version++;
        byKey.keySet().removeIf(key -> key.accountId() == source.accountId());
        for (Receiver receiver : receivers) byKey.put(receiver.key(), receiver);
        return receivers;
    }

    /// One of those that [#of] last said; null for who is not told.
    @Nullable
    Receiver find(EndpointStore.Key key) {
        return byKey.get(key);
    }

    /// An application's address, whoever lets it in: for tests. Null for a rule, which is told itself or not at all,
    /// and for an application that has none.
    @Nullable
    Receiver owner(EndpointStore.Key key) {
        if (key.kind() == EndpointStore.Kind.RULE) return null;
        Application application = oauth.applications().get(key.ownerId());
        return application == null
                ? null
                : receiver(application, key.accountId(), EnumSet.noneOf(OutboxStore.Type.class));
    }

    /// Whether whose endpoint it is, is still there; as long as that cannot be known, it is.
    boolean exists(EndpointStore.Key key, List<Source> sources) {
        if (key.kind() == EndpointStore.Kind.APPLICATION)
            return oauth.applications().get(key.ownerId()) != null;
        for (Source source : sources) {
            Database database = source.database();
            if (source.accountId() != key.accountId() || database == null) continue;
            try {
                return database.read(sql -> NotificationRuleStore.get(sql, key.ownerId())) != null;
            } catch (StoreException e) {
                return true;
            }
        }
        return true;
    }

    private List<Receiver> read(long accountId, @Nullable Database database) {
        List<Admitted> admitted = oauth.admitted(accountId);
        var receivers = new ArrayList<Receiver>();
        Map<String, Set<EventClass>> shown = new HashMap<>();
        for (Admitted one : admitted) {
            shown.put(APPLICATION + one.application().clientId(), shown(one));
            Set<OutboxStore.Type> types = types(one.scopes());
            Receiver receiver = types.isEmpty() ? null : receiver(one.application(), accountId, types);
            if (receiver != null) receivers.add(receiver);
        }
        for (Rule rule : rules(accountId, database)) {
            Set<EventClass> posted = rule.maker().startsWith(APPLICATION)
                    ? shown.getOrDefault(rule.maker(), Set.of())
                    : EnumSet.allOf(EventClass.class);
            boolean posts = rule.active() && !posted.isEmpty() && isAddress(rule.url());
            if (posts) receivers.add(receiver(rule, accountId, posted));
        }
        return List.copyOf(receivers);
    }

    /// What rules of an application may post: each permission is judged by itself, for another user's event scopes do
    /// not limit it.
    private static Set<EventClass> shown(Admitted admitted) {
        var classes = EnumSet.noneOf(EventClass.class);
        admitted.permissions().forEach(scopes -> classes.addAll(EventSight.posted(scopes)));
        return classes;
    }

    private List<Rule> rules(long accountId, @Nullable Database database) {
        known.remove(accountId);
        if (database == null) return List.of();
        List<Rule> rules = database.read(NotificationRuleStore::list);
        known.add(accountId);
        return rules;
    }

    /// Whether it is known who is told by this owner: not before an account was read, nor by rules of one that is not
    /// open.
    boolean knows(EndpointStore.Key key) {
        return key.kind() == EndpointStore.Kind.APPLICATION
                ? seen.containsKey(key.accountId())
                : known.contains(key.accountId());
    }

    /// What was registered is one; of what somebody wrote into the file by hand nobody knows.
    private static boolean isAddress(String url) {
        return WebAddress.fault(url, "An address") == null;
    }

    /// The specification's table in 6.1: which scope lets an application hear of what.
    private static Set<OutboxStore.Type> types(Set<Scope> scopes) {
        var types = EnumSet.noneOf(OutboxStore.Type.class);
        if (scopes.contains(Scope.EVENT_ACCESS_READONLY)) types.add(OutboxStore.Type.ACCESS);
        boolean perimeters = scopes.contains(Scope.EVENT_PERIMETERS_READONLY)
                || scopes.contains(Scope.EVENT_PERIMETERS_READONLY_ALIAS);
        if (perimeters) types.add(OutboxStore.Type.PERIMETER);
        if (scopes.contains(Scope.PERSON_READONLY) || scopes.contains(Scope.PERSON))
            types.add(OutboxStore.Type.CREDENTIAL);
        return types;
    }

    /// An application as one that is told; null when it has no address for that.
    static @Nullable Receiver receiver(Application application, long accountId, Set<OutboxStore.Type> types) {
        String url = application.details().webhookUrl();
        if (url == null || !isAddress(url)) return null;
        var secrets = new ArrayList<String>();
        secrets.add(application.secrets().webhook());
        Rotation rotation = application.secrets().rotation();
        if (rotation != null) secrets.add(rotation.next());
        var key = new EndpointStore.Key(EndpointStore.Kind.APPLICATION, accountId, application.id());
        return new Receiver(key, application.details().name(), url, secrets, new ByScope(types));
    }

    private static Receiver receiver(Rule rule, long accountId, Set<EventClass> posted) {
        var key = new EndpointStore.Key(EndpointStore.Kind.RULE, accountId, rule.id());
        var interest = new ByRule(rule.listing(), rule.codes(), rule.channels(), posted);
        return new Receiver(key, rule.name(), rule.url(), List.of(rule.secret()), interest);
    }
}
