package dev.lintel.controller.console;

import dev.lintel.controller.http.Addresses;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Handler;
import dev.lintel.controller.http.Method;
import dev.lintel.controller.http.RateLimit;
import dev.lintel.controller.http.RefusedException;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.mobile.MobileDesk;
import dev.lintel.controller.mobile.MobileException;
import dev.lintel.controller.mobile.PhoneDesk;
import dev.lintel.controller.mobile.PhoneDesk.Signed;
import dev.lintel.controller.store.MobileStore.Phone;
import dev.lintel.controller.time.Time;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// `/mobile`: the page that makes a phone a key, and what it asks for. Nobody signs in here, and no cookie counts: a
/// phone signs what it asks with a key that its browser keeps and does not give away.
///
/// ```
///   GET  /mobile                      the page; a code stands behind its address's `#`, which is sent nowhere
///   POST /mobile/redeem               {code, key, signature}                --> {credential, name}
///   POST /mobile/challenge            {credential}                          --> {challenge}
///   POST /mobile/doors                {credential, challenge, signature}    --> {name, doors, challenge}
///   POST /mobile/open                 … and {door, side}                    --> {opened, error, challenge}
///   POST /mobile/leave                {credential, challenge, signature}
/// ```
///
/// Whatever is wrong with a code or a signature, the answer is the same.
final class PhonePages {
    static final String PATH = "/mobile";

    /// A key, a signature and a challenge.
    private static final int BODY_BYTES_MAX = 4_096;
    /// What one phone asks for in a minute: a person at a door asks for three things.
    private static final int PHONE_MAX = 60;
    /// Until its minute is over for sure.
    private static final int WAIT_S = 60;
    /// Signatures that are looked at at once, whoever asks: each keeps a core from other work for a millisecond, and no
    /// flood is to keep all of them.
    private static final int PROOFS_MAX = 2;
    /// For so long one waits for its turn, behind thousands of others: whoever stands at a door tries again then.
    private static final long TURN_MS_MAX = 5_000;
    /// What is not proved, of one address in a minute, which may be a whole office's: more is not even answered.
    private static final int FAULTS_MAX = 120;
    /// The same for codes that are not good: each try looks through all that wait. Good ones are not counted.
    private static final int CODES_MAX = 12;
    /// Codes of one address in a minute that are looked at, good ones too: more is nobody's phone.
    private static final int TRIES_MAX = 300;

    private static final Logger LOG = System.getLogger(PhonePages.class.getName());
    private static final Pattern ID = Pattern.compile("[1-9][0-9]{0,17}");
    private static final String CROWDED = "Too many ask at once, and nothing was done. Try again.";
    private static final String ODD = "This page is too old for this box: load it again.";

    private final Pages pages;
    private final PhoneDesk phones;
    private final Semaphore turns = new Semaphore(PROOFS_MAX, true);
    private final RateLimit crowds;
    private final RateLimit asked;
    private final RateLimit faults;
    private final RateLimit codes;
    private final RateLimit tries;
    private final Reply manifest;
    private final Reply worker;

    PhonePages(Pages pages, PhoneDesk phones, String boxName, Time time) {
        this.pages = pages;
        this.phones = phones;
        this.crowds = new RateLimit(1, time);
        this.asked = new RateLimit(PHONE_MAX, time);
        this.faults = new RateLimit(FAULTS_MAX, time);
        this.codes = new RateLimit(CODES_MAX, time);
        this.tries = new RateLimit(TRIES_MAX, time);
        this.manifest = AppManifest.of(boxName, PATH);
        // Its file is below what it keeps.
        this.worker = Assets.reply("worker.js", Assets.load("worker.js")).with("Service-Worker-Allowed", PATH);
    }

    void mount(Endpoints endpoints) {
        endpoints.bodyMax(PATH, BODY_BYTES_MAX);
        endpoints.on(Method.GET, PATH, _ -> pages.mobile());
        endpoints.on(Method.GET, PATH + "/manifest.json", _ -> pages.guarded(manifest));
        endpoints.on(Method.GET, PATH + "/worker.js", _ -> pages.guarded(worker));
        endpoints.on(Method.POST, PATH + "/redeem", answered(this::redeem));
        endpoints.on(Method.POST, PATH + "/challenge", answered(this::challenge));
        endpoints.on(Method.POST, PATH + "/doors", answered(this::doors));
        endpoints.on(Method.POST, PATH + "/open", answered(this::open));
        endpoints.on(Method.POST, PATH + "/leave", answered(this::leave));
    }

    private Handler answered(Handler handler) {
        return request -> {
            try {
                return pages.guarded(handler.handle(request));
            } catch (MobileException e) {
                return refused(e);
            } catch (IllegalArgumentException e) { // nothing that the page sends
                return new Reply.Json(400, Map.of("error", ODD));
            }
        };
    }

    private static String network(Request request) {
        return Addresses.network(request.remoteAddress());
    }

    private static Reply refused(MobileException fault) {
        int status = switch (fault.reason()) {
            case NOT_GOOD -> 401;
            case REVOKED, SWITCHED_OFF -> 403;
            case NOT_THERE, NO_EMAIL -> 404;
            case ELSEWHERE, MAIL_FULL, NOT_READY -> 503;
        };
        return new Reply.Json(status, Map.of("error", String.valueOf(fault.getMessage())));
    }

    private Reply redeem(Request request) {
        RateLimit.Standing tried = tries.count(network(request));
        if (isLast(tried)) {
            LOG.log(Level.WARNING, "no more codes are looked at this minute, from " + request.remoteAddress());
        }
        if (tried.over()) return new Reply.TooMany(TRIES_MAX, tried.resetInS());
        Map<String, @Nullable Object> body = request.json();
        String device = AgentNames.of(Objects.requireNonNullElse(request.header("User-Agent"), ""));
        var taking = new PhoneDesk.Taking(
                text(body, "code"), text(body, "key"), text(body, "signature"), device, from(request, codes));
        try {
            MobileDesk.Bound bound = phones.redeem(taking);
            return new Reply.Ok(Map.of("credential", Long.toString(bound.credentialId()), "name", bound.person()));
        } catch (MobileException e) {
            return counted(request, e, codes, CODES_MAX);
        }
    }

    private Reply challenge(Request request) {
        return new Reply.Ok(Map.of("challenge", phones.challenge(credential(request.json()))));
    }

    private Reply doors(Request request) {
        return ofPhone(request, "doors", "", phone -> {
            PhoneDesk.Doors seen = phones.doors(phone);
            var json = new LinkedHashMap<String, @Nullable Object>();
            json.put("name", phone.person());
            json.put("doors", seen.doors().stream().map(PhonePages::door).toList());
            json.put("note", seen.note());
            json.put("challenge", phones.challenge(phone.id()));
            return new Reply.Ok(json);
        });
    }

    private static Map<String, @Nullable Object> door(PhoneDesk.PhoneDoor door) {
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("id", Long.toString(door.id()));
        json.put("name", door.name());
        json.put("hindrance", door.hindrance());
        json.put("leave", door.leave());
        return json;
    }

    private Reply open(Request request) {
        Map<String, @Nullable Object> body = request.json();
        long door = number(body, "door");
        boolean leaves = PhoneDesk.EXIT.equals(text(body, "side"));
        String more = leaves ? door + " " + PhoneDesk.EXIT : Long.toString(door);
        return ofPhone(request, "open", more, phone -> {
            PhoneDesk.Opened opened = phones.open(phone, door, leaves ? PhoneDesk.EXIT : PhoneDesk.ENTRY);
            var json = new LinkedHashMap<String, @Nullable Object>();
            json.put("opened", opened.admitted());
            json.put("error", opened.words());
            json.put("challenge", phones.challenge(phone.id()));
            return new Reply.Ok(json);
        });
    }

    private Reply leave(Request request) {
        return ofPhone(request, "leave", "", phone -> {
            phones.leave(phone);
            return new Reply.NoContent();
        });
    }

    /// The address, for the log, which is told of no more than is answered.
    private static @Nullable String from(Request request, RateLimit limit) {
        return limit.isSpent(network(request)) ? null : request.remoteAddress();
    }

    /// Of a minute: the log tells of none behind it.
    private static boolean isLast(RateLimit.Standing standing) {
        return standing.remaining() == 0 && !standing.over();
    }

    /// What proved nothing, counted by address. Whoever proves something is not asked how many others did not: nobody
    /// uses up what others behind the same address need. Throws `fault` while there are few.
    private static Reply counted(Request request, MobileException fault, RateLimit limit, int perMinute) {
        if (fault.reason() != MobileException.Reason.NOT_GOOD) throw fault;
        RateLimit.Standing bad = limit.count(network(request));
        if (isLast(bad)) {
            LOG.log(Level.WARNING, "more of that kind is not told this minute, from " + request.remoteAddress());
        }
        if (bad.over()) return new Reply.TooMany(perMinute, bad.resetInS());
        throw fault;
    }

    /// What a phone asks for, once it has proved who it is.
    private Reply ofPhone(Request request, String action, String more, Function<Phone, Reply> answer) {
        Map<String, @Nullable Object> body = request.json();
        long credential = credential(body);
        String challenge = text(body, "challenge");
        var signed = new Signed(action, Long.toString(credential), challenge == null ? "" : challenge, more);
        // Counted for phones that have proved who they are alone, so nobody else uses it up; looked at before a
        // challenge is spent, for those that are spent are kept.
        if (asked.isSpent(Long.toString(credential))) return new Reply.TooMany(PHONE_MAX, WAIT_S);
        Phone phone;
        try {
            phone = proved(credential, signed, text(body, "signature"), request);
        } catch (MobileException e) {
            return counted(request, e, faults, FAULTS_MAX);
        }
        if (isLast(asked.count(Long.toString(phone.id())))) {
            LOG.log(Level.WARNING, "phone " + phone.id() + " asks too often: it is answered no more this minute");
        }
        return answer.apply(phone);
    }

    /// In its turn. Throws [MobileException] as [PhoneDesk#proved], and [RefusedException] where it does not come.
    private Phone proved(long credential, Signed signed, @Nullable String signature, Request request) {
        try {
            if (!turns.tryAcquire(TURN_MS_MAX, TimeUnit.MILLISECONDS)) {
                if (!crowds.count("").over()) LOG.log(Level.WARNING, "phones wait in vain: too many ask at once");
                throw new RefusedException(new Reply.Json(503, Map.of("error", CROWDED)));
            }
        } catch (InterruptedException e) { // the server closes
            Thread.currentThread().interrupt();
            throw new RefusedException(new Reply.Json(503, Map.of("error", CROWDED)));
        }
        try {
            return phones.proved(credential, signed, signature, from(request, faults));
        } finally {
            turns.release();
        }
    }

    private static long credential(Map<String, @Nullable Object> body) {
        return number(body, "credential");
    }

    private static long number(Map<String, @Nullable Object> body, String name) {
        String text = text(body, name);
        if (text == null || !ID.matcher(text).matches()) throw new IllegalArgumentException(name + " is no id");
        return Long.parseLong(text);
    }

    private static @Nullable String text(Map<String, @Nullable Object> body, String name) {
        return body.get(name) instanceof String text ? text : null;
    }
}
