package dev.lintel.controller.api;

import dev.lintel.controller.event.EventCodes;
import dev.lintel.controller.http.Access;
import dev.lintel.controller.http.Challenge;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Method;
import dev.lintel.controller.http.Paging;
import dev.lintel.controller.http.Principal;
import dev.lintel.controller.http.RefusedException;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.http.Scope;
import dev.lintel.controller.secret.Tokens;
import dev.lintel.controller.store.NotificationRuleStore;
import dev.lintel.controller.store.NotificationRuleStore.Rule;
import dev.lintel.controller.store.Sql;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// `/api/3/notification_rules`: to which addresses events of which codes are posted.
///
/// A rule's secret is in the answer to the POST that made it, and in that to the same POST again under its
/// `Idempotency-Key`: a client that lost the first answer would have a rule whose posts it cannot check. Only the
/// client that made the rule has that key, and for a day. No other answer has the secret, nor has any log or audit
/// event.
///
/// An application changes and deletes the rules that it made, and reads the addresses of those alone: the path and the
/// query of an address may hold a secret of the receiver. Operators and API keys read and change all rules. A rule
/// whose address, codes or channels an operator or a key changes is theirs from then on.
///
/// A rule posts the classes of events that the permission shows ([EventSight#posted]).
final class NotificationRulesResource {
    private static final Access READ =
            Access.anyOf(Scope.NOTIFICATION_RULE_READONLY, Scope.NOTIFICATION_RULE, Scope.EVENT_READONLY);
    private static final Access WRITE = Access.anyOf(Scope.NOTIFICATION_RULE);

    /// Each event is held to every rule: on a board that is some microseconds with as many as this.
    private static final int RULES_MAX = 100;

    /// Of one application: one for each kind of event and a few more, so that four applications have room.
    private static final int RULES_PER_APPLICATION_MAX = 20;

    /// Of all applications together: the rest of [#RULES_MAX] is for operators and API keys.
    private static final int RULES_OF_APPLICATIONS_MAX = 80;

    private static final String WHAT = "notification_rule";
    private static final String PATH = "/api/3/notification_rules";

    private final ApiParts parts;
    private final Announcements announcements;
    private final long accountId;
    private final Tokens tokens = new Tokens();

    NotificationRulesResource(ApiParts parts, Announcements announcements, long accountId) {
        this.parts = parts;
        this.announcements = announcements;
        this.accountId = accountId;
    }

    void mount(Endpoints endpoints) {
        endpoints.on(Method.GET, PATH, READ, this::list);
        endpoints.on(Method.POST, PATH, WRITE, this::create);
        endpoints.on(Method.GET, PATH + "/:id", READ, this::show);
        endpoints.on(Method.PUT, PATH + "/:id", WRITE, this::update);
        endpoints.on(Method.PATCH, PATH + "/:id", WRITE, this::update);
        endpoints.on(Method.DELETE, PATH + "/:id", WRITE, this::delete);
    }

    private Reply list(Request request) {
        return new LongList(parts.database(), new All(request.signedIn())).answer(request, Paging.SHORT_ROWS);
    }

    private Reply show(Request request) {
        Map<String, Object> json = parts.database().read(sql -> json(sql, request.signedIn(), request.id()));
        return json == null ? notFound() : new Reply.Ok(json);
    }

    private Reply create(Request request) {
        NotificationRuleInput input = input(request);
        Map<String, Object> json = parts.once()
                .create(
                        request,
                        sql -> insert(sql, request.signedIn(), input),
                        (sql, made) -> withSecret(sql, request.signedIn(), made.id()));
        announcements.rulesChanged(accountId);
        return json == null ? notFound() : new Reply.Created(json); // a repeated one's may have been deleted since
    }

    private long insert(Sql sql, Principal who, NotificationRuleInput input) {
        long now = parts.time().nowMs();
        Rule blank = new Rule(
                NotificationRuleInput.NEW,
                "",
                true,
                input.listing(),
                "",
                tokens.make(),
                who.client(),
                new TreeSet<>(),
                new TreeSet<>(),
                now,
                now);
        Rule rule = input.over(sql, blank, now);
        refuseUnposted(who, blank, rule);
        requireRoom(sql, who);
        long id = NotificationRuleStore.insert(sql, rule);
        tell(who, "create", id, told(rule));
        return id;
    }

    /// Throws [RefusedException] with 422 where the client, all applications or the account have as many rules as they
    /// may have.
    private static void requireRoom(Sql sql, Principal who) {
        boolean application = who.kind() == Principal.Kind.TOKEN;
        String full = null;
        if (NotificationRuleStore.count(sql) >= RULES_MAX) {
            full = "there are " + RULES_MAX + " already: delete one first";
        } else if (application && NotificationRuleStore.countOf(sql, who.client()) >= RULES_PER_APPLICATION_MAX) {
            full = "this application has " + RULES_PER_APPLICATION_MAX + " already: delete one first";
        } else if (application && NotificationRuleStore.countOfApplications(sql) >= RULES_OF_APPLICATIONS_MAX) {
            full = "applications have " + RULES_OF_APPLICATIONS_MAX
                    + " already, the others are for operators and API keys: delete one first";
        }
        if (full != null) throw new RefusedException(new Reply.Invalid(WHAT, full));
    }

    private Reply update(Request request) {
        NotificationRuleInput input = input(request);
        Map<String, Object> json = parts.database().write(sql -> {
            Rule before = NotificationRuleStore.get(sql, request.id());
            if (before == null) return null;
            refuseOthers(request.signedIn(), before);
            Rule after = input.over(sql, before, parts.time().nowMs());
            refuseUnposted(request.signedIn(), before, after);
            Map<String, Object> differences = differences(before, after);
            if (differences.isEmpty()) return json(sql, request.signedIn(), before.id());
            // Who says where events go is the maker: the permission of an application covers its own rules only.
            String client = request.signedIn().client();
            NotificationRuleStore.update(sql, isSamePost(before, after) ? after : after.by(client));
            tell(request.signedIn(), "update", before.id(), differences);
            return json(sql, request.signedIn(), before.id());
        });
        if (json == null) return notFound();
        announcements.rulesChanged(accountId);
        return Shapes.of(request).ruleUpdated(json);
    }

    private Reply delete(Request request) {
        boolean deleted = parts.database().write(sql -> {
            Rule before = NotificationRuleStore.get(sql, request.id());
            if (before == null) return false;
            refuseOthers(request.signedIn(), before);
            NotificationRuleStore.delete(sql, before.id());
            tell(request.signedIn(), "delete", before.id(), told(before));
            return true;
        });
        if (!deleted) return notFound();
        announcements.rulesChanged(accountId);
        return new Reply.Ok(Map.of("result", "ok"));
    }

    private NotificationRuleInput input(Request request) {
        return new NotificationRuleInput(
                request.fields(WHAT), request.signedIn().listing(), announcements);
    }

    private static Reply notFound() {
        return new Reply.NotFound("notification rule");
    }

    /// Whether a change leaves what is posted where as it was. A rule that is only switched on or off keeps its maker:
    /// an operator's rule may post events that an application's may not.
    private static boolean isSamePost(Rule before, Rule after) {
        return before.url().equals(after.url())
                && before.listing() == after.listing()
                && before.codes().equals(after.codes())
                && before.channels().equals(after.channels());
    }

    private static boolean isSwitchedOn(Rule before, Rule after) {
        return !before.active() && after.active();
    }

    /// Whether `who` may change a rule and read its whole address. API keys may, those of other users too: the
    /// specification gives a key full access.
    private static boolean isOwn(Principal who, Rule rule) {
        return who.kind() != Principal.Kind.TOKEN || rule.maker().equals(who.client());
    }

    /// Throws [RefusedException] with 403 for a rule that an application did not make.
    private static void refuseOthers(Principal who, Rule rule) {
        if (isOwn(who, rule)) return;
        String message = "notification rule " + rule.id() + " was made by another client: only that client, operators"
                + " and API keys may change or delete it";
        throw new RefusedException(Challenge.insufficientScope(message, ""));
    }

    /// Throws [RefusedException] with 403 when the change would post events that the permission does not show:
    /// other events, to another address, from other channels, or again. Renaming a rule and switching it off is
    /// always allowed.
    private static void refuseUnposted(Principal who, Rule before, Rule after) {
        if (isSamePost(before, after) && !isSwitchedOn(before, after)) return;
        List<Integer> unposted = EventSight.unposted(who.scopes(), after.listing(), after.codes());
        if (unposted.isEmpty()) return;
        String needed = Scope.EVENT_READONLY.text();
        throw new RefusedException(Challenge.insufficientScope(
                "for event codes " + NotificationRuleInput.named(unposted) + " of listing " + after.listing()
                        + " the token needs the scope " + needed,
                needed));
    }

    private void tell(Principal who, String action, long id, Map<String, Object> details) {
        parts.audit().tell(who, new Audit.Change(WHAT, action, id, details));
    }

    /// What the log keeps of a rule that is made or deleted.
    private static Map<String, Object> told(Rule rule) {
        var details = new LinkedHashMap<String, Object>();
        details.put(NotificationRuleInput.NAME, rule.name());
        details.put("active", rule.active());
        details.put("listing", rule.listing().name());
        details.put(NotificationRuleInput.CODES, List.copyOf(rule.codes()));
        details.put(NotificationRuleInput.CHANNELS, List.copyOf(rule.channels()));
        details.put(NotificationRuleInput.URL, origin(rule.url()));
        return details;
    }

    /// Old and new values of what differs; empty when nothing does.
    private static Map<String, Object> differences(Rule before, Rule after) {
        var details = new LinkedHashMap<String, Object>();
        Audit.compare(details, NotificationRuleInput.NAME, before.name(), after.name());
        Audit.compare(details, "active", before.active(), after.active());
        Audit.compare(
                details, "listing", before.listing().name(), after.listing().name());
        Audit.compare(details, NotificationRuleInput.CODES, List.copyOf(before.codes()), List.copyOf(after.codes()));
        Audit.compare(
                details, NotificationRuleInput.CHANNELS, List.copyOf(before.channels()), List.copyOf(after.channels()));
        if (!before.url().equals(after.url())) { // told of even where the origin is the same
            details.put(NotificationRuleInput.URL, Map.of("old", origin(before.url()), "new", origin(after.url())));
        }
        return details;
    }

    /// Scheme, host and port: path and query may hold a secret of the receiver's.
    private static String origin(String url) {
        URI uri = URI.create(url);
        String origin = uri.getScheme() + "://" + uri.getHost();
        return uri.getPort() < 0 ? origin : origin + ":" + uri.getPort();
    }

    /// Without path and query, which may hold a secret of the receiver.
    private static String masked(String url) {
        URI uri = URI.create(url);
        return uri.getScheme() + "://" + uri.getHost() + "/…";
    }

    /// Null where there is no such rule.
    private static @Nullable Map<String, Object> json(Sql sql, Principal who, long id) {
        Rule rule = NotificationRuleStore.get(sql, id);
        return rule == null ? null : json(who, rule, AccountTimes.of(sql));
    }

    /// As above, in the answer to a POST. It may be a repeated one: an operator may have taken the rule over since.
    private static @Nullable Map<String, Object> withSecret(Sql sql, Principal who, long id) {
        Rule rule = NotificationRuleStore.get(sql, id);
        if (rule == null) return null;
        refuseOthers(who, rule);
        Map<String, Object> json = json(who, rule, AccountTimes.of(sql));
        json.put("secret", rule.secret());
        return json;
    }

    /// Without the secret.
    private static Map<String, Object> json(Principal who, Rule rule, AccountTimes times) {
        var json = new LinkedHashMap<String, Object>();
        json.put("id", rule.id());
        json.put("name", rule.name());
        json.put("active", rule.active());
        json.put(
                "conditions",
                rule.channels().stream()
                        .map(id ->
                                object("type", "door_controller_id", "type_description", "Channel", "value", "" + id))
                        .toList());
        json.put(
                "events",
                rule.codes().stream()
                        .map(code -> object("code", code, "name", label(rule, code)))
                        .toList());
        String url = isOwn(who, rule) ? rule.url() : masked(rule.url());
        json.put("actions", List.of(object("type", 0, "type_description", "POST to URL", "data", url)));
        json.put("created_at", times.local(rule.createdAtMs()));
        json.put("updated_at", times.local(rule.updatedAtMs()));
        return json;
    }

    /// A code that an older version's listing had and this one's has not is still the rule's.
    private static String label(Rule rule, int code) {
        return Objects.requireNonNullElse(EventCodes.label(rule.listing(), code), "");
    }

    private static Map<String, Object> object(Object... namesAndValues) {
        var object = new LinkedHashMap<String, Object>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            object.put(namesAndValues[i].toString(), namesAndValues[i + 1]);
        }
        return object;
    }

    /// The rules of every maker, as `who` may read them.
    private record All(Principal who) implements LongList.Source {
        @Override
        public long count(Sql sql) {
            return NotificationRuleStore.count(sql);
        }

        @Override
        public long highestId(Sql sql) {
            return NotificationRuleStore.highestId(sql);
        }

        @Override
        public List<LongList.Row> page(Sql sql, int limit, long offset) {
            return rows(sql, NotificationRuleStore.page(sql, limit, offset));
        }

        @Override
        public List<LongList.Row> chunk(Sql sql, long afterId, long lastId, int limit) {
            return rows(sql, NotificationRuleStore.chunk(sql, afterId, lastId, limit));
        }

        private List<LongList.Row> rows(Sql sql, List<Rule> rules) {
            AccountTimes times = AccountTimes.of(sql);
            return rules.stream()
                    .map(rule -> new LongList.Row(rule.id(), json(who, rule, times)))
                    .toList();
        }
    }
}
