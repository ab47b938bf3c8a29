package dev.lintel.controller.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.files.MemoryRoom;
import dev.lintel.controller.policy.FirstSite;
import dev.lintel.controller.time.HandTime;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A database of which only pages of events are damaged, a day after its newest snapshot: everything that decides is
/// as it was a moment before.
class PresentContentTest {
    private static final int BEFORE = 2_000;
    private static final int SINCE = 1_000;

    /// Ada's card is revoked, Ben is deleted; Cid is added, an administrator and an API key are too.
    private static final String CHANGES = """
            UPDATE credential SET status = 'revoked' WHERE card_number = 1001;
            UPDATE person SET deleted_at = 7 WHERE id = 2;
            DELETE FROM credential WHERE person_id = 2;
            INSERT INTO person (id, account_id, first_name, last_name, enabled, created_at, updated_at)
            VALUES (3, 1, 'Cid', 'Demo', 1, 0, 0);
            INSERT INTO credential (account_id, person_id, credential_type_id, value, card_number, status, created_at,
                                    updated_at)
            VALUES (1, 3, 1, '3003', 3003, 'active', 0, 0);
            INSERT INTO person_group VALUES (3, 1);
            INSERT INTO person_area VALUES (3, 'inside', 7)""";

    private final HandTime time = new HandTime("2026-03-02T10:00:00Z");
    private final DataFolder data;
    private final MemoryRoom memory;

    PresentContentTest(@TempDir Path folder, @TempDir Path room) {
        data = DataFolder.open(folder);
        memory = MemoryRoom.of(room);
    }

    @BeforeEach
    void fill() throws Exception {
        try (var database = TestDatabase.open(data, time)) {
            FirstSite demo = FirstSite.demo();
            new PolicyStore(database, time).begin(demo.policy(), demo.people());
            append(database, BEFORE);
            new Snapshots(data, time).take();
            append(database, SINCE);
            change(database, CHANGES);
        }
    }

    @AfterEach
    void close() {
        data.close();
    }

    private static void change(Database database, String script) {
        database.write(sql -> {
            sql.script(script);
            return true;
        });
    }

    private void append(Database database, int count) throws InterruptedException {
        long seen = database.events().head();
        for (int i = 0; i < count; i++) {
            database.events()
                    .append(new EventDraft(
                            EventKind.REX_PRESSED,
                            time.nowMs(),
                            time.nowNs(),
                            EventDraft.Subject.channel(1),
                            Map.of()));
        }
        assertThat(database.events().awaitHeadAbove(seen + count - 1, 60_000)).isEqualTo(seen + count);
    }

    private List<Long> eventPages() {
        return DamagedPages.leaves(data.database(), "event");
    }

    private OpenedDatabase replaced() {
        return Recovery.openDamaged(data, memory, time);
    }

    private static List<Long> ids(Database database) {
        return database.read(
                sql -> sql.list("SELECT id FROM event WHERE id < 1000000 ORDER BY id", row -> row.number(1)));
    }

    private static void assertPresent(Database database) {
        var rights = new RightsStore(database);
        assertThat(rights.card(3003))
                .isNotNull()
                .matches(holder -> holder.personName().equals("Cid Demo"));
        assertThat(rights.card(1001)).isNotNull().matches(holder -> !holder.credentialActive());
        assertThat(rights.card(2002)).isNull();
        assertThat(database.<String>read(sql -> sql.get("SELECT area FROM person_area", row -> row.text(1))))
                .isEqualTo("inside");
    }

    @Test
    void oldEventsAreDamaged_onlyTheirPageIsLostAndNamed() throws Exception {
        DamagedPages.damage(data.database(), eventPages().get(5));
        try (OpenedDatabase opened = replaced()) {
            Database database = opened.database();
            assertPresent(database);
            List<Long> ids = ids(database);
            long first = 1;
            while (ids.get((int) first - 1) == first) first++;
            long last = first + BEFORE + SINCE - ids.size() - 1;
            assertThat(first).isBetween(10L, 1_000L);
            assertThat(last - first).isBetween(5L, 100L);
            assertThat(ids)
                    .containsExactlyElementsOf(LongStream.rangeClosed(1, BEFORE + SINCE)
                            .filter(id -> ids.contains(id))
                            .boxed()
                            .toList())
                    .doesNotContain(first, last)
                    .contains(first - 1, last + 1);
            String range = "events " + first + " to " + last + " cannot be read";
            assertThat(opened.reason()).contains("only events are damaged").contains(range);
            assertThat(database.awaitDisk(10_000)).isTrue();
            String told = "SELECT additional FROM event WHERE kind = ?";
            assertThat(database.<String>read(
                            sql -> sql.get(told, row -> row.text(1), EventKind.STORAGE_FAULT.number())))
                    .contains(range);
            assertThat(database.integrityCheck()).isEqualTo("ok");
        }
    }

    @Test
    void severalPagesWithTheNewestEvents_allOthersAreKeptAndNoIdIsUsedTwice() throws Exception {
        List<Long> pages = eventPages();
        for (int page : new int[] {0, 7, 8, 20, pages.size() - 1}) {
            DamagedPages.damage(data.database(), pages.get(page));
        }
        try (OpenedDatabase opened = replaced()) {
            Database database = opened.database();
            assertPresent(database);
            assertThat(opened.reason()).containsPattern("events 1 to \\d+, \\d+ to \\d+, \\d+ to \\d+, from \\d+ on");
            assertThat(ids(database)).hasSizeBetween(BEFORE + SINCE - 500, BEFORE + SINCE - 50);
            append(database, 1);
            assertThat(database.events().head()).isGreaterThan(1_000_000);
            assertThat(database.integrityCheck()).isEqualTo("ok");
        }
    }

    @Test
    void aStartThatFindsDamagedEvents_decidesFromThePresentContent() throws Exception {
        DamagedPages.damage(data.database(), eventPages().get(5));
        try (OpenedDatabase opened = Recovery.open(data, memory, time)) {
            assertThat(opened.memory()).isNull();
            assertThat(opened.reason()).contains("only events are damaged");
            assertPresent(opened.database());
        }
        try (OpenedDatabase again = Recovery.open(data, memory, time)) {
            assertThat(again.reason()).isNull();
            assertPresent(again.database());
        }
    }

    /// What a disk lost that did not write its log of writes, though it said so.
    @Test
    void aDatabaseThatIsOlderThanItsSnapshot_isReplacedByTheSnapshot() throws Exception {
        byte[] old = Files.readAllBytes(data.database());
        try (var database = Database.open(data, time)) {
            append(database, 5);
            change(database, "UPDATE person SET first_name = 'Late' WHERE id = 3");
            new Snapshots(data, time).take();
        }
        Files.write(data.database(), old);
        DamagedPages.damage(data.database(), eventPages().get(5));
        try (OpenedDatabase opened = replaced()) {
            assertThat(opened.reason()).contains("snapshot policy-");
            assertThat(new RightsStore(opened.database()).card(3003))
                    .isNotNull()
                    .matches(holder -> holder.personName().equals("Late Demo"));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "credential_card",
                "credential_pin",
                "person_email",
                "person_group_group",
                "sqlite_autoindex_api_key_1"
            })
    void indexIsDamaged_itIsBuiltAgainAndTodaysContentDecides(String index) throws Exception {
        List<Long> pages = DamagedPages.leaves(data.database(), index);
        assertThat(pages).isNotEmpty();
        for (long page : pages) DamagedPages.damage(data.database(), page);
        try (OpenedDatabase opened = replaced()) {
            assertThat(opened.reason())
                    .contains("only indexes are damaged", "indexes built again: " + index)
                    .doesNotContain("cannot be read");
            Database database = opened.database();
            assertPresent(database);
            assertThat(ids(database)).hasSize(BEFORE + SINCE);
            assertThat(database.integrityCheck()).isEqualTo("ok");
        }
    }

    @Test
    void indexAndEventsAreDamaged_bothAreNamed() throws Exception {
        DamagedPages.damage(data.database(), eventPages().get(5));
        for (long page : DamagedPages.leaves(data.database(), "credential_card"))
            DamagedPages.damage(data.database(), page);
        try (OpenedDatabase opened = replaced()) {
            assertThat(opened.reason())
                    .contains("only events and indexes are damaged", "cannot be read", "built again: credential_card");
            assertPresent(opened.database());
        }
    }

    /// A write that the disk lost: either the index or the table is of before.
    @Test
    void indexOfBeforeAChange_leavesTheDecisionToTheSnapshot() throws Exception {
        long page = DamagedPages.leaves(data.database(), "credential_card").getFirst();
        byte[] before = Files.readAllBytes(data.database());
        try (var database = Database.open(data, time)) {
            change(
                    database,
                    "INSERT INTO credential (account_id, person_id, credential_type_id, value, card_number, status,"
                            + " created_at, updated_at) VALUES (1, 1, 2, '9', 9009, 'active', 0, 0)");
        }
        try (var file = new RandomAccessFile(data.database().toFile(), "rw")) {
            file.seek((page - 1) * DamagedPages.PAGE_BYTES);
            file.write(before, (int) (page - 1) * DamagedPages.PAGE_BYTES, DamagedPages.PAGE_BYTES);
        }
        try (OpenedDatabase opened = replaced()) {
            assertThat(opened.reason()).contains("snapshot policy-");
        }
    }

    /// Each gap costs time in which no door opens: of more than 50 the events before are left in the damaged file.
    @Test
    void moreGapsThanAreSearched_olderEventsAreReportedAsInThatFileAlone() throws Exception {
        try (var database = Database.open(data, time)) {
            append(database, 3_000);
        }
        List<Long> pages = eventPages();
        int first = pages.size() - 2 * 53;
        assertThat(first).isGreaterThan(10);
        for (int page = first; page < pages.size(); page += 2) DamagedPages.damage(data.database(), pages.get(page));
        try (OpenedDatabase opened = replaced()) {
            assertPresent(opened.database());
            long oldest = ids(opened.database()).getFirst();
            assertThat(oldest).isGreaterThan(1);
            assertThat(opened.reason())
                    .contains("events before " + oldest + " are in that file alone")
                    .doesNotContain("events 1 to");
        }
    }

    @Test
    void damageOfWhatDecides_leavesTheDecisionToTheSnapshot() throws Exception {
        DamagedPages.damage(
                data.database(), DamagedPages.leaves(data.database(), "person").getFirst());
        try (OpenedDatabase opened = replaced()) {
            assertThat(opened.reason()).contains("snapshot policy-");
            assertThat(new RightsStore(opened.database()).card(1001))
                    .isNotNull()
                    .matches(holder -> holder.credentialActive());
        }
    }

    @Test
    void aDatabaseThatProvesSoundLater_comesBackWithAllEventsAndWhatWasChangedMeanwhile() throws Exception {
        byte[] sound = Files.readAllBytes(data.database());
        DamagedPages.damage(data.database(), eventPages().get(5));
        try (OpenedDatabase opened = replaced()) {
            append(opened.database(), 3);
            change(opened.database(), "UPDATE person SET last_name = 'Later' WHERE id = 3");
        }
        Path aside = DamagedDatabase.asides(data).getFirst();
        Files.write(aside, sound);
        assertThat(ReturnedDatabase.prove(data)).isTrue();
        try (OpenedDatabase opened = Recovery.open(data, memory, time)) {
            assertThat(opened.database()
                            .<String>read(
                                    sql -> sql.get("SELECT last_name FROM person WHERE id = 3", row -> row.text(1))))
                    .isEqualTo("Later");
            assertThat(ids(opened.database())).hasSize(BEFORE + SINCE);
            assertThat(new RightsStore(opened.database()).card(2002)).isNull();
        }
    }
}
