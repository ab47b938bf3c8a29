package dev.lintel.controller.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What SQLite itself holds of links: nobody can put one in between where it opens a file.
class WholeCopyTest {
    @TempDir
    Path temp;

    private Path database;

    @BeforeEach
    void fill() {
        database = temp.resolve("lintel.db");
        Sql sql = Database.connect(database, false, Database.OTHERS_CACHE_KIB);
        sql.script("CREATE TABLE t (a INTEGER)");
        sql.close();
    }

    @Test
    void aDatabaseIsNotOpenedByALink() throws Exception {
        Path link = Files.createSymbolicLink(temp.resolve("link.db"), database);
        assertThatThrownBy(() -> Database.connectLinkFree(link, Database.OTHERS_CACHE_KIB))
                .isInstanceOf(StoreException.class);
        Path folder = Files.createSymbolicLink(temp.resolve("folder"), temp);
        assertThatThrownBy(() -> Database.connectLinkFree(folder.resolve("lintel.db"), Database.OTHERS_CACHE_KIB))
                .isInstanceOf(StoreException.class);
    }

    @Test
    void aCopyIsNotWrittenThroughALink() throws Exception {
        Path aim = temp.resolve("aim");
        Path link = Files.createSymbolicLink(temp.resolve("copy"), aim);
        Sql sql = Database.connectLinkFree(database, Database.OTHERS_CACHE_KIB);
        try {
            sql.script("PRAGMA query_only = OFF");
            assertThatThrownBy(() -> sql.run("VACUUM INTO ?", link.toString())).isInstanceOf(StoreException.class);
        } finally {
            sql.close();
        }
        assertThat(aim).doesNotExist();
    }

    @Test
    void aCopyIsWhole() {
        Path copy = temp.resolve("copy");
        WholeCopy.of(database, copy);
        assertThat(WholeCopy.fault(copy)).isNull();
    }
}
