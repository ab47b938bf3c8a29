package dev.lintel.controller.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.reset.Erasing;
import dev.lintel.controller.time.Await;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A box that follows a hub is reset: the hub is told where it can be, and the box begins as nobody's.
class ResetBoxTest {
    @TempDir
    Path folder;

    /// Asked for and held; the last lines of what the box said.
    private static String reset(SyncPair pair) throws Exception {
        String name =
                String.valueOf(pair.box.asked(Map.of("command", "reset plan")).get("name"));
        // On a thread of its own: the HTTP client of the box finishes its work on the common pool.
        var said = CompletableFuture.supplyAsync(
                () -> pair.box.ask(Map.of("command", "reset open", "name", name)), Thread::startVirtualThread);
        Await.until(
                "it waits for its act",
                () -> pair.box
                        .database()
                        .read(sql -> sql.get(
                                "SELECT count(*) FROM event WHERE additional LIKE '%factory reset asked%'",
                                row -> row.number(1) > 0)));
        pair.box.ask(Map.of("command", "sim", "channel", 2L, "rex", true, "hold_ms", 60_000L));
        return said.get(90, TimeUnit.SECONDS);
    }

    private static void assertNew(SyncPair pair) {
        assertThat(Erasing.of(pair.box.data).isMarked()).isTrue();
        pair.box.stop();
        pair.box.start();
        assertThat(Files.exists(pair.box.data.resolve("sync"))).isFalse();
        assertThat(Files.exists(pair.box.data.resolve("lintel.db.before-join"))).isFalse();
        assertThat(pair.box.ask("sync status")).contains("\"follows\":false");
        long theirs = pair.box
                .database()
                .read(sql -> sql.get("SELECT count(*) FROM person WHERE last_name = 'Q'", row -> row.number(1)));
        assertThat(theirs).isZero();
    }

    @Test
    void itsHubKnowsThatItIsGone() throws Exception {
        try (var pair = SyncPair.joined(folder)) {
            assertThat(pair.box.asked(Map.of("command", "reset plan")).get("follows"))
                    .isNotNull();
            assertThat(reset(pair))
                    .contains("\"acted\":\"the exit button of channel 2\"")
                    .contains("\"untold\":null");
            assertThat(pair.hub.ask("hub boxes")).doesNotContain("\"name\":\"Gate\"");
            assertNew(pair);
        }
    }

    @Test
    void aHubThatIsAwayKeepsNobodyFromIt() throws Exception {
        try (var pair = SyncPair.joined(folder)) {
            pair.hub.stop();
            assertThat(reset(pair)).contains("\"acted\"").doesNotContain("\"untold\":null");
            assertNew(pair);
        }
    }
}
