package dev.lintel.controller.hub;

import dev.lintel.controller.config.MassGuard;
import dev.lintel.controller.fleet.RevocationActors.Actor;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// How many urgent revocations each actor has used within the guard's window, while changes are held back. An actor is
/// the credential of the change: an API key, a token, a session or a box. Further credentials of a user, and further
/// users, share a budget: a program may show another credential with each change. So do changes of which no actor is
/// known, and those from before a restart of the hub. The hub's thread.
final class RevocationBudget {
    /// Credentials of a user with a budget of their own: a program or two, and a browser.
    static final int CREDENTIALS_MAX = 3;
    /// Users with budgets of their own: all budgets together stay below 200 people.
    static final int USERS_MAX = 4;
    /// Within the window, for one actor: at once, and after a pause in addition.
    private static final long WITH_PAUSES_MAX = 2 * MassGuard.PEOPLE_MAX;
    /// People who wait and whose actor is remembered: the last of them may be sent after a pause.
    private static final int WAITING_MAX = 64;

    /// By person who was sent within the window.
    private final Map<Long, Actor> sent = new HashMap<>();
    /// By person who waits; the last one is the newest.
    private final LinkedHashMap<Long, Actor> waiting = new LinkedHashMap<>();

    /// Only these people were sent within the window.
    void keep(Collection<Long> ids) {
        sent.keySet().retainAll(ids);
        for (long id : ids) sent.putIfAbsent(id, Actor.UNKNOWN);
    }

    /// The actor whose budget counts.
    Actor counted(Actor actor) {
        if (sent.containsValue(actor)) return actor;
        List<Actor> known = sent.values().stream()
                .filter(one -> !one.equals(Actor.UNKNOWN))
                .distinct()
                .toList();
        long ofUser =
                known.stream().filter(one -> one.user().equals(actor.user())).count();
        long users = known.stream().map(Actor::user).distinct().count();
        if (ofUser == 0 && users >= USERS_MAX) return Actor.UNKNOWN;
        return ofUser < CREDENTIALS_MAX ? actor : new Actor(actor.user(), "");
    }

    /// Whether that many more people may be sent at once.
    boolean isEnoughFor(Actor actor, long people) {
        return used(actor) + people <= MassGuard.PEOPLE_MAX;
    }

    /// How many more people may be sent after a pause.
    long afterPause(Actor actor) {
        return WITH_PAUSES_MAX - used(actor);
    }

    private long used(Actor actor) {
        return sent.values().stream().filter(actor::equals).count();
    }

    void sent(List<Long> ids, Actor actor) {
        for (long id : ids) sent.put(id, actor);
        waiting.keySet().removeAll(ids);
    }

    /// The person waits with what is held back.
    void waits(long id, Actor actor) {
        waiting.remove(id);
        waiting.put(id, actor);
        if (waiting.size() > WAITING_MAX) waiting.pollFirstEntry();
    }

    /// Whose revocation of that person waits.
    Actor waiting(long id) {
        return waiting.getOrDefault(id, Actor.UNKNOWN);
    }
}
