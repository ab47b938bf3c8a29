package dev.lintel.controller.sync;

import dev.lintel.controller.config.MassGuard;
import dev.lintel.controller.door.DoorBoard;
import dev.lintel.controller.event.Event;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.fleet.FollowStore;
import dev.lintel.controller.fleet.StageStore;
import dev.lintel.controller.policy.FirstSite;
import dev.lintel.controller.policy.PolicyCatalog;
import dev.lintel.controller.policy.PolicySnapshot;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.EventStore;
import dev.lintel.controller.store.PolicyStore;
import dev.lintel.controller.store.SideDatabase;
import dev.lintel.controller.store.TestDatabase;
import dev.lintel.controller.time.ClockReading;
import dev.lintel.controller.time.HandTime;
import dev.lintel.controller.tls.BoxKey;
import dev.lintel.sync.wire.DownLine.PersonLine;
import dev.lintel.sync.wire.DownLine.PolicyLine;
import dev.lintel.sync.wire.LinkMessage;
import dev.lintel.sync.wire.PersonRow;
import dev.lintel.sync.wire.PersonRow.CredentialRow;
import dev.lintel.sync.wire.PersonRow.Stamps;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A box that follows hub `hub-1` with real databases and no line to it: what the library would bring is handed in.
final class FollowingBox implements AutoCloseable {
    static final String HUB = "hub-1";
    static final long BOX = 4;
    static final long CARD = 1;
    static final long PIN = 3;
    static final BoxKey KEY = BoxKey.create();
    static final Whom WHOM = new Whom(true, "Head Office", URI.create("https://hub.example:8443"), null);

    /// One channel, roles 1 and 2, groups 1 and 2.
    static final String SITE = """
            account:
              name: Acme
              time_zone: UTC
            sites:
              - id: 1
                name: Main
                time_zone: UTC
            channels:
              - id: 1
                unit: 1
                name: Front
                site: 1
            roles:
              - id: 1
                name: Staff
                channels: [1]
              - id: 2
                name: Cleaners
                channels: [1]
            groups:
              - id: 1
                name: Staff
                roles: [1]
              - id: 2
                name: Cleaners
                roles: [2]
            """;

    final HandTime time;
    final DataFolder folder;
    final Database database;
    final SideDatabase side;
    final StageStore stage;
    final PolicyCatalog catalog;
    final SyncState state = new SyncState(null);
    final Contact contact;
    final Reports reports;
    final BoxTarget target;

    FollowingBox(Path path) {
        this(path, MassGuard.DEFAULT);
    }

    FollowingBox(Path path, MassGuard mass) {
        this(path, mass, _ -> List.of(), "1.0", KEY);
    }

    /// `guard` says what of a policy the wiring forbids.
    FollowingBox(Path path, Function<PolicySnapshot, List<String>> guard) {
        this(path, MassGuard.DEFAULT, guard, "1.0", KEY);
    }

    /// `version` of this box's program.
    FollowingBox(Path path, String version) {
        this(path, MassGuard.DEFAULT, _ -> List.of(), version, KEY);
    }

    /// Follows a service instead.
    static FollowingBox ofService(Path path) {
        return new FollowingBox(path, MassGuard.DEFAULT, _ -> List.of(), "1.0", null);
    }

    private FollowingBox(
            Path path,
            MassGuard mass,
            Function<PolicySnapshot, List<String>> guard,
            String version,
            @Nullable BoxKey key) {
        time = new HandTime("2026-03-02T10:00:00Z");
        folder = DataFolder.open(path);
        database = TestDatabase.open(folder, time);
        side = SideDatabase.sync(folder);
        stage = new StageStore(side);
        catalog = new PolicyCatalog(new PolicyStore(database, time), time, guard::apply, _ -> {});
        if (!catalog.begun()) catalog.begin(FirstSite.bare("Lobby", List.of(1)));
        contact = new Contact(stage, () -> ClockReading.trusted(time.now()), time, time.nowMs());
        reports = new Reports(new Reports.Parts(
                database, database.events(), () -> List.of(1L), state, contact, (_, _) -> {}, WHOM, time));
        target = new BoxTarget(new BoxTarget.Parts(
                database,
                stage,
                catalog,
                new DoorBoard(),
                order -> new LinkMessage.Answer(order.id(), "done", null),
                _ -> false,
                () -> ClockReading.trusted(time.now()),
                key,
                reports,
                mass,
                BOX,
                "Head Office",
                version,
                time));
    }

    /// As `join confirm` does.
    void joinAgain() {
        database.write(sql -> {
            FollowStore.beginAnew(sql, FollowStore.membership(HUB, BOX));
            return true;
        });
    }

    static PolicyLine policy(long revision) {
        return new PolicyLine(SITE, revision);
    }

    static PersonLine person(long id, long revision) {
        return person(id, revision, Map.of("first_name", "P" + id, "last_name", "L"), List.of(), List.of(1L));
    }

    static PersonLine person(
            long id, long revision, Map<String, String> texts, List<CredentialRow> credentials, List<Long> groups) {
        return new PersonLine(row(id, texts, true, credentials, groups), revision);
    }

    static PersonLine disabled(PersonLine line, long revision) {
        PersonRow row = line.row();
        return new PersonLine(row(row.id(), row.texts(), false, row.credentials(), row.groups()), revision);
    }

    static PersonLine pictured(PersonLine line, @Nullable String image, long revision) {
        PersonRow row = line.row();
        return new PersonLine(
                new PersonRow(
                        row.id(),
                        row.texts(),
                        row.enabled(),
                        row.validFrom(),
                        row.validTo(),
                        row.extendedUnlock(),
                        row.firstResponder(),
                        image,
                        row.stamps(),
                        row.groups(),
                        row.roles(),
                        row.credentials(),
                        row.reservations(),
                        row.groupReservations()),
                revision);
    }

    private static PersonRow row(
            long id, Map<String, String> texts, boolean enabled, List<CredentialRow> credentials, List<Long> groups) {
        return new PersonRow(
                id,
                texts,
                enabled,
                null,
                null,
                false,
                false,
                null,
                new Stamps(1_000, 2_000),
                groups,
                List.of(),
                credentials,
                List.of(),
                List.of());
    }

    static CredentialRow card(long id, long number) {
        return new CredentialRow(id, CARD, Long.toString(number), number, null, "active", new Stamps(1_000, 2_000));
    }

    /// One value of one row, as text; `none` where there is no row.
    String one(String query) {
        String found = database.read(sql -> sql.one(query, row -> String.valueOf(row.nullableText(1))));
        return found == null ? "none" : found;
    }

    List<String> all(String query) {
        return database.read(sql -> sql.list(query, row -> String.valueOf(row.nullableText(1))));
    }

    /// Who has which card: `person:number`, by person.
    List<String> cards() {
        return all("SELECT person_id || ':' || card_number FROM credential ORDER BY person_id");
    }

    List<Event> told(EventKind kind) throws InterruptedException {
        database.awaitDisk(10_000);
        return new EventStore(database)
                .newest(EventStore.BATCH_MAX).stream()
                        .filter(event -> event.kind() == kind)
                        .toList();
    }

    @Override
    public void close() {
        side.close();
        database.close();
        folder.close();
    }

    /// As when the process is killed.
    void kill() {
        side.close();
        database.abandon();
        folder.close();
    }
}
