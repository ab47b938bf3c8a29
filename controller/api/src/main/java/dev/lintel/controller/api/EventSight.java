package dev.lintel.controller.api;

import dev.lintel.controller.event.EventClass;
import dev.lintel.controller.event.EventCodes;
import dev.lintel.controller.event.Listing;
import dev.lintel.controller.http.Scope;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/// Which events a client may know of, by its scopes; the one place that says so. To a client an event of another class
/// is not there: no list, no count, no link and no address has it. Any thread.
public final class EventSight {
    private EventSight() {}

    /// The classes of events that `scopes` show; none where no scope is of events.
    public static Set<EventClass> of(Set<Scope> scopes) {
        if (scopes.contains(Scope.EVENT_READONLY) || scopes.contains(Scope.EVENT_GUARDING_READONLY)) {
            return EnumSet.allOf(EventClass.class);
        }
        var classes = EnumSet.noneOf(EventClass.class);
        if (scopes.contains(Scope.EVENT_ACCESS_READONLY)) classes.add(EventClass.ACCESS);
        boolean perimeters = scopes.contains(Scope.EVENT_PERIMETERS_READONLY)
                || scopes.contains(Scope.EVENT_PERIMETERS_READONLY_ALIAS);
        if (perimeters) classes.add(EventClass.PERIMETER);
        return classes;
    }

    /// The classes of events that notification rules may post under a permission with `scopes`: those that its event
    /// scopes show. With [Scope#NOTIFICATION_RULE] and no event scope: all, as the consent page says.
    public static Set<EventClass> posted(Set<Scope> scopes) {
        Set<EventClass> shown = of(scopes);
        boolean all = shown.isEmpty() && scopes.contains(Scope.NOTIFICATION_RULE);
        return all ? EnumSet.allOf(EventClass.class) : shown;
    }

    /// Of a notification rule's codes those that include events of a class outside of [#posted].
    static List<Integer> unposted(Set<Scope> scopes, Listing listing, Collection<Integer> codes) {
        Set<EventClass> seen = posted(scopes);
        return codes.stream()
                .filter(code ->
                        EventCodes.kinds(listing, code).stream().anyMatch(kind -> !seen.contains(kind.eventClass())))
                .toList();
    }
}
