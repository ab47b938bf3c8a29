package dev.lintel.sync.cloud;

import dev.lintel.sync.Progress.Shared.Value;
import dev.lintel.sync.wire.PersonRow;
import dev.lintel.sync.wire.PersonRow.CredentialRow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Finds emails, ids, cards and PINs that a service gives to two people, of which a box can keep one: all people of
/// one reading are compared, in whatever order they changed. Holds hashes, 16 bytes a value. One thread.
final class SharedValues {
    /// More is one problem, not many.
    static final int VALUES_MAX = 100;

    private static final List<String> WORDS = List.of("email", "system_id", "card number", "PIN");
    private static final int KIND_BITS = 2;
    private static final int FIRST = 256;

    private long[] hashes = new long[FIRST];
    private long[] people = new long[FIRST];
    private int count;

    void add(PersonRow row) {
        String email = row.texts().get("email");
        add(0, email == null ? null : asciiLower(email), row.id());
        add(1, row.texts().get("system_id"), row.id());
        for (CredentialRow one : row.credentials()) {
            add(2, one.cardNumber(), row.id());
            add(3, one.pinNumber(), row.id());
        }
    }

    /// As the box's tables compare: of letters, only those of ASCII have no case, and in an address alone.
    private static String asciiLower(String text) {
        var lower = new StringBuilder(text);
        for (int i = 0; i < lower.length(); i++) {
            char c = lower.charAt(i);
            if (c >= 'A' && c <= 'Z') lower.setCharAt(i, (char) (c + 'a' - 'A'));
        }
        return lower.toString();
    }

    private void add(int kind, @Nullable Object value, long person) {
        if (value == null || value.toString().isEmpty()) return;
        if (count == hashes.length) {
            hashes = Arrays.copyOf(hashes, 2 * count);
            people = Arrays.copyOf(people, 2 * count);
        }
        hashes[count] = Json.hash(kind + " " + value) << KIND_BITS | kind;
        people[count++] = person;
    }

    /// The values of two people or more, by their lowest person; [#VALUES_MAX] at most.
    List<Value> found() {
        long[] sorted = Arrays.copyOf(hashes, count);
        Arrays.sort(sorted);
        Set<Long> twice = new HashSet<>();
        for (int i = 1; i < count && twice.size() < VALUES_MAX; i++) {
            if (sorted[i] == sorted[i - 1]) twice.add(sorted[i]);
        }
        if (twice.isEmpty()) return List.of();
        var holders = new TreeMap<Long, TreeSet<Long>>();
        for (int i = 0; i < count; i++) {
            if (twice.contains(hashes[i])) {
                holders.computeIfAbsent(hashes[i], _ -> new TreeSet<>()).add(people[i]);
            }
        }
        var found = new ArrayList<Value>();
        holders.forEach((hash, ids) -> {
            String what = WORDS.get((int) (hash & (1 << KIND_BITS) - 1));
            if (ids.size() > 1) found.add(new Value(what, List.copyOf(ids)));
        });
        found.sort((a, b) ->
                a.people().equals(b.people()) ? a.what().compareTo(b.what()) : Arrays.compare(ids(a), ids(b)));
        return found;
    }

    private static long[] ids(Value value) {
        return value.people().stream().mapToLong(Long::longValue).toArray();
    }
}
