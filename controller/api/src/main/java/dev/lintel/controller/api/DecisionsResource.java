package dev.lintel.controller.api;

import dev.lintel.controller.access.Evidence;
import dev.lintel.controller.access.Question;
import dev.lintel.controller.access.ThreatLevels;
import dev.lintel.controller.access.WhatIf;
import dev.lintel.controller.http.Access;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Fields;
import dev.lintel.controller.http.Method;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.store.AccountStore;
import dev.lintel.controller.store.ChannelStore;
import dev.lintel.controller.store.CredentialType;
import dev.lintel.controller.store.CredentialTypeStore;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.PersonStore;
import dev.lintel.controller.store.Sql;
import dev.lintel.reader.CardNumber;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// `POST /api/3/decisions/simulate`: what would happen at a channel, and why. Nothing is recorded, nothing opens.
final class DecisionsResource {
    private static final Access ACCESS = PeopleResource.READ.and(ChannelsResource.READ);

    /// The API's older name of the card's slug.
    private static final String FLOOR = "floor";
    private static final String CARD_ALIAS = "card";

    private final Database database;
    private final WhatIf whatIf;

    DecisionsResource(Database database, WhatIf whatIf) {
        this.database = database;
        this.whatIf = whatIf;
    }

    void mount(Endpoints endpoints) {
        endpoints.on(Method.POST, "/api/3/decisions/simulate", ACCESS, this::simulate);
    }

    /// What was asked, or why it cannot be.
    private sealed interface Asked {
        record Well(
                Question question,
                @Nullable Instant at,
                @Nullable Integer threatLevel) implements Asked {
            Well(Question question, @Nullable Instant at) {
                this(question, at, null);
            }

            Well at(@Nullable Integer level) {
                return new Well(question, at, level);
            }
        }

        record Invalid(String field, String message) implements Asked {}
    }

    private Reply simulate(Request request) {
        Fields fields = request.fields();
        Long level = fields.number("threat_level");
        if (level != null && (level < 0 || level > ThreatLevels.MAX)) {
            return new Reply.Invalid("threat_level", "must be from 0 to " + ThreatLevels.MAX);
        }
        Asked asked = database.read(sql -> asked(sql, fields));
        if (asked instanceof Asked.Well well && level != null) asked = well.at(level.intValue());
        return switch (asked) {
            case Asked.Invalid(String field, String message) -> new Reply.Invalid(field, message);
            case Asked.Well(Question question, Instant at, Integer threatLevel) -> {
                var answer = whatIf.ask(question, at, threatLevel);
                Map<String, @Nullable Object> json = new LinkedHashMap<>();
                json.put("decision", answer.admitted() ? "admitted" : "rejected");
                json.put("event_code", answer.event().code(request.signedIn().listing()));
                json.put("reason", answer.reason());
                json.put("trace", answer.event().additional());
                yield new Reply.Ok(json);
            }
        };
    }

    private static Asked asked(Sql sql, Fields fields) {
        Long channelId = fields.number("channel_id");
        if (channelId == null) return new Asked.Invalid("channel_id", "can't be blank");
        ChannelStore.Channel channel = ChannelStore.get(sql, channelId);
        if (channel == null) return new Asked.Invalid("channel_id", "is invalid");
        if (channel.kind().equals(FLOOR)) return new Asked.Invalid("channel_id", "is a floor, which has no reader");
        String reader = fields.nonBlank("reader");
        if (reader != null && !reader.equals("entry") && !reader.equals("exit")) {
            return new Asked.Invalid("reader", "must be entry or exit");
        }
        String text = fields.nonBlank("at");
        Instant at =
                text == null ? null : Instant.ofEpochMilli(AccountTimes.of(sql).parse("at", text));
        String side = reader == null ? "entry" : reader;
        Long personId = fields.number("person_id");
        if (personId != null) {
            if (fields.inner("credential") != null) {
                return new Asked.Invalid("credential", "must not be given beside person_id");
            }
            if (PersonStore.get(sql, personId) == null) return new Asked.Invalid("person_id", "is invalid");
            return new Asked.Well(new Question(channelId, side, new Evidence.Named(personId, false), null), at);
        }
        Fields credential = fields.inner("credential");
        if (credential == null) return new Asked.Invalid("credential", "can't be blank");
        if (isSecondFactor(sql, credential)) {
            return new Asked.Invalid("credential", "is a second factor, which shows nothing by itself");
        }
        Evidence evidence = evidence(sql, credential);
        if (evidence == null) return new Asked.Invalid("credential", "is invalid");
        if (evidence instanceof Evidence.Pin && AccountStore.arePinsMasked(sql)) { // a program could try all of them
            return new Asked.Invalid("credential", "must not be a PIN while the account masks PINs: give a person_id");
        }
        return new Asked.Well(new Question(channelId, side, evidence, null), at);
    }

    /// What a reader would make of the credential, or null when nobody can show it there.
    private static @Nullable Evidence evidence(Sql sql, Fields credential) {
        String name = credential.nonBlank("type");
        String value = credential.nonBlank("value");
        Long number = value == null ? null : Fields.wholeNumber(value);
        if (name == null || value == null || number == null || number < 0) return null;
        for (CredentialType type : CredentialTypeStore.all(sql)) {
            boolean alias = name.equals(CARD_ALIAS) && type.code() == CredentialType.MIFARE;
            if (!alias && !isNamed(type, name)) continue;
            if (type.isCard()) return new Evidence.Card(new CardNumber("raw", null, number, number));
            return type.code() == CredentialType.PIN ? new Evidence.Pin(value) : null;
        }
        return null;
    }

    private static boolean isNamed(CredentialType type, String name) {
        return name.equals(type.slug()) || name.equals(type.label()) || name.equals("" + type.id());
    }

    private static boolean isSecondFactor(Sql sql, Fields credential) {
        String name = credential.nonBlank("type");
        if (name == null) return false;
        return CredentialTypeStore.all(sql).stream()
                .anyMatch(type -> type.code() == CredentialType.MULTI_FACTOR_PIN && isNamed(type, name));
    }
}
