package dev.lintel.controller.control;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.event.EventLog;
import dev.lintel.controller.event.Listing;
import dev.lintel.controller.store.ApiKeyStore;
import dev.lintel.controller.store.ApiKeyStore.ApiKey;
import dev.lintel.controller.store.UserStore.User;
import dev.lintel.controller.time.Time;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// `key create` (fields `email`, `shape`, `listing`), `key list` and `key revoke` (field `id`). A key's secret is
/// answered once and is in no event.
public final class KeyCommands {
    private final ApiKeyStore keys;
    private final UserCommands users;
    private final EventLog log;
    private final Time time;

    public KeyCommands(ApiKeyStore keys, UserCommands users, EventLog log, Time time) {
        this.keys = keys;
        this.users = users;
        this.log = log;
        this.time = time;
    }

    /// A user that is not there is made, without a password; one who may have no keys is allowed them; a developer gets
    /// none.
    public void create(Request request, Responses out) {
        String shape = oneOf(request, "shape", "documented", "sdk");
        Listing listing = Listing.valueOf(oneOf(request, "listing", "A", "B"));
        User user = users.forKeys(request);
        String key = keys.create(user.id(), shape, listing);
        record("created an API key", user.email());
        out.send(Map.of("api_key", key));
    }

    public void list(Request request, Responses out) {
        for (ApiKey key : keys.list()) out.send(json(key));
    }

    public void revoke(Request request, Responses out) {
        long id = request.number("id");
        if (!keys.revoke(id)) throw new Refused("there is no key " + id);
        record("revoked an API key", String.valueOf(id));
        out.send(Map.of("id", id));
    }

    private static String oneOf(Request request, String field, String usual, String other) {
        String value = request.nullableText(field);
        if (value == null) return usual;
        if (value.equals(usual) || value.equals(other)) return value;
        throw new Refused(field + " is " + usual + " or " + other + ", not " + value);
    }

    private void record(String action, String whose) {
        Map<String, Object> what = Map.of("what", "API key", "new", whose, "by", "command line", "action", action);
        log.append(new EventDraft(
                EventKind.CONFIGURATION_CHANGED, time.nowMs(), time.nowNs(), EventDraft.Subject.NOBODY, what));
    }

    private static Map<String, @Nullable Object> json(ApiKey key) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        Long used = key.lastUsedAtMs();
        json.put("id", key.id());
        json.put("email", key.email());
        json.put("name", key.name());
        json.put("shape", key.shape());
        json.put("listing", key.listing().name());
        json.put("created_at", Instant.ofEpochMilli(key.createdAtMs()).toString());
        json.put(
                "last_used_at", used == null ? null : Instant.ofEpochMilli(used).toString());
        return json;
    }
}
