package dev.lintel.controller.update;

import dev.lintel.controller.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The keys whose signatures a box takes, and how many of them it takes: a numbered text, signed. A new
/// one says that it is the next after the one that a box has: it is signed by as many keys of the old
/// one as that asks for, and by as many of its own. So a key that was lost or stolen is put out of use
/// by those that are left, and no box ever goes back.
///
/// ```
///   {"trust": "{\"format\":1,\"number\":2,\"threshold\":1,\"keys\":[{\"name\":\"…\",\"ed25519\":\"…\"}]}",
///    "signatures": [{"key": "0123456789abcdef", "signature": "…"}]}
/// ```
public final class Trust {
    private static final String PURPOSE = "trust";
    private static final int KEYS_MAX = 16;
    /// The name of a key, for people.
    private static final Pattern NAME = Pattern.compile("[\\p{L}\\p{N} ._@()-]{1,64}");

    private static final Pattern BASE64 = Pattern.compile("[A-Za-z0-9+/]{43}=");
    private static final Pattern TEXT = Pattern.compile("(?s).{1,16384}");

    private final String text;
    private final Signatures signatures;
    private final long number;
    private final long threshold;
    private final List<TrustedKey> keys;

    private Trust(String text, Signatures signatures) {
        this.text = text;
        this.signatures = signatures;
        Fields fields = Fields.parse("trust", text);
        this.number = fields.number("number", 1, Integer.MAX_VALUE);
        var read = new ArrayList<TrustedKey>();
        var ids = new TreeSet<String>();
        for (Fields key : fields.objects("keys", KEYS_MAX)) {
            var one = new TrustedKey(key.text("name", NAME), key.text("ed25519", BASE64));
            if (!ids.add(one.id())) throw key.wrong("ed25519", "is there twice: a key counts once");
            read.add(one);
        }
        if (read.isEmpty()) throw fields.wrong("keys", "are none");
        this.keys = List.copyOf(read);
        this.threshold = fields.number("threshold", 1, keys.size());
    }

    /// From its own file, signed or not yet. Throws [UpdateException] when it is damaged.
    public static Trust parse(String json) {
        return parse(Fields.parse("trust file", json));
    }

    static Trust parse(Fields fields) {
        return new Trust(fields.text("trust", TEXT), Signatures.parse(fields));
    }

    /// An unsigned one.
    public static Trust make(long number, long threshold, List<TrustedKey> keys) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("format", 1);
        json.put("number", number);
        json.put("threshold", threshold);
        json.put(
                "keys",
                keys.stream()
                        .map(key -> Map.of("name", key.name(), "ed25519", key.base64()))
                        .toList());
        return new Trust(Json.write(json), Signatures.NONE);
    }

    /// The same with one more signature.
    public Trust sign(SigningKey key) {
        return new Trust(text, signatures.with(key, PURPOSE, bytes()));
    }

    /// Whether as many keys of `before` have signed this as `before` asks for.
    public boolean isSignedBy(Trust before) {
        return before.hasSigned(signatures, PURPOSE, bytes());
    }

    /// Whether as many of these keys have signed something as there must be.
    boolean hasSigned(Signatures given, String purpose, byte[] bytes) {
        return given.of(keys, purpose, bytes) >= threshold;
    }

    /// The newest that can be reached from here. Of `chain`, what is not newer is passed over. Throws
    /// [UpdateException] when one does not follow the one before.
    Trust follow(List<Trust> chain) {
        Trust trust = this;
        for (Trust next : chain) {
            if (next.number <= trust.number) continue;
            if (next.number != trust.number + 1) {
                throw new UpdateException("trusted keys " + (trust.number + 1) + " are missing: this box has number "
                        + trust.number + ", and the next that came is " + next.number);
            }
            if (!next.isSignedBy(trust)) {
                throw new UpdateException("trusted keys " + next.number + " are not signed by those that this box has");
            }
            if (!next.isSignedBy(next)) {
                throw new UpdateException("trusted keys " + next.number + " are not signed by themselves");
            }
            trust = next;
        }
        return trust;
    }

    /// From 1 on.
    public long number() {
        return number;
    }

    /// So many of the keys must have signed.
    public long threshold() {
        return threshold;
    }

    /// Those that may sign.
    public List<TrustedKey> keys() {
        return keys;
    }

    /// As [#parse(String)] reads it.
    public String write() {
        return Json.pretty(json()) + "\n";
    }

    Map<String, @Nullable Object> json() {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("format", 1);
        json.put("trust", text);
        json.put("signatures", signatures.json());
        return json;
    }

    private byte[] bytes() {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
