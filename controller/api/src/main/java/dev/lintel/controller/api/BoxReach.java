package dev.lintel.controller.api;

import dev.lintel.controller.api.PersonWriter.Draft;
import dev.lintel.controller.http.Errors;
import dev.lintel.controller.http.Principal;
import dev.lintel.controller.http.Principal.Via;
import dev.lintel.controller.http.RefusedException;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.store.BoxRights;
import dev.lintel.controller.store.Sql;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// What a write may reach that a box forwards to its hub. Whoever holds the box can send such a write,
/// so it may give
/// access to doors of that box only, change nobody who also has access to other doors, and see only
/// what the box has
/// anyway. Made inside the transaction of the write.
///
/// ```
///   the person                           memberships, reservations   everything else of them
///   does not concern the box             404                         404
///   has access to doors of this box      those of its doors alone    allowed
///   has access to other doors as well    those of its doors alone    403
/// ```
record BoxReach(Via via, BoxRights rights) {
    private static final Set<String> MEMBERSHIPS = Set.of("groups", "roles");
    /// The box gets no credential in these states.
    private static final Set<Object> UNKNOWN_TO_BOXES = Set.of("revoked", "removed");
    /// Fields of a credential that give its key to a phone.
    private static final Set<Object> INVITATION = Set.of("invitation_code", "invitation_expires_at", "url");

    /// Null: the request was not forwarded by a box, and reaches what its scopes allow.
    static @Nullable BoxReach of(Sql sql, Principal who) {
        Via via = who.via();
        return via == null ? null : new BoxReach(via, BoxRights.of(sql, via.name()));
    }

    /// Whether the person concerns the doors of the box; otherwise there is no such person for it.
    boolean reaches(long personId) {
        return rights.concerns(personId);
    }

    /// As [#reaches]. Throws [RefusedException] with 403 for a person who also has access to other doors.
    boolean mayChange(long personId) {
        if (!reaches(personId)) return false;
        if (rights.isElsewhere(personId)) throw alsoElsewhere();
        return true;
    }

    /// Throws [RefusedException] with 403 unless a new person gets access to doors of the box, and to no
    /// others.
    void requireOwn(PersonInput input) {
        List<Long> groups = input.groupIds() == null ? List.of() : input.groupIds();
        List<Long> roles = input.roleIds() == null ? List.of() : input.roleIds();
        requireAll(groups, rights.ownGroups(groups), "group_ids");
        requireAll(roles, rights.ownRoles(roles), "role_ids");
        if (groups.isEmpty() && roles.isEmpty()) {
            throw refused("group_ids: a person who is added through the box " + via.name()
                    + " needs a group or role of its doors");
        }
    }

    /// The draft of a person as the box may write it: groups and roles that the box does not know of stay.
    /// Throws
    /// [RefusedException] with 403 where the draft goes further.
    ///
    /// @param differences what the draft would change, as [PersonWriter#differences] gives it
    Draft within(long personId, Draft draft, Map<String, Object> differences) {
        boolean only =
                MEMBERSHIPS.containsAll(differences.keySet()) && draft.image().isKept();
        if (!only && rights.isElsewhere(personId)) throw alsoElsewhere();
        PersonInput input = draft.input();
        List<Long> groups = input.groupIds();
        if (groups != null) groups = merged(groups, this::groups, personId);
        List<Long> roles = input.roleIds();
        if (roles != null) roles = merged(roles, this::roles, personId);
        return new Draft(new PersonInput(input.columns(), groups, roles), draft.credentials(), draft.image());
    }

    /// Groups or roles of a person.
    ///
    /// @param now all that the person has
    /// @param known those of them that the box knows of
    /// @param own gives those of a list that are the box's alone
    private record Held(String field, List<Long> now, List<Long> known, UnaryOperator<List<Long>> own) {}

    private Held groups(long personId) {
        return new Held(
                "group_ids",
                rights.groups(personId),
                rights.knownGroups(personId, via.everything()),
                rights::ownGroups);
    }

    private Held roles(long personId) {
        return new Held(
                "role_ids", rights.roles(personId), rights.knownRoles(personId, via.everything()), rights::ownRoles);
    }

    @FunctionalInterface
    private interface Holding {
        Held of(long personId);
    }

    private List<Long> merged(List<Long> given, Holding holding, long personId) {
        Held held = holding.of(personId);
        var changed = new TreeSet<Long>();
        for (Long id : given) if (!held.known.contains(id)) changed.add(id);
        for (Long id : held.known) if (held.now.contains(id) && !given.contains(id)) changed.add(id);
        List<Long> asked = List.copyOf(changed);
        requireAll(asked, held.own.apply(asked), held.field);
        var all = new TreeSet<>(given);
        for (Long id : held.now) if (!held.known.contains(id)) all.add(id);
        return List.copyOf(all);
    }

    /// Throws [RefusedException] with 403 unless the channels are all the box's, and the person concerns it.
    void requireChannels(long personId, List<Long> ids) {
        requirePerson(personId);
        requireAll(ids, rights.ownChannels(ids), "channel_ids");
    }

    /// As [#requireChannels], of groups.
    void requireGroups(long personId, List<Long> ids) {
        requirePerson(personId);
        requireAll(ids, rights.ownGroups(ids), "group_ids");
    }

    private void requirePerson(long personId) {
        if (!reaches(personId)) throw new RefusedException(new Reply.Invalid("person_id", Errors.INVALID));
    }

    private void requireAll(List<Long> ids, List<Long> own, String field) {
        if (own.containsAll(ids)) return;
        throw refused(field + ": the box " + via.name() + " may only give and take access to its own doors: do this at"
                + " the hub");
    }

    /// A person as the box has them. Of one who does not concern it (any more) only the id.
    Map<String, @Nullable Object> shown(Map<String, @Nullable Object> person) {
        long id = ((Number) Objects.requireNonNull(person.get("id"))).longValue();
        var shown = new LinkedHashMap<String, @Nullable Object>();
        if (!via.everything() && !reaches(id)) {
            shown.put("id", id);
            return shown;
        }
        shown.putAll(person);
        shown.put("groups", kept(person.get("groups"), rights.knownGroups(id, via.everything())));
        shown.put("roles", kept(person.get("roles"), rights.knownRoles(id, via.everything())));
        var credentials = new ArrayList<Object>();
        for (Object one : list(person.get("credentials"))) {
            if (!(one instanceof Map<?, ?> credential)) continue;
            if (!UNKNOWN_TO_BOXES.contains(String.valueOf(credential.get("status"))))
                credentials.add(withoutInvitation(credential));
        }
        shown.put("credentials", credentials);
        return shown;
    }

    /// A credential without the code or link by which a phone gets it: boxes get neither.
    static Map<String, Object> withoutInvitation(Map<?, ?> credential) {
        var shown = new LinkedHashMap<String, Object>();
        credential.forEach((name, value) -> {
            if (!INVITATION.contains(name)) shown.put(String.valueOf(name), value);
        });
        return shown;
    }

    private static List<?> kept(@Nullable Object ids, List<Long> known) {
        return list(ids).stream().filter(known::contains).toList();
    }

    private static List<?> list(@Nullable Object value) {
        return value instanceof List<?> list ? list : List.of();
    }

    private RefusedException alsoElsewhere() {
        return refused("this person also has access to other doors than those of the box " + via.name()
                + ": change them at the hub");
    }

    private static RefusedException refused(String why) {
        return new RefusedException(new Reply.Forbidden("beyond_box", why));
    }
}
