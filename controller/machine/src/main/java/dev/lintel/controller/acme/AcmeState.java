package dev.lintel.controller.acme;

import dev.lintel.controller.acme.AcmeException.Kind;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.json.Json;
import dev.lintel.controller.json.JsonException;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a box remembers of its authority across restarts: so that nothing is asked for twice, and never too often.
/// Immutable. Times are Unix milliseconds.
///
/// @param directory whose the rest is; another one begins anew
/// @param account the account's address; null: none yet
/// @param order the order's address; null: none
/// @param names what is ordered there
/// @param orderedMs when
/// @param failures on end; 0: the last try was good
/// @param nextMs not before
/// @param leftAloneMs the authority asked not to be bothered before; nobody may try sooner
/// @param fault why the last try failed, a phrase; null: it did not
/// @param wanted somebody asked for a new certificate though none is due
record AcmeState(
        String directory,
        @Nullable URI account,
        @Nullable URI order,
        List<String> names,
        long orderedMs,
        int failures,
        long nextMs,
        long leftAloneMs,
        @Nullable String fault,
        boolean wanted) {
    private static final long FILE_BYTES_MAX = 64 * 1024;

    AcmeState {
        names = List.copyOf(names);
    }

    static AcmeState fresh(String directory) {
        return new AcmeState(directory, null, null, List.of(), 0, 0, 0, 0, null, false);
    }

    /// A file that cannot be read is as none: what it says is asked for again, once.
    static AcmeState read(Path file, String directory) {
        try {
            if (!Files.exists(file) || Files.size(file) > FILE_BYTES_MAX) return fresh(directory);
            Map<String, @Nullable Object> json = Json.parseObject(Files.readString(file, StandardCharsets.UTF_8));
            if (!directory.equals(json.get("directory"))) return fresh(directory);
            return new AcmeState(
                    directory,
                    url(json.get("account")),
                    url(json.get("order")),
                    json.get("names") instanceof List<?> names
                            ? names.stream().map(String::valueOf).toList()
                            : List.of(),
                    number(json.get("ordered_at")),
                    Math.toIntExact(number(json.get("failures"))),
                    number(json.get("next_at")),
                    number(json.get("left_alone_until")),
                    json.get("fault") instanceof String text ? text : null,
                    Boolean.TRUE.equals(json.get("wanted")));
        } catch (IOException | JsonException | ArithmeticException e) {
            return fresh(directory);
        }
    }

    /// Throws [AcmeException] where the disk does not take it.
    void write(Path file) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("directory", directory);
        json.put("account", account == null ? null : account.toString());
        json.put("order", order == null ? null : order.toString());
        json.put("names", names);
        json.put("ordered_at", orderedMs);
        json.put("failures", failures);
        json.put("next_at", nextMs);
        json.put("left_alone_until", leftAloneMs);
        json.put("fault", fault);
        json.put("wanted", wanted);
        try {
            DataFolder.writeDurably(file, Json.pretty(json).getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new AcmeException(Kind.HERE, file + " cannot be written: " + e.getMessage(), 0, e);
        }
    }

    AcmeState withAccount(@Nullable URI to) {
        return new AcmeState(directory, to, order, names, orderedMs, failures, nextMs, leftAloneMs, fault, wanted);
    }

    AcmeState withOrder(@Nullable URI to, List<String> of, long atMs) {
        return new AcmeState(directory, account, to, of, atMs, failures, nextMs, leftAloneMs, fault, wanted);
    }

    AcmeState withoutOrder() {
        return withOrder(null, List.of(), 0);
    }

    AcmeState next(long atMs) {
        return new AcmeState(directory, account, order, names, orderedMs, failures, atMs, leftAloneMs, fault, wanted);
    }

    AcmeState failed(String why, long atMs, long aloneMs) {
        return new AcmeState(directory, account, order, names, orderedMs, failures + 1, atMs, aloneMs, why, wanted);
    }

    AcmeState asked() {
        return new AcmeState(directory, account, order, names, orderedMs, failures, 0, leftAloneMs, fault, true);
    }

    /// There is a new certificate.
    AcmeState done() {
        return new AcmeState(directory, account, null, List.of(), 0, 0, 0, 0, null, false);
    }

    private static @Nullable URI url(@Nullable Object value) {
        return value instanceof String text ? AcmeSession.https(text) : null;
    }

    private static long number(@Nullable Object value) {
        return value instanceof Long number ? number : 0;
    }
}
