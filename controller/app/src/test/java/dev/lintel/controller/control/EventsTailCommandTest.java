package dev.lintel.controller.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventDraft.Subject;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.event.TraceWords;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.store.EventStore;
import dev.lintel.controller.store.TestDatabase;
import dev.lintel.controller.time.HandTime;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EventsTailCommandTest {
    private static final TraceWords.Names NAMES =
            new TraceWords.Names(Map.of(2L, "Cleaners"), Map.of(), Map.of(7L, "Evenings"));

    @TempDir
    Path folder;

    private static final class Answers implements Responses {
        private final List<String> words = new ArrayList<>();

        @Override
        public void send(Map<String, ? extends @Nullable Object> answer) {
            words.add(String.valueOf(answer.get("words")));
        }

        @Override
        public boolean open() {
            return true;
        }
    }

    @Test
    void anAdmissionSaysByWhichRoleAndShiftAndSecondFactor() throws InterruptedException {
        var time = new HandTime("2026-03-02T10:00:00Z");
        var ada = new Subject(1L, 1L, "Ada Demo", 10L, "1001", false);
        Map<String, Object> trace =
                Map.of("credential_type", "Card", "second_factor", "pin", "role_id", 2L, "shift_id", 7L);
        var answers = new Answers();
        try (var data = DataFolder.open(folder);
                var database = TestDatabase.open(data, time)) {
            database.events().append(new EventDraft(EventKind.ADMITTED_CARD, time.nowMs(), 0, ada, trace));
            database.events()
                    .append(new EventDraft(EventKind.DOOR_NORMAL, time.nowMs(), 0, Subject.channel(1), Map.of()));
            database.write(_ -> 0); // both are on disk
            new EventsTailCommand(database.events(), new EventStore(database), () -> NAMES)
                    .run(new Request(Map.of("n", 2L)), answers);
        }
        assertThat(answers.words).containsExactly("card and PIN, by role Cleaners in shift Evenings", "");
    }
}
