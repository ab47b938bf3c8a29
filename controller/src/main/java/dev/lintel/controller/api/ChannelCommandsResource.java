package dev.lintel.controller.api;

import dev.lintel.controller.door.DoorCommand;
import dev.lintel.controller.door.DoorOrders;
import dev.lintel.controller.door.DoorOrders.Outcome;
import dev.lintel.controller.door.DoorRules.AutoUnlock;
import dev.lintel.controller.door.Lockdown;
import dev.lintel.controller.store.ChannelStore;
import dev.lintel.controller.store.ChannelStore.Channel;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.ShiftStore;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// `POST /api/3/channels/:id/NAME`, also under `/api/3/channel/:id`: what a door is told to do until told otherwise.
/// The door lane does it at once; the answer is the channel as it then stands.
///
/// ```
///   lockdown {card_lockdown, rex_lockdown, aux_lockdown}   without a body: cards
///   unlockdown
///   unlock {relock_at}                                     without it: until told otherwise
///   normal
///   auto_unlock {shift_id}                                 null: never
/// ```
final class ChannelCommandsResource {
    private static final int RETRY_AFTER_S = 5;
    private static final List<String> PATHS = List.of("/api/3/channels/:id/", "/api/3/channel/:id/");

    private final Database database;
    private final ChannelJson json;
    private final DoorOrders orders;

    ChannelCommandsResource(Database database, ChannelJson json, DoorOrders orders) {
        this.database = database;
        this.json = json;
        this.orders = orders;
    }

    void mount(Endpoints endpoints) {
        for (String path : PATHS) {
            on(endpoints, path + "lockdown", ChannelCommandsResource::lockdown);
            on(endpoints, path + "unlockdown", _ -> new DoorCommand.Unlockdown());
            on(endpoints, path + "unlock", this::unlock);
            on(endpoints, path + "normal", _ -> new DoorCommand.Normal());
            endpoints.on(Method.POST, path + "auto_unlock", request -> atChannel(request, () -> autoUnlock(request)));
        }
    }

    private void on(Endpoints endpoints, String path, Function<Request, DoorCommand> command) {
        endpoints.on(Method.POST, path, request -> atChannel(request, () -> tell(request, command.apply(request))));
    }

    /// Whether there is the channel comes first: what is asked of one that is not there does not matter.
    private Reply atChannel(Request request, Supplier<Reply> asked) {
        return channel(request.id()) == null ? new Reply.NotFound("channel") : asked.get();
    }

    private static DoorCommand lockdown(Request request) {
        if (request.body().isEmpty()) return new DoorCommand.LockDown(new Lockdown(true, false, false));
        Fields fields = request.fields();
        return new DoorCommand.LockDown(new Lockdown(
                flag(fields, "card_lockdown"), flag(fields, "rex_lockdown"), flag(fields, "aux_lockdown")));
    }

    private static boolean flag(Fields fields, String name) {
        return Boolean.TRUE.equals(fields.flag(name));
    }

    private DoorCommand unlock(Request request) {
        String text = request.body().isEmpty() ? null : request.fields().nonBlank("relock_at");
        if (text == null) return new DoorCommand.Unlock(null);
        return new DoorCommand.Unlock(database.read(sql -> AccountTimes.of(sql).parse("relock_at", text)));
    }

    private Reply autoUnlock(Request request) {
        if (!request.fields().has("shift_id")) return new Reply.BadRequest("shift_id is missing; null is none");
        Long shiftId = request.fields().number("shift_id");
        if (shiftId == null) return tell(request, new DoorCommand.SetAutoUnlock(null));
        if (!database.read(sql -> ShiftStore.exists(sql, shiftId))) {
            return Shapes.of(request).noSuchShift(shiftId);
        }
        return tell(request, new DoorCommand.SetAutoUnlock(new AutoUnlock(shiftId, false)));
    }

    private Reply tell(Request request, DoorCommand command) {
        return switch (orders.give(request.id(), command, request.signedIn().email())) {
            case Outcome.Done _ -> shown(request.id());
            case Outcome.Refused(String why) -> new Reply.BadRequest(why);
            case Outcome.Unanswered(String why) -> new Reply.Unavailable(why, RETRY_AFTER_S);
        };
    }

    private @Nullable Channel channel(long id) {
        return database.read(sql -> ChannelStore.get(sql, id));
    }

    private Reply shown(long id) {
        return database.read(sql -> {
            Channel channel = ChannelStore.get(sql, id);
            if (channel == null) return new Reply.NotFound("channel"); // deleted at this moment
            Map<String, @Nullable Object> shown = json.of(sql, channel, AccountTimes.of(sql));
            return new Reply.Ok(shown);
        });
    }
}
