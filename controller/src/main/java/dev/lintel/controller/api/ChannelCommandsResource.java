package dev.lintel.controller.api;

import dev.lintel.controller.door.DoorCommand;
import dev.lintel.controller.door.DoorRules.AutoUnlock;
import dev.lintel.controller.door.Lane;
import dev.lintel.controller.door.LaneInput;
import dev.lintel.controller.door.Lockdown;
import dev.lintel.controller.store.ChannelStore;
import dev.lintel.controller.store.ChannelStore.Channel;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.ShiftStore;
import dev.lintel.controller.time.Time;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
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
    /// The lane answers within milliseconds; one that does not in this time has hung.
    private static final long ANSWER_MS_MAX = 2_000;
    private static final int RETRY_AFTER_S = 5;
    /// In the place of a refusal's words.
    private static final String DONE = "";
    private static final List<String> PATHS = List.of("/api/3/channels/:id/", "/api/3/channel/:id/");

    private final Database database;
    private final ChannelJson json;
    private final Lane lane;
    private final Time time;

    ChannelCommandsResource(Database database, ChannelJson json, Lane lane, Time time) {
        this.database = database;
        this.json = json;
        this.lane = lane;
        this.time = time;
    }

    void mount(Endpoints endpoints) {
        for (String path : PATHS) {
            endpoints.on(Method.POST, path + "lockdown", request -> tell(request, lockdown(request)));
            endpoints.on(Method.POST, path + "unlockdown", request -> tell(request, new DoorCommand.Unlockdown()));
            endpoints.on(Method.POST, path + "unlock", request -> tell(request, unlock(request)));
            endpoints.on(Method.POST, path + "normal", request -> tell(request, new DoorCommand.Normal()));
            endpoints.on(Method.POST, path + "auto_unlock", this::autoUnlock);
        }
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
        long id = request.id();
        if (channel(id) == null) return new Reply.NotFound("channel");
        var answer = new CompletableFuture<String>();
        var told = new LaneInput.Commanded(
                id,
                time.nowNs(),
                command,
                request.signedIn().email(),
                refusal -> answer.complete(refusal == null ? DONE : refusal));
        if (!lane.offer(told)) return new Reply.Unavailable("the doors are busy", RETRY_AFTER_S);
        try {
            String refusal = answer.get(ANSWER_MS_MAX, TimeUnit.MILLISECONDS);
            if (!refusal.equals(DONE)) return new Reply.BadRequest(refusal);
        } catch (TimeoutException e) {
            return new Reply.Unavailable("the door does not answer; it may still do it", RETRY_AFTER_S);
        } catch (ExecutionException e) {
            throw new IllegalStateException("nobody fails an answer", e);
        } catch (InterruptedException e) { // the server closes
            Thread.currentThread().interrupt();
            return new Reply.Unavailable("the box is stopping", RETRY_AFTER_S);
        }
        return shown(id);
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
