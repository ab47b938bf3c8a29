package dev.lintel.controller.sync;

import dev.lintel.controller.http.Addresses;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Method;
import dev.lintel.controller.http.RateLimit;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.time.Time;
import dev.lintel.sync.cloud.CloudHook;
import java.util.Map;

/// `POST /sync/hook`: webhooks of the service that this box follows. A webhook needs
/// a valid signature and nothing else. The box answers at once and fetches the changes later. The signature covers the
/// body, so the box reads the body of a stranger too, unless it follows no service or the request has no signature.
public final class HookResource {
    /// Where the service posts to, below the box's address.
    public static final String PATH = "/sync/hook";

    /// A minute, from one address: a service that tells of each change of a large site sends some a second. Each costs
    /// an HMAC of its body.
    private static final int PER_MINUTE = 300;

    private static final Reply UNSIGNED = new Reply.Unauthorized("this is not signed by the service that is followed");

    private final ServiceDesk desk;
    private final RateLimit limit;

    public HookResource(ServiceDesk desk, Time time) {
        this.desk = desk;
        this.limit = new RateLimit(PER_MINUTE, time);
    }

    public void mount(Endpoints endpoints) {
        endpoints.bodyMax(PATH, CloudHook.BODY_MAX);
        endpoints.on(Method.POST, PATH, this::take);
    }

    private Reply take(Request request) {
        RateLimit.Standing standing = limit.count(Addresses.network(request.remoteAddress()));
        if (standing.over()) return new Reply.TooMany(PER_MINUTE, standing.resetInS());
        if (!desk.takesWebhooks()) return new Reply.NotFound("path");
        String timestamp = request.header("Timestamp");
        String signature = request.header("Signature");
        if (timestamp == null || signature == null) return UNSIGNED;
        var hook =
                new ServiceDesk.Hook(timestamp, signature, request.header("Signature-Next"), request.bodyOfStranger());
        return switch (desk.webhook(hook)) {
            case 200 -> new Reply.Ok(Map.of("result", "ok"));
            case 400 -> new Reply.BadRequest("this is no JSON of a webhook");
            case 413 -> new Reply.TooLarge(CloudHook.BODY_MAX);
            case 404 -> new Reply.NotFound("path");
            default -> UNSIGNED;
        };
    }
}
