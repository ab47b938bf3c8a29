package dev.lintel.controller.api;

import dev.lintel.controller.http.Errors;
import dev.lintel.controller.http.Fields;
import dev.lintel.controller.store.GroupReservationStore;
import dev.lintel.controller.store.Person;
import dev.lintel.controller.store.PersonStore;
import dev.lintel.controller.store.ReservationStore;
import dev.lintel.controller.store.Sql;
import dev.lintel.controller.time.Time;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Creates, changes and deletes people with their groups, roles and credentials, whoever asks for it. Each
/// method runs in the caller's transaction, those that change something inside the writer's; what they return is
/// for [Audit#tell], which the caller calls in that transaction.
final class PersonWriter {
    private final PersonSlugs slugs;
    private final Time time;

    PersonWriter(CredentialValues values, Time time) {
        this.slugs = new PersonSlugs(values);
        this.time = time;
    }

    /// What is to be written, checked against all that stands in the transaction it was read in.
    record Draft(PersonInput input, List<PersonSlugs.Change> credentials, PersonImageInput image) {}

    /// Reads the fields of a request or a file. A draft with `errors` is not for writing.
    ///
    /// @param before the person as they are; null: a new one
    Draft read(Sql sql, Fields fields, @Nullable Person before, Errors errors) {
        PersonInput input = PersonInput.read(sql, fields, before, errors);
        List<PersonSlugs.Change> credentials = slugs.read(sql, fields, before == null ? 0 : before.id(), errors);
        return new Draft(input, credentials, PersonImageInput.read(fields, errors));
    }

    Audit.Change create(Sql sql, Draft draft) {
        long now = time.nowMs();
        long id = PersonStore.insert(sql, draft.input.columns(), now);
        var details = new LinkedHashMap<String, Object>();
        memberships(sql, id, draft.input, details);
        write(sql, id, draft, now);
        told(draft, details);
        draft.image.write(sql, id, now, details);
        return new Audit.Change("person", "create", id, details);
    }

    /// Writes also what stands already; the change has no details when nothing differs.
    Audit.Change update(Sql sql, Person before, Draft draft) {
        Audit.Change change = new Audit.Change("person", "update", before.id(), differences(sql, before, draft));
        long now = time.nowMs();
        PersonStore.update(sql, before.id(), draft.input.columns(), now);
        write(sql, before.id(), draft, now);
        draft.image.write(sql, before.id(), now, change.details());
        return change;
    }

    /// What a draft would change of a person, as the log may keep it; empty when it changes nothing.
    Map<String, Object> differences(Sql sql, Person before, Draft draft) {
        Map<String, Object> details = columns(before, draft.input);
        memberships(sql, before.id(), draft.input, details);
        told(draft, details);
        return details;
    }

    /// Null when there is no such person.
    Audit.@Nullable Change delete(Sql sql, long id) {
        long now = time.nowMs();
        var details = new LinkedHashMap<String, Object>();
        List<Long> reservations = ReservationStore.standingOf(sql, id, now);
        if (!reservations.isEmpty()) details.put("reservations", reservations);
        List<Long> ofGroups = GroupReservationStore.standingOf(sql, id, now);
        if (!ofGroups.isEmpty()) details.put("group_reservations", ofGroups);
        return PersonStore.delete(sql, id, now) ? new Audit.Change("person", "delete", id, details) : null;
    }

    private static void write(Sql sql, long id, Draft draft, long nowMs) {
        List<Long> groups = draft.input.groupIds();
        if (groups != null) PersonStore.replaceGroups(sql, id, groups);
        List<Long> roles = draft.input.roleIds();
        if (roles != null) PersonStore.replaceRoles(sql, id, roles);
        PersonSlugs.write(sql, id, draft.credentials, nowMs);
    }

    private static void memberships(Sql sql, long id, PersonInput input, Map<String, Object> details) {
        List<Long> groups = input.groupIds();
        if (groups != null) {
            Audit.compare(
                    details,
                    "groups",
                    PersonStore.groupIds(sql, id),
                    groups.stream().sorted().toList());
        }
        List<Long> roles = input.roleIds();
        if (roles != null) {
            Audit.compare(
                    details,
                    "roles",
                    PersonStore.roleIds(sql, id),
                    roles.stream().sorted().toList());
        }
    }

    private static void told(Draft draft, Map<String, Object> details) {
        for (PersonSlugs.Change change : draft.credentials)
            details.put(change.type().slug(), change.told());
    }

    private static Map<String, Object> columns(Person before, PersonInput input) {
        var details = new LinkedHashMap<String, Object>();
        var texts = new ArrayList<String>();
        input.columns().forEach((name, value) -> {
            switch (name) {
                case "enabled" -> Audit.compare(details, name, before.enabled(), value);
                case "extended_unlock" -> Audit.compare(details, name, before.extendedUnlock(), value);
                case "first_responder" -> Audit.compare(details, name, before.firstResponder(), value);
                case "valid_from" -> Audit.compare(details, name, before.validFrom(), value);
                case "valid_to" -> Audit.compare(details, name, before.validTo(), value);
                default -> {
                    if (!Objects.equals(before.text(name), value)) texts.add(name);
                }
            }
        });
        Audit.fields(details, texts);
        return details;
    }
}
