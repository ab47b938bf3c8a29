package dev.lintel.tools;

import dev.lintel.reader.hardware.PdEvent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// Prints what simulated readers do: a thread `pd-printer` of its own, for a reader must not wait until somebody has
/// read a pipe. What comes faster than it is read is counted, and told of.
final class PdPrinter implements AutoCloseable {
    /// Seconds of a busy line; a reader of a pipe that is further behind has stopped.
    private static final int LINES_MAX = 10_000;

    /// A busy machine prints the last lines within this time; a pipe that nobody reads holds up the end no longer.
    private static final long CLOSE_MS_MAX = 5_000;

    private record Line(Map<String, @Nullable Object> json, String sentence, boolean last) {}

    private final Output output;
    private final BlockingQueue<Line> lines = new LinkedBlockingQueue<>(LINES_MAX);
    private final AtomicLong lost = new AtomicLong();
    private final Thread thread;

    PdPrinter(Output output) {
        this.output = output;
        this.thread = Thread.ofPlatform().name("pd-printer").daemon().start(this::run);
    }

    /// Something that a reader did. Any thread; does not block.
    void event(PdEvent event) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("event", event.event());
        json.put("address", event.address());
        json.putAll(new TreeMap<>(event.details()));
        say(json, "reader " + event.address() + ": " + sentence(event));
    }

    /// Anything else. Any thread; does not block.
    void say(Map<String, @Nullable Object> json, String sentence) {
        if (!lines.offer(new Line(json, sentence, false))) lost.incrementAndGet();
    }

    /// A refusal of what was typed.
    void error(String message) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("event", "error");
        json.put("error", message);
        say(json, message);
    }

    /// Prints what is there, then ends.
    @Override
    public void close() {
        if (!lines.offer(new Line(Map.of(), "", true))) thread.interrupt();
        try {
            thread.join(CLOSE_MS_MAX);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the daemon thread ends with the process
        }
    }

    private void run() {
        try {
            while (true) {
                Line line = lines.take();
                if (line.last) return;
                output.print(line.json, _ -> line.sentence);
                tellLost();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // closing, with nobody reading
        }
    }

    private void tellLost() {
        long missed = lost.getAndSet(0);
        if (missed == 0) return;
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("event", "lost");
        json.put("lines", missed);
        output.print(json, _ -> missed + " lines are lost: nobody read them in time");
    }

    private static String sentence(PdEvent event) {
        Map<String, Object> d = event.details();
        return switch (event.event()) {
            case "command" -> "command " + d.get("name");
            case "session-opened" -> "secure session opened with " + d.get("key");
            case "session-closed" -> "secure session closed";
            case "session-refused" -> "the panel has another key: session refused";
            case "forgotten" -> "a card or keys that nobody fetched in 8 s are forgotten";
            case "key-set" -> "has a new key";
            case "led" -> "LED " + d.get("led") + " " + d.get("colour") + forTime(d);
            case "buzzer" -> Boolean.TRUE.equals(d.get("on")) ? "buzzer on" + times(d) : "buzzer off";
            case "text" -> "display: " + Output.inLine(d.get("text"));
            case "comset" -> "moves to address " + d.get("address") + ", " + d.get("baud") + " baud";
            case "file" -> "file received: " + d.get("bytes") + " bytes, SHA-256 " + d.get("sha256");
            default -> event.event().replace('-', ' ') + details(d);
        };
    }

    private static String forTime(Map<String, Object> details) {
        Object ms = details.get("for_ms");
        return ms == null ? "" : " for " + ms + " ms";
    }

    private static String times(Map<String, Object> details) {
        return Integer.valueOf(0).equals(details.get("count")) ? "" : ", " + details.get("count") + " times";
    }

    private static String details(Map<String, Object> details) {
        List<String> words = new ArrayList<>();
        new TreeMap<>(details).forEach((name, value) -> words.add(name + " " + Output.inLine(value)));
        return words.isEmpty() ? "" : ": " + String.join(", ", words);
    }
}
