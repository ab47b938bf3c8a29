package dev.lintel.controller.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.event.MemoryLog;
import dev.lintel.controller.time.HandTime;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LineWatchTest {
    @Test
    void aFaultOfTheBoardIsToldOnceAndSoIsItsEnd() {
        var log = new MemoryLog();
        var fault = new AtomicReference<@Nullable String>();
        var watch = new LineWatch(fault::get, log, new HandTime("2026-03-02T10:00:00Z"));
        watch.look();
        assertThat(log.kinds()).isEmpty();
        fault.set("line 22 of /dev/gpiochip0 cannot be used");
        watch.look();
        fault.set("/dev/gpiochip0 does not answer");
        watch.look();
        assertThat(log.kinds()).containsExactly(EventKind.LINE_FAULT);
        assertThat(log.drafts().getFirst().additional())
                .containsEntry("found", "line 22 of /dev/gpiochip0 cannot be used");
        fault.set(null);
        watch.look();
        watch.look();
        assertThat(log.kinds()).containsExactly(EventKind.LINE_FAULT, EventKind.LINE_NORMAL);
    }
}
