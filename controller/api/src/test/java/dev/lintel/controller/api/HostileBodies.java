package dev.lintel.controller.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.json.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Bodies that say nonsense in one field of all that they have.
final class HostileBodies {
    /// No field takes any of these: each is JSON, but of a wrong type, empty, or beyond every range.
    static final List<String> VALUES = List.of(
            "null",
            "true",
            "false",
            "\"\"",
            "\"  \"",
            "\"x\"",
            "-1",
            "1.5",
            "1e3",
            "1e400",
            "1e-999999999",
            "999999999999999999999",
            "\"999999999999999999999\"",
            "[]",
            "{}",
            "[[1]]",
            "[{}]",
            "[null]",
            "[true]",
            "[1.5]",
            "[\"x\"]",
            "[-1]",
            "[1,999999999999999999999]",
            "\"\\u0000\"",
            "\"\\ud800\"",
            "\"\\u202e\"",
            "\"1'); DROP TABLE reservation;--\"",
            "\"<script>\"",
            "\"=1+1\"",
            "\"2026-13-01T00:00:00Z\"",
            "\"2026-02-30T10:00:00Z\"",
            "\"2026-03-02T25:00:00Z\"",
            "\"2026-03-02T12:00:00+99:00\"",
            "\"12:00\"",
            "\"-2026-03-02T12:00:00Z\"",
            "\"+10000-01-01T00:00:00Z\"",
            "\"+999999999-12-31T23:59:59-18:00\"",
            "\"-999999999-01-01T00:00:00+18:00\"",
            "\"" + "2".repeat(100_000) + "\"",
            "\"" + "2".repeat(9_999) + "\"",
            "[" + "1,".repeat(10_000) + "1]");

    private HostileBodies() {}

    /// Posts `good` with every field replaced by every value, and left out: a 400 or 422 that names the field.
    static void tryAll(ApiClient client, String path, String good, List<String> fields) {
        for (String field : fields) {
            for (String value : VALUES) refused(client, path, with(good, field, value), field);
            Map<String, Object> without = new LinkedHashMap<>(Json.parseObject(good));
            without.remove(field);
            refused(client, path, Json.write(without), field);
        }
    }

    private static String with(String good, String field, String value) {
        var fields = new StringBuilder("{");
        Json.parseObject(good)
                .forEach((name, old) -> fields.append(fields.length() == 1 ? "" : ",")
                        .append("\"" + name + "\":")
                        .append(name.equals(field) ? value : Json.write(old)));
        return fields.append('}').toString();
    }

    private static void refused(ApiClient client, String path, String body, String field) {
        var answer = client.post(path, body);
        String what = body.length() > 300 ? body.substring(0, 300) + "…" : body;
        assertThat(answer.status()).as(what + " → " + answer.text()).isIn(400, 422);
        assertThat(answer.text()).as(what).contains(field);
        assertThat(answer.object()).containsKeys("error", "error_description");
    }
}
