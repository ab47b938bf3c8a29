package dev.lintel.controller.update;

import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Signatures under the same bytes.
///
/// @param byKey a signature's base64 by the id of its key
record Signatures(Map<String, String> byKey) {
    /// More keys than any project has.
    private static final int MAX = 16;

    private static final Pattern ID = Pattern.compile("[0-9a-f]{16}");
    private static final Pattern BASE64 = Pattern.compile("[A-Za-z0-9+/]{86}==");

    static final Signatures NONE = new Signatures(Map.of());

    Signatures {
        byKey = Map.copyOf(byKey);
    }

    static Signatures parse(Fields fields) {
        Map<String, String> byKey = new LinkedHashMap<>();
        for (Fields one : fields.objects("signatures", MAX)) {
            byKey.putIfAbsent(one.text("key", ID), one.text("signature", BASE64));
        }
        return new Signatures(byKey);
    }

    /// These and one more; one of the same key is replaced.
    Signatures with(SigningKey key, String purpose, byte[] bytes) {
        Map<String, String> more = new LinkedHashMap<>(byKey);
        more.put(key.trusted().id(), Base64.getEncoder().encodeToString(key.sign(purpose, bytes)));
        if (more.size() > MAX) throw new UpdateException("there are " + MAX + " signatures already");
        return new Signatures(more);
    }

    /// How many of the keys have signed. What is of no key of these, or wrong, counts nothing.
    long of(List<TrustedKey> keys, String purpose, byte[] bytes) {
        return keys.stream().filter(key -> isBy(key, purpose, bytes)).count();
    }

    boolean isBy(TrustedKey key, String purpose, byte[] bytes) {
        String signature = byKey.get(key.id());
        return signature != null
                && key.verifies(purpose, bytes, Base64.getDecoder().decode(signature));
    }

    List<@Nullable Object> json() {
        var list = new ArrayList<@Nullable Object>();
        byKey.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(one -> list.add(Map.of("key", one.getKey(), "signature", one.getValue())));
        return list;
    }
}
