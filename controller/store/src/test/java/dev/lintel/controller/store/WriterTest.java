package dev.lintel.controller.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.store.StoreException.Reason;
import dev.lintel.controller.time.HandTime;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What one caller asks for ends the writing of no other.
class WriterTest {
    @TempDir
    Path folder;

    private DataFolder data;
    private Database database;

    @BeforeEach
    void open() {
        data = DataFolder.open(folder);
        database = TestDatabase.open(data, new HandTime("2026-03-02T10:00:00Z"));
    }

    @AfterEach
    void close() {
        database.close();
        data.close();
    }

    private void tell(String by) {
        database.events()
                .append(
                        new EventDraft(
                                EventKind.CONFIGURATION_CHANGED, 1_000, 0, EventDraft.Subject.NOBODY, Map.of("by", by)),
                        _ -> {});
    }

    private void assertGoesOn() throws InterruptedException {
        tell("after it");
        assertThat(database.awaitDisk(10_000)).isTrue();
        assertThat(database.alive()).isTrue();
        assertThat(database.<List<String>>read(
                        sql -> sql.list("SELECT additional FROM event ORDER BY id", row -> row.text(1))))
                .containsExactly("{\"by\":\"after it\"}");
    }

    @Test
    void aPieceOfWorkThatWantsTooMuchMemoryIsRefusedAlone() throws Exception {
        assertThatThrownBy(() -> database.write(sql -> {
                    tell("undone");
                    throw new OutOfMemoryError("Java heap space");
                }))
                .hasMessageContaining("more memory than there is")
                .extracting(e -> ((StoreException) e).reason())
                .isEqualTo(Reason.MEMORY);
        assertGoesOn();
    }

    @Test
    void aPieceOfWorkThatGoesTooDeepIsRefusedAlone() throws Exception {
        assertThatThrownBy(() -> database.write(sql -> {
                    tell("undone");
                    return depth(1);
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasCauseInstanceOf(StackOverflowError.class);
        assertGoesOn();
    }

    private static int depth(int from) {
        return from < 0 ? from : Math.addExact(depth(from + 1), 1);
    }
}
