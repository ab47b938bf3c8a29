package dev.lintel.controller.api;

import dev.lintel.controller.event.EventCodes;
import dev.lintel.controller.event.Listing;
import dev.lintel.controller.http.Errors;
import dev.lintel.controller.http.Fields;
import dev.lintel.controller.http.RefusedException;
import dev.lintel.controller.store.ChannelStore;
import dev.lintel.controller.store.NotificationRuleStore.Rule;
import dev.lintel.controller.store.Sql;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// What a request says about a notification rule. Reading it needs the transaction: the channels must be there
/// still when it is written.
///
/// @param listing of whoever writes: their codes are its codes
record NotificationRuleInput(Fields fields, Listing listing, Announcements announcements) {
    /// Of [Rule#id] while there is none.
    static final long NEW = 0;

    static final String NAME = "name";
    static final String CODES = "match_event_codes";
    static final String CHANNELS = "match_controller_ids";
    static final String URL = "call_back_url";
    private static final String ACTIVE = "active";
    private static final String ACTION = "match_action";
    /// The one action there is.
    private static final String POST = "post_to_callback_url";

    /// As texts of people have.
    private static final int NAME_CHARS_MAX = 255;
    /// More than a listing has.
    private static final int CODES_MAX = 200;
    /// More than a box has.
    private static final int CHANNELS_MAX = 500;
    /// Unknown codes that a message names.
    private static final int NAMED_MAX = 10;

    /// The rule `before` with what the request says, which one that is new must say all that is required of.
    /// Throws [RefusedException]: 400 for what is of a wrong type, 422 for what may not be.
    Rule over(Sql sql, Rule before, long nowMs) {
        boolean anew = before.id() == NEW;
        var errors = new Errors();
        action(errors);
        Boolean active = fields.flag(ACTIVE);
        boolean coded = anew || fields.has(CODES);
        var rule = new Rule(
                before.id(),
                anew || fields.has(NAME) ? name(errors) : before.name(),
                active == null ? before.active() : active,
                coded ? listing : before.listing(),
                anew || fields.has(URL) ? url(errors) : before.url(),
                before.secret(),
                before.maker(),
                coded ? codes(errors) : before.codes(),
                fields.has(CHANNELS) ? channels(sql, errors) : before.channels(),
                before.createdAtMs(),
                nowMs);
        errors.refuseIfAny();
        return rule;
    }

    private void action(Errors errors) {
        String action = fields.nonBlank(ACTION);
        if (action != null && !action.equals(POST)) errors.add(ACTION, Errors.INVALID);
    }

    private String name(Errors errors) {
        String name = fields.nonBlank(NAME);
        if (name == null) errors.add(NAME, Errors.BLANK);
        else if (name.length() > NAME_CHARS_MAX) errors.add(NAME, Errors.tooLong(NAME_CHARS_MAX));
        else if (!PersonInput.isClean(name, false)) errors.add(NAME, Errors.INVALID);
        return name == null ? "" : name;
    }

    private String url(Errors errors) {
        String url = fields.nonBlank(URL);
        String refusal = url == null ? Errors.BLANK : announcements.refusal(url);
        if (refusal != null) errors.add(URL, refusal);
        return url == null ? "" : url;
    }

    private SortedSet<Integer> codes(Errors errors) {
        var codes = new TreeSet<Integer>();
        List<Long> asked = fields.ids(CODES);
        if (asked == null || asked.isEmpty()) {
            errors.add(CODES, Errors.BLANK);
            return codes;
        }
        if (asked.size() > CODES_MAX) {
            errors.add(CODES, tooMany(CODES_MAX));
            return codes;
        }
        SortedSet<Integer> known = EventCodes.of(listing);
        var unknown = new TreeSet<Long>();
        for (Long code : asked) {
            boolean has = code >= 0 && code <= Integer.MAX_VALUE && known.contains(code.intValue());
            if (has) codes.add(code.intValue());
            else unknown.add(code);
        }
        if (!unknown.isEmpty()) {
            errors.add(CODES, "is invalid: listing " + listing + " has no event codes " + named(unknown));
        }
        return codes;
    }

    private SortedSet<Long> channels(Sql sql, Errors errors) {
        List<Long> ids = fields.ids(CHANNELS);
        var channels = new TreeSet<Long>();
        if (ids == null) return channels;
        if (ids.size() > CHANNELS_MAX) errors.add(CHANNELS, tooMany(CHANNELS_MAX));
        else if (!ChannelStore.unknown(sql, ids).isEmpty()) errors.add(CHANNELS, Errors.INVALID);
        else channels.addAll(ids);
        return channels;
    }

    private static String tooMany(int max) {
        return "is too long (maximum is " + max + " entries)";
    }

    /// The first few, with commas between.
    static String named(Collection<? extends Number> codes) {
        String first = codes.stream().limit(NAMED_MAX).map(String::valueOf).collect(Collectors.joining(", "));
        return codes.size() > NAMED_MAX ? first + " …" : first;
    }
}
