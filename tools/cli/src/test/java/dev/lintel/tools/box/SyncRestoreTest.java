package dev.lintel.tools.box;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.tools.CommandRun;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A hub that is restored from a backup, and a box that follows it.
class SyncRestoreTest {
    private static final long AWAIT_NS_MAX = TimeUnit.SECONDS.toNanos(60);
    private static final int CARD = 700_001;

    @TempDir
    Path folder;

    private static void await(String what, BooleanSupplier so) {
        long beginNs = System.nanoTime();
        while (!so.getAsBoolean()) {
            assertThat(System.nanoTime() - beginNs).as(what).isLessThan(AWAIT_NS_MAX);
            LockSupport.parkNanos(100_000_000);
        }
    }

    private void backup(SyncSite site, String command, String... more) {
        try {
            Path passphrase = Files.writeString(folder.resolve("passphrase"), "eleven quiet hinges\n");
            var words = new ArrayList<>(List.of(
                    command,
                    folder.resolve("hub.backup").toString(),
                    "--passphrase-file",
                    passphrase.toString(),
                    "--data",
                    site.folder.resolve("hub").toString()));
            words.addAll(List.of(more));
            CommandRun run = CommandRun.of(words.toArray(String[]::new));
            assertThat(run.exit()).as(run.out() + run.err()).isZero();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isAdmitted(Box box) {
        return "admitted".equals(SyncSite.present(box, 1, CARD).get("decision"));
    }

    private static String restored(SyncSite site) {
        CommandRun run = site.hub.lintel("hub restored");
        assertThat(run.exit()).as(run.err()).isZero();
        return run.out();
    }

    @Test
    void aRestoredHubDoesNotUndoARevocation() throws Exception {
        try (SyncSite site = SyncSite.begin(folder, 1)) {
            BoxApi api = site.hub.api();
            var made = site.atHub(
                    api,
                    "POST",
                    "/api/3/people",
                    Map.of("first_name", "Ada", "last_name", "Byron", "group_ids", List.of(1), "card", CARD));
            assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
            Box box = site.join(1);
            site.awaitAgreement();
            assertThat(isAdmitted(box)).isTrue();
            backup(site, "backup");
            long person = new SyncFiles(site.folder.resolve("hub"))
                    .number("SELECT person_id FROM credential WHERE card_number = " + CARD);
            assertThat(site.atHub(api, "DELETE", "/api/3/people/" + person, Map.of())
                            .statusCode())
                    .isEqualTo(200);
            await("the box rejects", () -> !isAdmitted(box));
            site.awaitAgreement();

            site.whileHubIsOff(() -> backup(site, "restore", "--yes"));
            await("the hub lists the person", () -> restored(site).contains("Ada Byron (" + person + ")"));
            assertThat(isAdmitted(box)).isFalse();
            assertThat(box.lintel("sync status").out()).contains("restored from a backup");
            assertThat(site.hub.lintel("hub boxes").out()).contains("restored from a backup");

            var edited = site.atHub(api, "PUT", "/api/3/people/" + person, Map.of("department", "Engines"));
            assertThat(edited.statusCode()).as(edited.body()).isEqualTo(200);
            var newer = Map.of("first_name", "Bo", "last_name", "Later", "group_ids", List.of(1), "card", CARD + 1);
            assertThat(site.atHub(api, "POST", "/api/3/people", newer).statusCode())
                    .isEqualTo(201);
            await(
                    "the box has the newer person",
                    () -> "admitted".equals(SyncSite.present(box, 1, CARD + 1).get("decision")));
            assertThat(isAdmitted(box))
                    .as("after an edit that nobody meant to give it back")
                    .isFalse();

            CommandRun given = site.hub.lintel("hub restored --give-back " + person);
            assertThat(given.exit()).as(given.err()).isZero();
            await("the box admits", () -> isAdmitted(box));
            await("the box takes all", () -> restored(site).contains("boxes take everything"));
        }
    }
}
