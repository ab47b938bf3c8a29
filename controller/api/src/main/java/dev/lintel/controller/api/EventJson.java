package dev.lintel.controller.api;

import dev.lintel.controller.event.Event;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.Listing;
import dev.lintel.controller.store.ChannelStore;
import dev.lintel.controller.store.Sql;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Events as JSON in both forms, with the codes and labels of one listing. A kind that the listing does not have
/// shows with a null code when it is asked for by id.
///
/// @param channelNames by channel id
public record EventJson(Listing listing, AccountTimes times, Map<Long, String> channelNames) {
    /// Reads what it needs in the caller's transaction.
    public static EventJson in(Sql sql, Listing listing) {
        return new EventJson(listing, AccountTimes.of(sql), ChannelStore.names(sql));
    }

    public Map<String, @Nullable Object> of(Event event, boolean extended) {
        return extended ? extended(event) : shortForm(event);
    }

    private Map<String, @Nullable Object> shortForm(Event event) {
        EventDraft.Subject subject = event.subject();
        String at = times.local(event.draft().occurredAtMs());
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("id", event.id());
        json.put("event_code", event.draft().code(listing));
        json.put("event_label", event.draft().label(listing));
        json.put("channel_id", subject.channelId());
        json.put("channel_name", channelName(subject));
        json.put("credentials_number", subject.credentialsNumber());
        json.put("person_id", subject.personId());
        json.put("person_name", subject.personName());
        json.put("created_at", at);
        json.put("updated_at", at);
        return json;
    }

    private Map<String, @Nullable Object> extended(Event event) {
        EventDraft.Subject subject = event.subject();
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("id", event.id());
        json.put("event_code", event.draft().code(listing));
        json.put("person_id", subject.personId());
        json.put("person_name", subject.personName());
        json.put("channel_id", subject.channelId());
        json.put("channel_name", channelName(subject));
        Long credentialId = subject.credentialId();
        json.put("credential_id", credentialId == null ? null : credentialId.toString());
        json.put("occurred_at", AccountTimes.utc(event.draft().occurredAtMs()));
        json.put("description", description(event));
        json.put("additional_data", event.draft().additional());
        return json;
    }

    /// A sentence for people: what, who, where.
    private String description(Event event) {
        EventDraft.Subject subject = event.subject();
        var text = new StringBuilder(event.draft().label(listing));
        String name = subject.personName();
        if (name != null && !name.isEmpty()) text.append(": ").append(name);
        String channel = channelName(subject);
        if (channel != null) text.append(" at ").append(channel);
        return text.toString();
    }

    private @Nullable String channelName(EventDraft.Subject subject) {
        Long channelId = subject.channelId();
        return channelId == null ? null : channelNames.get(channelId);
    }
}
