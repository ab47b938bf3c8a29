package dev.lintel.controller.fleet;

import dev.lintel.sync.wire.PersonRow;
import dev.lintel.sync.wire.PersonRow.CredentialRow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Decides who has an address, an id, a card or a PIN that one batch of a followed service gives to two people: the one
/// with the lowest number, whatever their order in the batch. A service may compare texts and numbers otherwise than
/// this box does (`A@x` and `a@x`, card 007 and 7).
///
/// People of other batches do not count: a card that moves from one person to another arrives before or after the
/// change of the person who had it. One thread.
public final class DuplicateValues {
    private final Map<String, Long> lowest = new HashMap<>();
    private final List<Loss> losses = new ArrayList<>();

    private DuplicateValues() {}

    /// A person who does not get what a service gives to another one as well.
    ///
    /// @param what in words, such as `email`
    public record Loss(long person, String what, long holder) {}

    /// Returns `rows` without the values that another person keeps; adds a loss for each of them to `losses`.
    static List<PersonRow> settled(List<PersonRow> rows, List<Loss> losses) {
        var settling = new DuplicateValues();
        for (PersonRow row : rows) settling.claim(row);
        List<PersonRow> settled = rows.stream().map(settling::without).toList();
        losses.addAll(settling.losses);
        return settled;
    }

    private void claim(PersonRow row) {
        claim("email", row.texts().get("email"), row.id());
        claim("system_id", row.texts().get("system_id"), row.id());
        for (CredentialRow one : row.credentials()) {
            claim("card_number", one.cardNumber(), row.id());
            claim("pin_number", one.pinNumber(), row.id());
        }
    }

    private void claim(String column, @Nullable Object value, long person) {
        if (value != null) lowest.merge(key(column, value), person, Math::min);
    }

    /// As the indexes of the tables compare: of letters, only those of ASCII have no case, and in an address alone.
    private static String key(String column, Object value) {
        String text = String.valueOf(value);
        return column + " " + (column.equals("email") ? asciiLower(text) : text);
    }

    private static String asciiLower(String text) {
        var lower = new StringBuilder(text);
        for (int i = 0; i < lower.length(); i++) {
            char c = lower.charAt(i);
            if (c >= 'A' && c <= 'Z') lower.setCharAt(i, (char) (c + 'a' - 'A'));
        }
        return lower.toString();
    }

    private PersonRow without(PersonRow row) {
        var texts = new LinkedHashMap<>(row.texts());
        for (String column : List.of("email", "system_id")) {
            if (isLost(column, texts.get(column), row.id())) texts.remove(column);
        }
        List<CredentialRow> kept = row.credentials().stream()
                .filter(one -> !isLost("card_number", one.cardNumber(), row.id()))
                .filter(one -> !isLost("pin_number", one.pinNumber(), row.id()))
                .toList();
        return row.with(texts, kept);
    }

    private boolean isLost(String column, @Nullable Object value, long person) {
        if (value == null) return false;
        long holder = Objects.requireNonNull(lowest.get(key(column, value)));
        if (holder == person) return false;
        losses.add(new Loss(person, words(column), holder));
        return true;
    }

    private static String words(String column) {
        return switch (column) {
            case "card_number" -> "card number";
            case "pin_number" -> "PIN";
            default -> column;
        };
    }
}
