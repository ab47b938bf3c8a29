package dev.lintel.controller.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.fleet.BoxLogStore.Witnessed;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.TestDatabase;
import dev.lintel.controller.time.HandTime;
import dev.lintel.sync.wire.LogMark;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Branches of a box's log.
class BoxLogStoreTest {
    private static final long BOX = 7;

    @TempDir
    Path path;

    private DataFolder folder;
    private Database database;

    @BeforeEach
    void open() {
        folder = DataFolder.open(path);
        database = TestDatabase.open(folder, new HandTime("2026-11-10T10:00:00Z"));
        database.write(sql -> {
            sql.run("INSERT INTO box (id, name, state, joined_at, joined_by) VALUES (7, 'Gate', 'joined', 0, 'me')");
            return true;
        });
    }

    @AfterEach
    void close() {
        database.close();
        folder.close();
    }

    private void note(String letter, long... ids) {
        database.write(sql -> {
            long branch = BoxLogStore.current(sql, BOX).number();
            for (long id : ids) BoxLogStore.note(sql, BOX, branch, new LogMark(id, hash(letter)));
            return true;
        });
    }

    private static String hash(String letter) {
        return letter.repeat(64);
    }

    private void begin(long after) {
        LogMark found = after == 0 ? LogMark.NONE : at(after);
        LogMark shared = found == null ? LogMark.NONE : found;
        database.write(sql -> {
            BoxLogStore.begin(sql, BOX, shared, 0);
            return true;
        });
    }

    private @Nullable LogMark at(long id) {
        return database.read(sql -> BoxLogStore.at(sql, BOX, BoxLogStore.current(sql, BOX), id));
    }

    @Test
    void ofEachThousandEventsAndEachBranchTheLastIsWitnessed() {
        note("a", LongStream.rangeClosed(1, 2_500).toArray());
        begin(1_200);
        note("b", 1_201, 1_202, 2_001);
        assertThat(witnessed(BOX))
                .extracting(one -> one.branch() + " " + one.event().id() + " "
                        + one.event().hash().charAt(0))
                .containsExactly("0 1000 a", "0 2000 a", "0 2500 a", "1 1202 b", "1 2001 b");
        assertThat(witnessed(BOX + 1)).isEmpty();
    }

    private List<Witnessed> witnessed(long box) {
        return database.read(sql -> BoxLogStore.witnessed(sql, box));
    }

    private LogMark newest() {
        return database.read(sql -> BoxLogStore.newest(sql, BOX, BoxLogStore.current(sql, BOX)));
    }

    @Test
    void aLogGoesOnInBranches() {
        assertThat(newest()).isEqualTo(LogMark.NONE);
        note("a", 1, 2, 3, 4, 5, 6, 7);
        assertThat(newest()).isEqualTo(new LogMark(7, hash("a")));
        begin(4);
        assertThat(newest()).isEqualTo(new LogMark(4, hash("a")));
        note("b", 5, 6);
        assertThat(newest()).isEqualTo(new LogMark(6, hash("b")));
        assertThat(at(7)).isNull();
        assertThat(at(5)).isEqualTo(new LogMark(5, hash("b")));
        assertThat(at(4)).isEqualTo(new LogMark(4, hash("a")));
        begin(2);
        note("c", 3);
        assertThat(at(3)).isEqualTo(new LogMark(3, hash("c")));
        assertThat(at(2)).isEqualTo(new LogMark(2, hash("a")));
        assertThat(at(5)).isNull();
        begin(0);
        assertThat(newest()).isEqualTo(LogMark.NONE);
    }
}
