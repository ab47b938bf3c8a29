package dev.lintel.sync.cloud;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/// A webhook of the service: whether it is genuine, and what it tells to fetch. It is a notification only;
/// nothing in it is believed beyond that. Pure, any thread; the HTTP around it is the caller's, the fetching
/// [CloudFollower]'s.
public final class CloudHook {
    /// Of a body: an array of 100 items is some 40 kB.
    public static final int BODY_MAX = 1 << 20;
    /// How far the time of signing may be from the service's clock: deliveries that are repeated are signed
    /// again.
    public static final long AGE_MAX_S = 300;

    /// Two signatures in hex are 129.
    private static final int NEXT_CHARS_MAX = 300;
    /// Signatures that `Signature-Next` may have: of the old secret and of the new one.
    private static final int NEXT_MAX = 2;
    /// Of Unix seconds; what is longer is nobody's.
    private static final int TIMESTAMP_CHARS_MAX = 100;

    private static final Pattern SIGNATURE = Pattern.compile("[0-9A-Fa-f]{64}");
    private static final Pattern PERSON = Pattern.compile("/people/([1-9][0-9]{0,17})(/|$)");
    private static final Pattern ACK = Pattern.compile("(^|&)ack_token=[^&]");

    private CloudHook() {}

    /// What became of a webhook.
    public enum Verdict {
        GENUINE,
        /// No secret is set, or a header is missing.
        UNSIGNED,
        /// Signed with another secret, or altered.
        FORGED,
        /// Signed too long ago, or too far ahead.
        STALE
    }

    /// What has changed.
    public enum Kind {
        PERSON,
        CREDENTIAL,
        EVENT,
        /// Nothing this box follows: acknowledged only.
        OTHER
    }

    /// One change.
    ///
    /// @param personId whose it is, where the address tells
    /// @param resource path and query that redeem the token, below the service's base; null: it is elsewhere
    /// @param accountId empty: not said
    public record Item(
            Kind kind,
            boolean isGone,
            @Nullable Long personId,
            @Nullable String resource,
            String accountId) {
        /// No token: this may end up in a log.
        @Override
        public String toString() {
            return "Item[" + kind + (personId == null ? "" : " of person " + personId) + "]";
        }
    }

    /// Compares in constant time.
    ///
    /// @param timestamp header `Timestamp`, Unix seconds
    /// @param signature header `Signature`, hex
    /// @param body exactly as it came
    /// @param nowMs the service's clock, Unix milliseconds; null: it is not known, and the age is not judged
    public static Verdict verify(
            @Nullable String secret,
            @Nullable String timestamp,
            @Nullable String signature,
            byte[] body,
            @Nullable Long nowMs) {
        return signature == null
                ? Verdict.UNSIGNED
                : verifyAny(secret, timestamp, List.of(signature.trim()), body, nowMs);
    }

    /// As [#verify(String, String, String, byte[], Long)], where any of `signatures` may be the right one. The body
    /// is signed here once, however many are given, and not at all where none of them has 64 hex digits.
    static Verdict verifyAny(
            @Nullable String secret,
            @Nullable String timestamp,
            List<String> signatures,
            byte[] body,
            @Nullable Long nowMs) {
        if (secret == null || secret.isEmpty() || timestamp == null) return Verdict.UNSIGNED;
        List<String> possible = signatures.stream()
                .filter(one -> SIGNATURE.matcher(one).matches())
                .toList();
        if (possible.isEmpty() || timestamp.length() > TIMESTAMP_CHARS_MAX) return Verdict.FORGED;
        byte[] right = sign(secret, timestamp, body);
        boolean isRight = false;
        for (String one : possible) {
            byte[] given = one.toLowerCase(Locale.ROOT).getBytes(StandardCharsets.UTF_8);
            isRight |= MessageDigest.isEqual(right, given);
        }
        if (!isRight) return Verdict.FORGED;
        if (!timestamp.matches("[0-9]{1,12}")) return Verdict.STALE;
        if (nowMs == null) return Verdict.GENUINE;
        return Math.abs(nowMs / 1000 - Long.parseLong(timestamp)) > AGE_MAX_S ? Verdict.STALE : Verdict.GENUINE;
    }

    /// The signatures of both headers: few, whatever comes, for anybody may send a webhook.
    static List<String> given(@Nullable String signature, @Nullable String next) {
        var given = new ArrayList<String>();
        if (signature != null) given.add(signature.trim());
        if (next == null || next.length() > NEXT_CHARS_MAX) return given;
        String[] parts = next.split(",", NEXT_MAX + 1);
        for (int i = 0; i < Math.min(parts.length, NEXT_MAX); i++) given.add(parts[i].trim());
        return given;
    }

    private static byte[] sign(String secret, String timestamp, byte[] body) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            mac.update((timestamp + ".").getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(mac.doFinal(body)).getBytes(StandardCharsets.UTF_8);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has HmacSHA256", e);
        }
    }

    /// The items of a body, an array or a single one. Throws [IllegalArgumentException] for what is neither.
    ///
    /// @param base of the service, as it is followed
    public static List<Item> parse(byte[] body, URI base) {
        if (body.length > BODY_MAX) throw new IllegalArgumentException("longer than " + BODY_MAX + " bytes");
        try {
            Object json = Json.parse(new String(body, StandardCharsets.UTF_8));
            List<?> elements = json instanceof List<?> list ? list : List.of(Objects.requireNonNullElse(json, ""));
            var items = new ArrayList<Item>();
            for (Object element : elements) items.add(item(Json.object(element, "webhook"), base));
            return items;
        } catch (CloudException e) {
            throw new IllegalArgumentException("no JSON of a webhook", e);
        }
    }

    private static Item item(Map<String, @Nullable Object> json, URI base) {
        Kind kind = switch (Objects.requireNonNullElse(Json.text(json, "resource_type"), "")) {
            case "Person" -> Kind.PERSON;
            case "PersonCredential", "Credential" -> Kind.CREDENTIAL;
            case "Event" -> Kind.EVENT;
            default -> Kind.OTHER;
        };
        String url = Json.text(json, "resource");
        if (url == null) url = Json.text(json, "resource_url");
        URI resource = uri(url);
        Long person = kind == Kind.PERSON ? Json.id(json.get("resource_id")) : null;
        if (person == null && resource != null && resource.getPath() != null) {
            Matcher found = PERSON.matcher(resource.getPath());
            if (found.find()) person = Long.parseLong(found.group(1));
        }
        return new Item(
                kind,
                "DESTROY".equalsIgnoreCase(Json.text(json, "action")),
                person,
                redeeming(resource, base),
                Objects.requireNonNullElse(Json.text(json, "account_id"), ""));
    }

    private static @Nullable URI uri(@Nullable String text) {
        if (text == null || text.length() > 2_000) return null;
        try {
            return URI.create(text);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    /// Path and query below `base`; null: another host, another scheme, no path of the API, or no token to
    /// redeem. A token goes nowhere else with this box's permission.
    private static @Nullable String redeeming(@Nullable URI resource, URI base) {
        if (resource == null || resource.getRawPath() == null || resource.getRawQuery() == null) return null;
        boolean isOurs = resource.getHost() != null
                && resource.getHost().equalsIgnoreCase(base.getHost())
                && Objects.requireNonNullElse(resource.getScheme(), "").equalsIgnoreCase(base.getScheme())
                && port(resource) == port(base)
                && resource.getRawUserInfo() == null;
        String root = base.getRawPath() == null ? "" : base.getRawPath();
        String path = resource.getRawPath();
        if (!isOurs || !path.startsWith(root + "/api/3/") || path.contains("..")) return null;
        if (!ACK.matcher(resource.getRawQuery()).find()) return null;
        return path.substring(root.length()) + "?" + resource.getRawQuery();
    }

    private static int port(URI uri) {
        return uri.getPort() != -1 ? uri.getPort() : "http".equalsIgnoreCase(uri.getScheme()) ? 80 : 443;
    }
}
