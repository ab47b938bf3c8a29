package dev.lintel.controller.webhook;

import dev.lintel.controller.api.EventJson;
import dev.lintel.controller.event.Event;
import dev.lintel.controller.json.Json;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.EventStore;
import dev.lintel.controller.store.OutboxStore.Item;
import dev.lintel.controller.store.OutboxStore.Matter;
import dev.lintel.controller.webhook.Receiver.ByRule;
import dev.lintel.reader.Bytes;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;
import org.jspecify.annotations.Nullable;

/// What is posted: the specification's section 6.1, for rules as the design's section 8 has it. Any thread.
///
/// ```
///   [ {"action":"CREATE", "resource":"https://box/api/3/events/7?ack_token=…", "resource_type":"Event",
///      "resource_id":"7", "account_id":"1", "ack_token":"…"} , … ]          + "event":{…} for a rule
/// ```
final class Bodies {
    /// A hundred items of a rule with long names are far below.
    private static final int BYTES_MAX = 1 << 20;

    private final String base;
    private final AckTokens tokens;

    /// @param base scheme, host and port by which this box is reached
    Bodies(String base, AckTokens tokens) {
        this.base = base;
        this.tokens = tokens;
    }

    /// @param database the account's; a rule's body shows what happened
    byte[] of(Receiver receiver, List<Item> items, @Nullable Database database) {
        var json = new ArrayList<Map<String, Object>>();
        for (Item item : items) json.add(envelope(receiver.key().accountId(), item));
        if (receiver.interest() instanceof ByRule rule && database != null) addEvents(json, items, rule, database);
        return Json.write(json).getBytes(StandardCharsets.UTF_8);
    }

    private Map<String, Object> envelope(long accountId, Item item) {
        Matter matter = item.matter();
        String token = tokens.of(item.id());
        String path = switch (matter.type()) {
            case ACCESS, PERIMETER, RULE -> "/api/3/events/" + matter.resourceId();
            case CREDENTIAL -> "/api/3/people/" + matter.personId() + "/credentials/" + matter.resourceId();
            case TEST -> "/api/3/account";
        };
        String type = switch (matter.type()) {
            case ACCESS, PERIMETER, RULE -> "Event";
            case CREDENTIAL -> "PersonCredential";
            case TEST -> "Test";
        };
        var json = new LinkedHashMap<String, Object>();
        json.put("action", matter.action().name());
        json.put("resource", base + path + "?ack_token=" + token);
        json.put("resource_type", type);
        json.put("resource_id", Long.toString(matter.resourceId()));
        json.put("account_id", Long.toString(accountId));
        json.put("ack_token", token);
        return json;
    }

    private static void addEvents(List<Map<String, Object>> json, List<Item> items, ByRule rule, Database database) {
        EventJson events = database.read(sql -> EventJson.in(sql, rule.listing()));
        var log = new EventStore(database);
        for (int i = 0; i < items.size(); i++) {
            Event event = log.get(items.get(i).matter().resourceId());
            if (event != null) json.get(i).put("event", events.of(event, false));
        }
    }

    /// As it is stored: it is kept for weeks, and says the same again and again.
    static Bytes deflated(byte[] body) {
        var out = new ByteArrayOutputStream();
        try (var deflating = new DeflaterOutputStream(out)) {
            deflating.write(body);
        } catch (IOException e) {
            throw new UncheckedIOException("memory takes what is written", e);
        }
        return Bytes.copyOf(out.toByteArray());
    }

    static byte[] inflated(Bytes body) {
        try (var in = new InflaterInputStream(new ByteArrayInputStream(body.toArray()))) {
            return in.readNBytes(BYTES_MAX);
        } catch (IOException e) {
            throw new UncheckedIOException("a body in webhooks.db is damaged", e);
        }
    }
}
