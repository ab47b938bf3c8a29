package dev.lintel.controller.hub;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.hub.TestBoxClient.TestLink;
import dev.lintel.controller.store.RightsStore;
import dev.lintel.sync.wire.Cursor;
import dev.lintel.sync.wire.LinkMessage.Beat;
import dev.lintel.sync.wire.LinkMessage.Pulse;
import dev.lintel.sync.wire.RevocationReport;
import dev.lintel.sync.wire.RevokedRights;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/// A hub that was restored from a backup, and boxes that know changes of after it: for tests.
final class RevocationRig {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private RevocationRig() {}

    /// A box that knows changes of after the backup.
    static TestBoxClient remembering(HubRig rig, String name) {
        TestBoxClient box = rig.join(name);
        remembers(rig, box);
        return box;
    }

    static void remembers(HubRig rig, TestBoxClient box) {
        shows(box, lost(rig, rig.hub.latest().revision() + 5));
    }

    /// A cursor of after the backup.
    static Cursor lost(HubRig rig, long revision) {
        return rig.hub.restored().proofs().prove(new Cursor("lost", revision));
    }

    static void shows(TestBoxClient box, Cursor beyond) {
        assertThat(box.get("/sync/1/changes?" + beyond.query("after")).statusCode())
                .isEqualTo(410);
    }

    static void report(HubRig rig, TestLink link, List<Long> gone) {
        rig.time.advance(MINUTE); // one change a minute
        var withheld = new RevocationReport(gone, Math.max(1, gone.size()), false, 0, gone);
        link.say(new Beat(null, "trusted", 0L, 0, null, null, List.of(), withheld));
        while (!(link.hearsWhileOpen() instanceof Pulse)) {} // news of the people come before it
    }

    static boolean isDisabled(TestBoxClient box, long person) {
        return box.get("/sync/1/snapshot")
                .body()
                .lines()
                .filter(line -> line.startsWith("{\"person\":{\"id\":" + person + ","))
                .anyMatch(line -> line.contains("\"disabled\":true"));
    }

    static boolean isRefused(HubRig rig, long person) {
        return !RightsStore.ask(
                rig.database,
                rights -> Objects.requireNonNull(rights.person(person)).enabled());
    }

    static RevokedRights lost(long person, List<Long> credentials, List<Long> roles) {
        return new RevokedRights(person, credentials, List.of(), roles, List.of(), List.of(), null, null, false, false);
    }

    static void report(HubRig rig, TestLink link, RevokedRights... rights) {
        rig.time.advance(MINUTE);
        var report = new RevocationReport(List.of(), rights.length, false, 0, List.of(), List.of(rights), false);
        link.say(new Beat(null, "trusted", 0L, 0, null, null, List.of(), report));
        while (!(link.hearsWhileOpen() instanceof Pulse)) {} // news of the people come before it
    }

    static boolean opens(HubRig rig, long card) {
        return RightsStore.ask(
                rig.database,
                rights -> Objects.requireNonNull(rights.card(card)).credentialActive());
    }

    static void card(HubRig rig, long id, long person) {
        card(rig, id, person, 1);
    }

    static void card(HubRig rig, long id, long person, long type) {
        rig.database.write(sql -> sql.run(
                "INSERT INTO credential (id, account_id, person_id, credential_type_id, value, card_number, status,"
                        + " created_at, updated_at) VALUES (?1, 1, ?2, ?3, ?1, ?1, 'active', 0, 0)",
                id,
                person,
                type));
    }
}
