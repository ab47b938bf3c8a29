package dev.lintel.controller.hub;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.store.EventStore;
import dev.lintel.sync.wire.EventRow;
import dev.lintel.sync.wire.LogMark;
import dev.lintel.sync.wire.UpLine;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Two boxes of one identity that do not say their run, as earlier versions do not.
class TwoLogsTest {
    @TempDir
    Path path;

    private static LogMark mark(String letter, long id) {
        return new LogMark(id, (letter + id + "0".repeat(64)).substring(0, 64));
    }

    private static String query(String what, LogMark after) {
        return "/sync/1/" + what + "?after=" + after.id() + "&hash=" + after.hash();
    }

    private static LogMark marked(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return LogMark.parse(answer.body());
    }

    private static LogMark upload(HubRig rig, TestBoxClient box, LogMark after, String letter, long to) {
        long at = rig.time.nowMs() - 1_000;
        var lines = new ArrayList<String>();
        for (long id = after.id() + 1; id <= to; id++) {
            int kind = EventKind.ADMITTED_CARD.number();
            String hash = mark(letter, id).hash();
            var row = new EventRow(
                    id, kind, at, at, "boot", id, 2L, 1L, "Ada", 1L, "4711", false, Map.of("role_id", 2L), hash);
            lines.add(new UpLine.Event(row).toJson());
        }
        LogMark last = mark(letter, to);
        String signature = box.sign(UpLine.Head.signed(last.id(), last.hash(), 5));
        lines.add(new UpLine.Head(last.id(), last.hash(), 5, signature).toJson());
        return marked(box.post(query("events", after), String.join("\n", lines) + "\n"));
    }

    @Test
    void twoLogsOfOneIdentityAreFoundAndStoredOnce() {
        try (var rig = new HubRig(path)) {
            TestBoxClient box = rig.join("Gate");
            assertThat(upload(rig, box, LogMark.NONE, "a", 4)).isEqualTo(mark("a", 4));
            LogMark shared = mark("a", 2);
            assertThat(marked(box.post(query("branch", shared), "{}"))).isEqualTo(shared);
            assertThat(upload(rig, box, shared, "b", 4)).isEqualTo(mark("b", 4));
            assertThat(rig.hub.fault())
                    .as("it may have been restored from a backup")
                    .isNull();
            assertThat(marked(box.post(query("branch", shared), "{}"))).isEqualTo(shared);
            assertThat(upload(rig, box, shared, "a", 5)).isEqualTo(mark("a", 5));
            assertThat(rig.hub.fault()).contains("two boxes have one identity", "Gate");
            String next = "&next=" + mark("b", 3).hash();
            assertThat(marked(box.post(query("branch", shared) + next, "{}")))
                    .as("its own branch")
                    .isIn(mark("b", 4), shared);
            List<Object> told = new EventStore(rig.database)
                    .newest(500).stream()
                            .map(event -> event.draft().additional().get("box_event_id"))
                            .filter(Objects::nonNull)
                            .toList();
            assertThat(told).containsExactlyInAnyOrder(1L, 2L, 3L, 4L, 3L, 4L, 5L);
        }
    }
}
