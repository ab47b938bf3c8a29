package dev.lintel.controller.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventDraft.Subject;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.store.AdmissionQueries.Admission;
import dev.lintel.controller.time.HandTime;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AdmissionQueriesTest {
    @TempDir
    Path temp;

    private final HandTime time = new HandTime("2026-03-02T10:00:00Z");
    private DataFolder folder;
    private Database database;

    @BeforeEach
    void open() {
        folder = DataFolder.open(temp.resolve("data"));
        database = TestDatabase.open(folder, time);
    }

    @AfterEach
    void close() {
        database.close();
        folder.close();
    }

    private long tell(EventKind kind, long channel, Map<String, Object> more) {
        database.events().append(new EventDraft(kind, time.nowMs(), time.nowNs(), Subject.channel(channel), more));
        database.write(_ -> true);
        return database.events().head();
    }

    private @Nullable Admission find(long id) {
        return database.read(sql -> AdmissionQueries.find(sql, id));
    }

    private void assertResult(long request, @Nullable EventKind kind) {
        Admission found = find(request);
        assertThat(found).isNotNull().satisfies(one -> {
            assertThat(one.request().id()).isEqualTo(request);
            if (kind == null) assertThat(one.result()).isNull();
            else assertThat(one.result()).isNotNull().matches(event -> event.kind() == kind);
        });
    }

    @Test
    void eachRequestHasItsOwnResultWhateverCameInBetween() {
        var kinds = List.of(EventKind.ADMITTED_MANUAL, EventKind.ADMISSION_DENIED, EventKind.ADMISSION_OFFLINE);
        var requests = new ArrayList<Long>();
        for (int i = 0; i < 3; i++) requests.add(tell(EventKind.ADMISSION_REQUESTED, 1, Map.of("by", "ada")));
        long open = tell(EventKind.ADMISSION_REQUESTED, 1, Map.of());
        for (int i = 0; i < 3; i++) {
            tell(EventKind.ADMITTED_MANUAL, 2, Map.of("admission_request_id", open)); // another channel's
            tell(kinds.get(i), 1, Map.of("admission_request_id", requests.get(i)));
        }
        for (int i = 0; i < 3; i++) assertResult(requests.get(i), kinds.get(i));
        assertResult(open, null);
        assertThat(find(requests.getLast() + 2)).as("no request").isNull();
        assertThat(find(0)).isNull();
        assertThat(find(-1)).isNull();
    }

    /// A request that came to nothing is looked for among few, though years have gone by.
    @Test
    void anIndexLeadsToTheResultAndNothingIsSorted() {
        List<String> plan = database.read(
                sql -> sql.list("EXPLAIN QUERY PLAN " + AdmissionQueries.RESULT, row -> row.text(4), 1L, 12, 1L));
        assertThat(plan)
                .anyMatch(step -> step.contains("event_channel (channel_id=? AND kind=? AND rowid>?)"))
                .noneMatch(step -> step.contains("TEMP B-TREE"));
        assertThat(AdmissionQueries.RESULT).contains("LIMIT 2000");
    }
}
