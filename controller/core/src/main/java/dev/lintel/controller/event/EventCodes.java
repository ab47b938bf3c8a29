package dev.lintel.controller.event;

import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The codes of each listing: what they are called, and which kinds of events come under them, for several share
/// one. Any thread.
public final class EventCodes {
    /// A code's name, and every kind that some event of it shows under this code.
    private record Code(String label, Set<EventKind> kinds) {}

    private static final Map<Listing, SortedMap<Integer, Code>> CODES = all();

    private EventCodes() {}

    /// Every code that `listing` has, ascending; unmodifiable.
    public static SortedSet<Integer> of(Listing listing) {
        return Collections.unmodifiableSortedSet(new TreeSet<>(codes(listing).keySet()));
    }

    /// What `code` is called in `listing`; null when the listing does not have it.
    public static @Nullable String label(Listing listing, int code) {
        Code found = codes(listing).get(code);
        return found == null ? null : found.label;
    }

    /// The kinds that come under `code` in `listing`, each with some of its events at least; none when the listing
    /// does not have it. Unmodifiable.
    public static Set<EventKind> kinds(Listing listing, int code) {
        Code found = codes(listing).get(code);
        return found == null ? Set.of() : Collections.unmodifiableSet(found.kinds);
    }

    private static SortedMap<Integer, Code> codes(Listing listing) {
        return CODES.getOrDefault(listing, Collections.emptySortedMap());
    }

    private static Map<Listing, SortedMap<Integer, Code>> all() {
        var all = new EnumMap<Listing, SortedMap<Integer, Code>>(Listing.class);
        for (Listing listing : Listing.values()) {
            var codes = new TreeMap<Integer, Code>();
            for (EventKind kind : EventKind.values()) {
                for (boolean pin : new boolean[] {false, true}) {
                    for (Basis basis : kind.bases()) {
                        Integer code = kind.code(listing, pin, basis);
                        if (code == null) continue;
                        String label = kind.label(listing, pin, basis);
                        codes.computeIfAbsent(code, _ -> new Code(label, EnumSet.noneOf(EventKind.class)))
                                .kinds
                                .add(kind);
                    }
                }
            }
            all.put(listing, codes);
        }
        return all;
    }
}
