package dev.lintel.controller.sync;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.store.Person;
import dev.lintel.controller.store.PersonStore;
import dev.lintel.controller.store.PersonStore.Filter;
import dev.lintel.sync.Progress;
import dev.lintel.sync.Progress.Shared.Value;
import dev.lintel.sync.wire.Cursor;
import dev.lintel.sync.wire.DownLine;
import dev.lintel.sync.wire.DownLine.PersonLine;
import dev.lintel.sync.wire.PersonRow.CredentialRow;
import dev.lintel.sync.wire.PersonRow.Stamps;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A service that gives one address, id or card to two people.
class DuplicateValuesTest {
    @TempDir
    Path path;

    private FollowingBox box;

    @BeforeEach
    void open() {
        box = FollowingBox.ofService(path);
    }

    @AfterEach
    void close() {
        box.close();
    }

    private static PersonLine person(
            long id, long revision, @Nullable String email, @Nullable String systemId, @Nullable Long card) {
        var texts = new HashMap<>(Map.of("first_name", "P" + id, "last_name", "L"));
        if (email != null) texts.put("email", email);
        if (systemId != null) texts.put("system_id", systemId);
        List<CredentialRow> cards = card == null
                ? List.of()
                : List.of(new CredentialRow(
                        id * 10, FollowingBox.CARD, String.valueOf(card), card, null, "active", new Stamps(0, 0)));
        return FollowingBox.person(id, revision, texts, cards, List.of(1L));
    }

    private void apply(DownLine... lines) {
        box.target.apply(FollowingBox.HUB, List.of(lines), new Cursor("a", 1));
    }

    private void snapshot(List<PersonLine> people) throws InterruptedException {
        var staging = box.target.staging();
        staging.begin(FollowingBox.HUB, new Cursor("a", 2), false);
        staging.keep(people, 1_000_000, null, true);
        assertThat(staging.swap(null, () -> false)).isNull();
    }

    private Person here(long id) {
        return box.database.read(sql -> Objects.requireNonNull(PersonStore.get(sql, id)));
    }

    private @Nullable Long holder(long card) {
        return box.database.read(
                sql -> sql.one("SELECT person_id FROM credential WHERE card_number = ?", row -> row.number(1), card));
    }

    private List<Long> found(Filter filter) {
        return box.database.read(sql ->
                PersonStore.page(sql, filter, 10, 0).stream().map(Person::id).toList());
    }

    private List<String> reasons() throws InterruptedException {
        return box.told(EventKind.CONFIGURATION_CHANGED).stream()
                .map(event -> String.valueOf(event.draft().additional().get("reason")))
                .filter(reason -> reason.contains("to two people"))
                .toList();
    }

    @Test
    void textsThatOnlyThisBoxFoldsStayWithBoth() throws InterruptedException {
        apply(
                person(7, 1, "Müller@x.example", "Ä-1", null),
                person(8, 1, "MÜLLER@x.example", "ä-1", null),
                person(9, 1, null, "b-1", null),
                person(10, 1, null, "B-1", null));
        assertThat(found(new Filter(null, "Müller@x.example", List.of()))).containsExactly(7L);
        assertThat(found(new Filter(null, "MÜLLER@x.example", List.of()))).containsExactly(8L);
        assertThat(found(new Filter(null, null, List.of("Ä-1")))).containsExactly(7L);
        assertThat(found(new Filter(null, null, List.of("ä-1")))).containsExactly(8L);
        assertThat(found(new Filter(null, null, List.of("B-1")))).containsExactly(10L);
        assertThat(reasons()).isEmpty();
    }

    @Test
    void whatCanBelongToOneStaysWithTheLowerNumberInABatch() throws InterruptedException {
        apply(person(7, 1, "a@x.example", null, 1001L), person(8, 1, "A@x.example", null, 1001L));
        assertThat(here(7).text("email")).isEqualTo("a@x.example");
        assertThat(here(8).text("email")).isNull();
        assertThat(here(8).text("first_name")).isEqualTo("P8");
        assertThat(holder(1001)).isEqualTo(7);
        assertThat(reasons())
                .containsExactly(
                        "the service gives the same to two people, of whom the one with the lower number has it"
                                + " here: email of person 8, which person 7 has;"
                                + " card number of person 8, which person 7 has");
    }

    @Test
    void theOrderInABatchDoesNotMatter() throws InterruptedException {
        apply(person(8, 1, "A@x.example", "S", 1001L), person(7, 1, "a@x.example", "S", 1001L));
        assertThat(here(7).text("email")).isEqualTo("a@x.example");
        assertThat(here(7).text("system_id")).isEqualTo("S");
        assertThat(here(8).text("email")).isNull();
        assertThat(here(8).text("system_id")).isNull();
        assertThat(holder(1001)).isEqualTo(7);
        apply(person(7, 2, "a@x.example", "S", 1001L), person(8, 2, "A@x.example", "S", 1001L));
        assertThat(holder(1001)).isEqualTo(7);
        assertThat(reasons()).as("once").hasSize(1);
    }

    /// The change of the person who had it arrives later.
    @Test
    void whatMovesInTwoBatchesIsTheNewHoldersAtOnce() throws InterruptedException {
        apply(person(7, 1, "a@x.example", "S", 1001L), person(8, 1, null, null, null));
        apply(person(8, 2, "a@x.example", "S", 1001L));
        assertThat(holder(1001)).isEqualTo(8);
        apply(person(7, 2, null, null, null));
        assertThat(holder(1001)).isEqualTo(8);
        assertThat(here(8).text("email")).isEqualTo("a@x.example");
        assertThat(here(8).text("system_id")).isEqualTo("S");

        apply(person(7, 3, "a@x.example", "S", 1001L));
        apply(person(8, 3, null, null, null));
        assertThat(holder(1001)).isEqualTo(7);
        assertThat(here(7).text("email")).isEqualTo("a@x.example");
        assertThat(reasons()).isEmpty();
    }

    /// As a full listing finds it.
    @Test
    void whatTwoPeopleHaveAtTheServiceIsAProblemUntilItEnds() {
        var card = new Value("card number", List.of(7L, 8L));
        box.target.progress(new Progress.Shared(List.of(card, new Value("PIN", List.of(3L, 4L, 9L)))));
        assertThat(box.reports.problem())
                .isEqualTo(
                        "the service gives the same to two people, of whom one has it here: the card number of person 7"
                                + " and person 8; the PIN of person 3 and person 4 and person 9");
        box.target.progress(new Progress.Shared(List.of(card)));
        assertThat(box.reports.problem()).endsWith("the card number of person 7 and person 8");
        box.target.progress(new Progress.Shared(List.of()));
        assertThat(box.reports.problem()).isNull();
    }

    /// The row that a service gives again is written although the person's version is known.
    @Test
    void whoStillHasTheValueAtTheServiceGetsItBack() {
        apply(person(7, 1, null, null, 1001L));
        apply(person(8, 1, null, null, 1001L));
        assertThat(holder(1001)).isEqualTo(8);
        apply(person(8, 2, null, null, 1002L));
        apply(person(7, 1, null, null, 1001L));
        assertThat(holder(1001)).isEqualTo(7);
    }

    @Test
    void aSnapshotWithAClashIsWrittenWhole() throws InterruptedException {
        var people = new ArrayList<PersonLine>();
        for (long id = 1; id <= 30; id++) people.add(person(id, 1, "p" + (id % 10) + "@x.example", null, 2000 + id));
        snapshot(people);
        assertThat(box.database.<Long>read(sql -> PersonStore.count(sql, new Filter(null, null, List.of()))))
                .isEqualTo(30);
        assertThat(here(3).text("email")).isEqualTo("p3@x.example");
        assertThat(here(13).text("email")).isNull();
        assertThat(here(23).text("email")).isNull();
        assertThat(holder(2023)).isEqualTo(23);
        assertThat(reasons()).hasSize(1);
    }

    @Test
    void whatMovesFromOnePersonToAnotherIsNoClash() throws InterruptedException {
        apply(person(7, 1, "a@x.example", "S", 1001L), person(8, 1, null, null, null));
        apply(person(8, 2, "a@x.example", "S", 1001L), person(7, 2, null, null, null));
        assertThat(here(8).text("email")).isEqualTo("a@x.example");
        assertThat(here(8).text("system_id")).isEqualTo("S");
        assertThat(here(7).text("email")).isNull();
        assertThat(holder(1001)).isEqualTo(8);
        apply(person(7, 3, "a@x.example", "S", 1001L), person(8, 3, null, null, null));
        assertThat(holder(1001)).isEqualTo(7);
        assertThat(reasons()).isEmpty();
    }
}
