package dev.lintel.controller.api;

import dev.lintel.controller.mobile.MobileException;
import dev.lintel.controller.mobile.MobileException.Reason;
import dev.lintel.controller.time.Time;
import dev.lintel.controller.wallet.AppleWallets;
import dev.lintel.controller.wallet.AppleWallets.Changed;
import dev.lintel.controller.wallet.AppleWallets.Latest;
import dev.lintel.controller.wallet.AppleWallets.Named;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What Apple's wallet asks of a pass's maker (its web service for passes, version 1). A phone proves itself by the
/// token that is in the pass.
///
/// ```
///   POST   /wallet/apple/v1/devices/DEVICE/registrations/TYPE/SERIAL  {pushToken}   201, or 200 when it was known
///   DELETE                     the same                                             200
///   GET    /wallet/apple/v1/devices/DEVICE/registrations/TYPE?passesUpdatedSince=   {lastUpdated, serialNumbers}, or
/// 204
///   GET    /wallet/apple/v1/passes/TYPE/SERIAL                                      the pass, or 304
///   POST   /wallet/apple/v1/log   {logs}                                            200
/// ```
public final class AppleWalletResource {
    private static final Logger LOG = System.getLogger(AppleWalletResource.class.getName());

    private static final String SCHEME = "ApplePass ";
    private static final String REGISTRATION =
            AppleWallets.PATH + "/v1/devices/:device/registrations/:pass_type/:serial";
    /// A push token, or some lines of a log.
    private static final int BODY_BYTES_MAX = 16 * 1024;
    /// Of one address in a minute: an office's phones after a change, of each a few.
    private static final int ASKED_MAX = 600;
    /// What is not proved, of one address in a minute: more of it is not even told the log. What is proved goes on.
    private static final int FAULTS_MAX = 60;
    /// Lines that phones may put into this box's log in a minute, all of them: nobody proves who they are for it.
    private static final int LINES_MAX = 20;
    private static final int LINE_CHARS_MAX = 300;
    private static final int RETRY_S = 60;

    private final AppleWallets wallets;
    private final RateLimit asked;
    private final RateLimit faults;
    private final RateLimit lines;

    public AppleWalletResource(AppleWallets wallets, Time time) {
        this.wallets = wallets;
        this.asked = new RateLimit(ASKED_MAX, time);
        this.faults = new RateLimit(FAULTS_MAX, time);
        this.lines = new RateLimit(LINES_MAX, time);
    }

    public void mount(Endpoints endpoints) {
        endpoints.bodyMax(AppleWallets.PATH, BODY_BYTES_MAX);
        endpoints.on(Method.POST, REGISTRATION, answered(this::register));
        endpoints.on(Method.DELETE, REGISTRATION, answered(this::unregister));
        endpoints.on(
                Method.GET,
                AppleWallets.PATH + "/v1/devices/:device/registrations/:pass_type",
                answered(this::changed));
        endpoints.on(Method.GET, AppleWallets.PATH + "/v1/passes/:pass_type/:serial", answered(this::latest));
        endpoints.on(Method.POST, AppleWallets.PATH + "/v1/log", answered(this::log));
    }

    private Handler answered(Handler handler) {
        return request -> {
            String network = Addresses.network(request.remoteAddress());
            RateLimit.Standing standing = asked.count(network);
            if (standing.over()) return new Reply.TooMany(ASKED_MAX, standing.resetInS());
            try {
                return handler.handle(request);
            } catch (MobileException e) {
                if (e.reason() != Reason.NOT_GOOD) {
                    return new Reply.Unavailable(String.valueOf(e.getMessage()), RETRY_S);
                }
                RateLimit.Standing bad = faults.count(network);
                if (bad.over()) return new Reply.TooMany(FAULTS_MAX, bad.resetInS());
                LOG.log(Level.WARNING, "a wallet asks for a pass that it has not, from " + request.remoteAddress());
                return new Reply.Unauthorized(String.valueOf(e.getMessage()));
            }
        };
    }

    private static Named named(Request request) {
        String shown = request.header("Authorization");
        String token = shown == null || !shown.startsWith(SCHEME) ? null : shown.substring(SCHEME.length());
        return new Named(request.variable("pass_type"), request.variable("serial"), token);
    }

    private Reply register(Request request) {
        Object token = request.json().get("pushToken");
        boolean fresh = wallets.register(
                named(request), request.variable("device"), token instanceof String text ? text : null);
        return fresh ? new Reply.Created(Map.of()) : new Reply.Ok(Map.of());
    }

    private Reply unregister(Request request) {
        wallets.unregister(named(request), request.variable("device"));
        return new Reply.Ok(Map.of());
    }

    private Reply changed(Request request) {
        Changed changed = wallets.changed(
                request.variable("pass_type"), request.variable("device"), request.query("passesUpdatedSince"));
        if (changed == null) return new Reply.NoContent();
        return new Reply.Ok(Map.of("lastUpdated", changed.tag(), "serialNumbers", changed.serials()));
    }

    private Reply latest(Request request) {
        Latest latest = wallets.latest(named(request), seconds(request.header("If-Modified-Since")));
        String changed = HttpDate.text(Math.floorDiv(latest.changedAtMs(), 1_000L));
        Reply reply = latest.file() == null
                ? new Reply.Text(304, "text/plain; charset=utf-8", "")
                : new Reply.Binary("application/vnd.apple.pkpass", latest.file());
        return reply.with("Last-Modified", changed).with("Cache-Control", "no-store");
    }

    private static @Nullable Long seconds(@Nullable String date) {
        if (date == null) return null;
        try {
            return ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toEpochSecond();
        } catch (DateTimeParseException e) {
            return null; // as if it was not said
        }
    }

    /// What a phone has to say of this box's answers, for whoever looks into its log. Never a token.
    private Reply log(Request request) {
        if (!(request.json().get("logs") instanceof List<?> said)) return new Reply.Ok(Map.of());
        for (Object line : said) {
            if (lines.count("all").over()) break;
            String text =
                    String.valueOf(line).replaceAll("\\p{Cntrl}", " ").replaceAll("ApplePass \\S+", "ApplePass …");
            LOG.log(Level.INFO, "a phone's wallet says: " + text.substring(0, Math.min(text.length(), LINE_CHARS_MAX)));
        }
        return new Reply.Ok(Map.of());
    }
}
