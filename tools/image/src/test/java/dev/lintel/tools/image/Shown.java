package dev.lintel.tools.image;

import dev.lintel.controller.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// What a box has shown of its events to somebody who looked on: what is here has been shown, and must not be lost.
final class Shown implements AutoCloseable {
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(50);

    private final Process process;
    private final ConcurrentSkipListMap<Long, Map<String, @Nullable Object>> byId = new ConcurrentSkipListMap<>();
    private volatile String last = "";

    Shown(Process process) {
        this.process = process;
        Thread.ofPlatform().daemon().name("shown").start(this::read);
    }

    private void read() {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                last = line;
                if (!line.startsWith("{") || !line.endsWith("}")) continue; // cut off with the power
                Map<String, @Nullable Object> event = Json.parseObject(line);
                byId.put((Long) Objects.requireNonNull(event.get("id")), event);
            }
        } catch (IOException e) { // the power is gone
        }
    }

    /// Waits for the first event; false where it ends without one.
    boolean begins() {
        while (byId.isEmpty() && process.isAlive()) LockSupport.parkNanos(LOOK_NS);
        return !byId.isEmpty();
    }

    /// The last line, which is no event where there was a fault.
    String last() {
        return last;
    }

    int count() {
        return byId.size();
    }

    Map<Long, Map<String, @Nullable Object>> events() {
        return byId;
    }

    /// Whether an event of that kind was shown in time.
    boolean await(long code, long withinNs) {
        long endNs = System.nanoTime() + withinNs;
        while (System.nanoTime() - endNs < 0 && process.isAlive()) {
            for (Map<String, @Nullable Object> event : byId.values()) {
                if (Objects.equals(event.get("event_code"), code)) return true;
            }
            LockSupport.parkNanos(LOOK_NS);
        }
        return false;
    }

    /// ssh itself notices a power cut after a long time only.
    @Override
    public void close() {
        process.destroy();
    }
}
