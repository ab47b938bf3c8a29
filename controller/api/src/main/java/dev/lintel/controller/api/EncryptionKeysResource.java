package dev.lintel.controller.api;

import dev.lintel.controller.http.Access;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Method;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.readers.EncryptionKeys;
import dev.lintel.controller.readers.EncryptionKeys.Outcome;
import dev.lintel.controller.store.ChannelStore;
import dev.lintel.controller.store.ChannelStore.Channel;
import dev.lintel.controller.store.Database;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/// `POST /api/3/channels/:id/NAME`, also under `/api/3/channel/:id`, about the keys of the channel's OSDP readers. The
/// answer is the channel. No key is ever shown.
///
/// ```
///   regenerate_encryption_key   another key for each, set within the running secure session
///   remove_encryption_key       none any more: the channel is pending_encryption until its readers are paired anew
/// ```
///
/// A body that says anything is refused: whoever names one reader would be surprised by what becomes of the other.
final class EncryptionKeysResource {
    private static final int RETRY_AFTER_S = 5;
    private static final String CHANNEL = "channel";
    private static final String RENEW = "regenerate_encryption_key";
    private static final String REMOVE = "remove_encryption_key";
    private static final List<String> PATHS = List.of("/api/3/channels/:id/", "/api/3/channel/:id/");

    private final ApiParts parts;
    private final Database database;
    private final ChannelJson json;
    private final EncryptionKeys keys;

    EncryptionKeysResource(ApiParts parts, ChannelJson json, EncryptionKeys keys) {
        this.parts = parts;
        this.database = parts.database();
        this.json = json;
        this.keys = keys;
    }

    void mount(Endpoints endpoints) {
        for (String path : PATHS) {
            on(endpoints, path, RENEW, ChannelCommandsResource.COMMAND, keys::renew);
            on(endpoints, path, REMOVE, Access.KEY_ONLY, keys::remove);
        }
    }

    private void on(Endpoints endpoints, String path, String action, Access access, LongFunction<Outcome> act) {
        endpoints.on(Method.POST, path + action, access, request -> {
            if (channel(request.id()) == null) return new Reply.NotFound(CHANNEL);
            request.order(CHANNEL).allow();
            return parts.once()
                    .act(request, () -> done(request, action, act), () -> json.shown(database, request.id()));
        });
    }

    private Once.Acted done(Request request, String action, LongFunction<Outcome> act) {
        return switch (act.apply(request.id())) {
            case Outcome.Done(List<String> sides) -> {
                tell(request, action, sides);
                yield Once.Acted.DONE;
            }
            case Outcome.Refused(String why) -> new Once.Acted(false, new Reply.BadRequest(why));
            case Outcome.Failed(String why, List<String> sides) -> {
                if (!sides.isEmpty()) tell(request, action, sides);
                yield new Once.Acted(false, new Reply.Unavailable(why, RETRY_AFTER_S));
            }
        };
    }

    private void tell(Request request, String action, List<String> sides) {
        var change = new Audit.Change(CHANNEL, action, request.id(), Map.of("readers", sides));
        database.write(_ -> {
            parts.audit().tellRegardless(request.signedIn(), change); // the reader has it, whatever the disk does
            return true;
        });
    }

    private @Nullable Channel channel(long id) {
        return database.read(sql -> ChannelStore.get(sql, id));
    }
}
