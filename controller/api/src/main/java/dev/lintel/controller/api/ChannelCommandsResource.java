package dev.lintel.controller.api;

import dev.lintel.controller.door.DoorCommand;
import dev.lintel.controller.door.DoorOrders;
import dev.lintel.controller.door.DoorOrders.Outcome;
import dev.lintel.controller.door.DoorRules.AutoUnlock;
import dev.lintel.controller.door.Lockdown;
import dev.lintel.controller.http.Access;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Fields;
import dev.lintel.controller.http.Method;
import dev.lintel.controller.http.RefusedException;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.http.Scope;
import dev.lintel.controller.store.ChannelStore;
import dev.lintel.controller.store.ChannelStore.Channel;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.ShiftStore;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// `POST /api/3/channels/:id/NAME`, also under `/api/3/channel/:id`: what a door is told to do until told otherwise.
/// The door lane does it at once. The answer is the channel as it then stands, given once that and its event are on
/// disk; where the disk takes too long the door has done it all the same, and 503 says so. With an `Idempotency-Key`
/// the same again does nothing more to the door, and shows how the channel stands by then.
///
/// ```
///   lockdown {card_lockdown, rex_lockdown, aux_lockdown}   none named: cards; what is not named stays as it is
///   unlockdown                                             all of it
///   unlock {relock_at}                                     no body, or null: until told otherwise
///   normal
///   secure {until}                                         no body, or null: until its hours are over
///   acknowledge {note}                                     the alarm of the door; note: up to 500 characters
///   evacuate {note}                                        unlocked in spite of all else; the same note
///   end_evacuation {note}                                  what was set before counts again
///   auto_unlock {shift_id, first_card}                     null: never; first_card: as the policy has it
/// ```
///
/// The same may stand in an object `channel`. A body that says something else is refused, unlike elsewhere: a
/// misspelt name that was passed over would leave a door unlocked for ever, or lift a lockdown. `normal` takes
/// any body, for nothing is safer than it.
public final class ChannelCommandsResource {
    static final Access COMMAND = Access.anyOf(Scope.CHANNEL_ADMIT);

    private static final int RETRY_AFTER_S = 5;
    private static final String CHANNEL = "channel";
    private static final String LOCKDOWN = "lockdown";
    private static final String UNLOCKDOWN = "unlockdown";
    private static final String UNLOCK = "unlock";
    private static final String NORMAL = "normal";
    private static final String AUTO_UNLOCK = "auto_unlock";
    private static final String SECURE = "secure";
    private static final String ACKNOWLEDGE = "acknowledge";
    private static final String EVACUATE = "evacuate";
    private static final String END_EVACUATION = "end_evacuation";
    private static final List<String> PLAIN =
            List.of(LOCKDOWN, UNLOCKDOWN, UNLOCK, NORMAL, SECURE, ACKNOWLEDGE, EVACUATE, END_EVACUATION);
    private static final String CARD = "card_lockdown";
    private static final String REX = "rex_lockdown";
    private static final String AUX = "aux_lockdown";
    private static final String RELOCK_AT = "relock_at";
    private static final String UNTIL = "until";
    private static final String SHIFT_ID = "shift_id";
    private static final String FIRST_CARD = "first_card";
    private static final Lockdown CARDS = new Lockdown(true, false, false);
    private static final List<String> PATHS = List.of("/api/3/channels/:id/", "/api/3/channel/:id/");

    private final Database database;
    private final Once once;
    private final ChannelJson json;
    private final DoorOrders orders;

    ChannelCommandsResource(ApiParts parts, ChannelJson json, DoorOrders orders) {
        this.database = parts.database();
        this.once = parts.once();
        this.json = json;
        this.orders = orders;
    }

    void mount(Endpoints endpoints) {
        for (String path : PATHS) {
            for (String name : PLAIN) on(endpoints, path + name, name);
            endpoints.on(
                    Method.POST, path + AUTO_UNLOCK, COMMAND, request -> atChannel(request, () -> autoUnlock(request)));
        }
    }

    private void on(Endpoints endpoints, String path, String name) {
        endpoints.on(
                Method.POST,
                path,
                COMMAND,
                request -> atChannel(
                        request,
                        () -> tell(
                                request,
                                name.equals(NORMAL) ? new DoorCommand.Normal() : plain(name, request.order(CHANNEL)))));
    }

    /// What is asked by a hub, in the fields of the same body; null for what is no command. Throws [RefusedException]
    /// in words.
    public static @Nullable DoorCommand command(String name, Fields fields, long channelId, Database database) {
        if (name.equals(AUTO_UNLOCK)) return autoUnlock(fields, channelId, database);
        return PLAIN.contains(name) ? plain(name, fields, database) : null;
    }

    private DoorCommand plain(String name, Fields fields) {
        return plain(name, fields, database);
    }

    private static DoorCommand plain(String name, Fields fields, Database database) {
        return switch (name) {
            case LOCKDOWN -> lockdown(fields);
            case UNLOCKDOWN -> unlockdown(fields);
            case UNLOCK -> new DoorCommand.Unlock(time(fields, RELOCK_AT, database));
            case SECURE -> new DoorCommand.Secure(time(fields, UNTIL, database));
            case ACKNOWLEDGE -> new DoorCommand.Acknowledge(EvacuationResource.note(fields));
            case EVACUATE -> new DoorCommand.Evacuate(EvacuationResource.note(fields));
            case END_EVACUATION -> new DoorCommand.EndEvacuation(EvacuationResource.note(fields));
            case NORMAL -> new DoorCommand.Normal();
            default -> throw new IllegalArgumentException("no command: " + name);
        };
    }

    /// Hours that a hub's operator sets: a shift that is not here is refused.
    private static DoorCommand autoUnlock(Fields fields, long channelId, Database database) {
        fields.allow(SHIFT_ID, FIRST_CARD);
        if (!fields.has(SHIFT_ID)) throw RefusedException.badRequest("shift_id is missing; null is none");
        Long shiftId = fields.number(SHIFT_ID);
        if (shiftId == null) return new DoorCommand.SetAutoUnlock(null);
        if (!database.read(sql -> ShiftStore.exists(sql, shiftId))) {
            throw RefusedException.badRequest("the box has no shift " + shiftId);
        }
        return new DoorCommand.SetAutoUnlock(new AutoUnlock(shiftId, firstCard(fields, channelId, database)));
    }

    /// As the site's policy has it, unless it is said.
    private static boolean firstCard(Fields fields, long channelId, Database database) {
        Boolean said = fields.flag(FIRST_CARD);
        return said != null ? said : database.read(sql -> ShiftStore.firstCard(sql, channelId));
    }

    /// Whether there is the channel comes first: what is asked of one that is not there does not matter.
    private Reply atChannel(Request request, Supplier<Reply> asked) {
        return channel(request.id()) == null ? new Reply.NotFound("channel") : asked.get();
    }

    private static DoorCommand lockdown(Fields fields) {
        fields.allow(CARD, REX, AUX);
        if (fields.isEmpty()) return new DoorCommand.LockDown(CARDS, CARDS);
        var asked = new Lockdown(is(fields, CARD, true), is(fields, REX, true), is(fields, AUX, true));
        var lifted = new Lockdown(is(fields, CARD, false), is(fields, REX, false), is(fields, AUX, false));
        if (!asked.any()) {
            throw RefusedException.badRequest(
                    "none of card_lockdown, rex_lockdown and aux_lockdown is true; unlockdown lifts a lockdown");
        }
        return new DoorCommand.LockDown(
                asked,
                new Lockdown(asked.card() || lifted.card(), asked.rex() || lifted.rex(), asked.aux() || lifted.aux()));
    }

    private static boolean is(Fields fields, String name, boolean wanted) {
        Boolean flag = fields.flag(name);
        return flag != null && flag == wanted;
    }

    private static DoorCommand unlockdown(Fields fields) {
        fields.allow(); // who names one flag would lift more than that
        return new DoorCommand.Unlockdown();
    }

    /// The one field of a body, or null for no end. A name that is misspelt would be no end at all.
    private static @Nullable Long time(Fields fields, String name, Database database) {
        fields.allow(name);
        String text = fields.isEmpty() ? null : fields.text(name);
        return text == null ? null : database.read(sql -> AccountTimes.of(sql).parse(name, text));
    }

    private Reply autoUnlock(Request request) {
        Fields fields = request.order(CHANNEL);
        fields.allow(SHIFT_ID, FIRST_CARD);
        if (!fields.has(SHIFT_ID)) return new Reply.BadRequest("shift_id is missing; null is none");
        String text = fields.text(SHIFT_ID);
        if (text == null) return tell(request, new DoorCommand.SetAutoUnlock(null));
        Long shiftId = fields.number(SHIFT_ID);
        if (shiftId == null) return new Reply.BadRequest("shift_id must be a whole number; null is none");
        if (!database.read(sql -> ShiftStore.exists(sql, shiftId))) {
            return Shapes.of(request).noSuchShift(shiftId);
        }
        boolean after = firstCard(fields, request.id(), database);
        return tell(request, new DoorCommand.SetAutoUnlock(new AutoUnlock(shiftId, after)));
    }

    private Reply tell(Request request, DoorCommand command) {
        return once.act(request, () -> order(request, command), () -> json.shown(database, request.id()));
    }

    private Once.Acted order(Request request, DoorCommand command) {
        return switch (orders.give(request.id(), command, request.signedIn().email())) {
            case Outcome.Done _ -> Once.Acted.DONE;
            case Outcome.Refused(String why) -> new Once.Acted(false, new Reply.BadRequest(why));
            case Outcome.Unanswered(String why, boolean isDone) ->
                new Once.Acted(isDone, new Reply.Unavailable(why, RETRY_AFTER_S));
        };
    }

    private @Nullable Channel channel(long id) {
        return database.read(sql -> ChannelStore.get(sql, id));
    }
}
