package dev.lintel.controller.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.WholeLintel;
import dev.lintel.controller.sync.Agreed;
import dev.lintel.controller.time.Await;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Two boxes of one copied data folder follow the same hub.
class ClonedBoxTest {
    private static final String ADMITTED = """
            SELECT count(*) || ' '
                     || count(DISTINCT additional ->> 'box_event_id' || ' ' || (additional ->> 'box_boot'))
              FROM event WHERE additional ->> 'box' IS NOT NULL AND kind = 10""";

    @TempDir
    Path folder;

    /// The copy runs as well from now on.
    private static WholeLintel copy(SyncPair pair, Path folder) {
        var copy = new WholeLintel(folder.resolve("copy"));
        pair.box.stop();
        copy.restoreFrom(pair.box.data);
        pair.startBox();
        copy.start();
        copy.hurry();
        return copy;
    }

    private static void admit(WholeLintel box, int count) {
        for (int i = 0; i < count; i++) assertThat(box.card(1, 10_001)).containsEntry("decision", "admitted");
    }

    private static String admitted(SyncPair pair) {
        return pair.hub.database().read(sql -> sql.get(ADMITTED, row -> row.text(1)));
    }

    /// The newest admission, as the hub's line of it begins.
    private static String newest(WholeLintel box) {
        return box.database()
                .read(sql -> sql.get(
                        "SELECT '\"event_id\":' || id || ',\"hash\":\"' || lower(hex(hash)) || '\"' FROM event"
                                + " ORDER BY id DESC LIMIT 1",
                        row -> row.text(1)));
    }

    private static boolean isFlagged(WholeLintel lintel, String words) {
        return lintel.troubles().stream().anyMatch(reason -> reason.contains(words));
    }

    private static List<?> copies(SyncPair pair) {
        Object copies = pair.hub.asked(Map.of("command", "hub boxes")).get("copies");
        return copies instanceof List<?> list ? list : List.of();
    }

    private static String run(SyncPair pair, int at) {
        return copies(pair).get(at) instanceof Map<?, ?> copy ? String.valueOf(copy.get("run")) : "none";
    }

    private static void flagged(SyncPair pair, WholeLintel copy) {
        Await.until("the hub reports it", () -> isFlagged(pair.hub, "two boxes have one identity"));
        Await.until("the box reports it", () -> isFlagged(pair.box, "the same identity"));
        Await.until("its copy reports it", () -> isFlagged(copy, "the same identity"));
    }

    @Test
    void eventsOfBothBoxesAreAtTheHubOnce() {
        try (var pair = SyncPair.joined(folder);
                var copy = copy(pair, folder)) {
            for (int i = 0; i < 5; i++) {
                admit(pair.box, 2);
                admit(copy, 2);
            }
            flagged(pair, copy);
            assertThat(copy.doctor("sync") + copy.ask("doctor")).contains("the same identity");
            Await.until("all events are there", () -> admitted(pair).equals("20 20"));
            pair.box.stop(); // with another run each
            pair.startBox();
            pair.hub.stop();
            pair.startHub();
            admit(pair.box, 1);
            admit(copy, 1);
            Await.until("all events are there", () -> admitted(pair).startsWith("22 "));
            flagged(pair, copy);
            assertThat(admitted(pair)).startsWith("22 ");
            Await.until(
                    "the hub is a witness of the logs of both",
                    () -> { // events of syncing come up later
                        String heads = pair.hub.ask(Map.of("command", "hub heads", "name", "Gate"));
                        return heads.contains(newest(pair.box))
                                && heads.contains(newest(copy))
                                && heads.contains("\"branch\":0")
                                && heads.contains("\"branch\":1");
                    });
            assertThat(pair.hub.ask(Map.of("command", "hub heads", "name", "Yard")))
                    .contains("Yard");
        }
    }

    /// Also the copy hears of a deleted person while nobody has decided.
    @Test
    void bothBoxesGetRevocations() {
        try (var pair = SyncPair.joined(folder);
                var copy = copy(pair, folder)) {
            flagged(pair, copy);
            pair.delete(2, 1);
            for (WholeLintel box : List.of(pair.box, copy)) {
                Await.until(
                        "the person is gone",
                        () -> "rejected".equals(box.card(1, 10_002).get("decision")));
            }
        }
    }

    @Test
    void anOperatorKeepsOneBoxAndTheOtherHasToJoinAgain() {
        try (var pair = SyncPair.joined(folder);
                var copy = copy(pair, folder)) {
            admit(pair.box, 2);
            admit(copy, 2);
            flagged(pair, copy);
            Await.until("all events are there", () -> admitted(pair).equals("4 4"));
            admit(copy, 1); // it may not get to the hub any more
            assertThat(pair.hub.ask(Map.of("command", "hub keep", "name", "Gate", "run", "x")))
                    .contains("hub boxes");
            String ended = run(pair, 0);
            assertThat(pair.hub.ask(Map.of("command", "hub keep", "name", "Gate", "run", ended)))
                    .contains("not in contact"); // of before it was stopped for the copy
            copy.stop();
            Await.until("the box is kept", () -> keep(pair).contains("\"name\":\"Gate\""));
            Await.until("the box has another key", () -> {
                pair.box.fetchImages();
                return pair.hub.troubles().stream().noneMatch(reason -> reason.contains("one identity"));
            });
            copy.start();
            copy.hurry();
            Await.until("the copy is turned away", () -> isFlagged(copy, "turned"));
            admit(pair.box, 1);
            Await.until("its event is there", () -> admitted(pair).matches("[56] [56]"));
            Await.until("the box is alone again", () -> !isFlagged(pair.box, "identity"));
            copy.ask("leave");
            var code = pair.hub.asked(Map.of("command", "hub code", "box", "Yard"));
            var plan = copy.asked(
                    Map.of("command", "join plan", "url", pair.proxy.address().toString(), "code", code.get("code")));
            assertThat(copy.ask(Agreed.to("join confirm", plan))).contains("before-join");
            copy.hurry();
            Await.until(
                    "its log is there",
                    () -> pair.hub.ask("hub boxes").contains("\"name\":\"Yard\"")
                            && copy.asked(Map.of("command", "sync status")).get("events_waiting")
                                    instanceof Long waiting
                            && waiting == 0);
            assertThat(admitted(pair))
                    .as("events of both that the hub has already")
                    .isEqualTo("6 6");
            pair.box.stop(); // it goes on by its new key
            pair.startBox();
            admit(pair.box, 1);
            Await.until("its event is there", () -> admitted(pair).equals("7 7"));
        }
    }

    /// Keeps the one that is in contact.
    private static String keep(SyncPair pair) {
        String last = "";
        for (int i = 0; i < copies(pair).size(); i++) {
            last = pair.hub.ask(Map.of("command", "hub keep", "name", "Gate", "run", run(pair, i)));
            if (!last.contains("not in contact")) return last;
        }
        return last;
    }
}
