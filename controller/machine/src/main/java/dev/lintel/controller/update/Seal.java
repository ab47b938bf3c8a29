package dev.lintel.controller.update;

import dev.lintel.controller.json.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What stands under a manifest: its signatures, and the trusted keys that led to those that signed.
record Seal(List<Trust> trust, Signatures signatures) {
    /// One a year for as long as a box may be switched off in a cupboard.
    static final int TRUST_MAX = 16;

    static final Seal NONE = new Seal(List.of(), Signatures.NONE);

    Seal {
        trust = List.copyOf(trust);
    }

    /// From the seal's region. Throws [UpdateException].
    static Seal parse(String text) {
        return of(Fields.parse("seal", text.stripTrailing()));
    }

    /// From an object that has its two fields. Throws [UpdateException].
    static Seal of(Fields fields) {
        List<Trust> trust =
                fields.objects("trust", TRUST_MAX).stream().map(Trust::parse).toList();
        return new Seal(trust, Signatures.parse(fields));
    }

    String write() {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("format", 1);
        json.putAll(json());
        return Json.pretty(json) + "\n";
    }

    /// Its two fields.
    Map<String, @Nullable Object> json() {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("trust", trust.stream().map(Trust::json).toList());
        json.put("signatures", signatures.json());
        return json;
    }
}
