package dev.lintel.controller.wallet;

import dev.lintel.controller.http.Addresses;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Handler;
import dev.lintel.controller.http.HttpDate;
import dev.lintel.controller.http.Method;
import dev.lintel.controller.http.RateLimit;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.mobile.MobileException;
import dev.lintel.controller.mobile.MobileException.Reason;
import dev.lintel.controller.time.Time;
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
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// What Apple's wallet asks of a pass's maker (its web service for passes, version 1). A phone proves itself by the
/// token that is in the pass.
///
/// ```
///   POST   /wallet/apple/v1/devices/DEVICE/registrations/TYPE/SERIAL  {pushToken}   201, or 200 when it was known
///   DELETE                     the same                                             200
///   GET    /wallet/apple/v1/devices/DEVICE/registrations/TYPE?passesUpdatedSince=   204, or what changed:
///                                                                 {lastUpdated, serialNumbers}
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
    /// What nothing proves, of one address in a minute: an office's phones after a change, or all behind a proxy.
    private static final int ASKED_MAX = 600;
    /// Phones that add a pass or take it out in a minute: a person has a few, which do so once.
    private static final int CHANGES_MAX = 20;
    /// Fetches of a pass in a minute, each of which is signed: all of a person's phones, some times.
    private static final int FETCHES_MAX = 60;
    /// What is not proved, of one address in a minute: more of it is not even told the log. What is proved goes on.
    private static final int FAULTS_MAX = 60;
    /// Lines that phones may put into this box's log in a minute, all of them: nobody proves who they are for it.
    private static final int LINES_MAX = 20;
    private static final int LINE_CHARS_MAX = 300;
    private static final int RETRY_S = 60;

    private final AppleWallets wallets;
    private final RateLimit asked;
    private final RateLimit changes;
    private final RateLimit fetches;
    private final RateLimit faults;
    private final RateLimit lines;

    public AppleWalletResource(AppleWallets wallets, Time time) {
        this.wallets = wallets;
        this.asked = new RateLimit(ASKED_MAX, time);
        this.changes = new RateLimit(CHANGES_MAX, time);
        this.fetches = new RateLimit(FETCHES_MAX, time);
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
            try {
                return handler.handle(request);
            } catch (MobileException e) {
                if (e.reason() != Reason.NOT_GOOD) {
                    return new Reply.Unavailable(String.valueOf(e.getMessage()), RETRY_S);
                }
                RateLimit.Standing bad = faults.count(Addresses.network(request.remoteAddress()));
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

    /// What a phone asks of a pass that it has proved to have: counted for the pass, so that nobody uses up what others
    /// need, and nobody who has one fills the log by adding it and taking it out.
    private Reply ofPass(Request request, RateLimit limit, int most, Function<Named, Reply> answer) {
        Named named = named(request);
        wallets.prove(named);
        RateLimit.Standing standing = limit.count(named.serial());
        return standing.over() ? new Reply.TooMany(most, standing.resetInS()) : answer.apply(named);
    }

    private Reply register(Request request) {
        Object token = request.json().get("pushToken");
        return ofPass(request, changes, CHANGES_MAX, named -> {
            boolean fresh =
                    wallets.register(named, request.variable("device"), token instanceof String text ? text : null);
            return fresh ? new Reply.Created(Map.of()) : new Reply.Ok(Map.of());
        });
    }

    private Reply unregister(Request request) {
        return ofPass(request, changes, CHANGES_MAX, named -> {
            wallets.unregister(named, request.variable("device"));
            return new Reply.Ok(Map.of());
        });
    }

    /// Nothing proves who asks.
    private @Nullable Reply tooMany(Request request) {
        RateLimit.Standing standing = asked.count(Addresses.network(request.remoteAddress()));
        return standing.over() ? new Reply.TooMany(ASKED_MAX, standing.resetInS()) : null;
    }

    private Reply changed(Request request) {
        Reply over = tooMany(request);
        if (over != null) return over;
        Changed changed = wallets.changed(
                request.variable("pass_type"), request.variable("device"), request.query("passesUpdatedSince"));
        if (changed == null) return new Reply.NoContent();
        return new Reply.Ok(Map.of("lastUpdated", changed.tag(), "serialNumbers", changed.serials()));
    }

    private Reply latest(Request request) {
        return ofPass(request, fetches, FETCHES_MAX, named -> latest(request, named));
    }

    private Reply latest(Request request, Named named) {
        Latest latest = wallets.latest(named, seconds(request.header("If-Modified-Since")));
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
        Reply over = tooMany(request);
        if (over != null) return over;
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
