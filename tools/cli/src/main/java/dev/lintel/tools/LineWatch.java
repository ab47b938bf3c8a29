package dev.lintel.tools;

import dev.lintel.reader.osdp.BusStatistics;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Tells when a bus has no line, and when it has one again: a daemon thread `line-watch` that looks once a
/// second, for the driver goes on by itself whatever becomes of its port.
final class LineWatch implements AutoCloseable {
    private static final long LOOK_MS = 1_000;

    private final Supplier<BusStatistics> bus;
    private final PdPrinter printer;
    private final CountDownLatch closing = new CountDownLatch(1);
    private boolean lost;
    private long openings;

    LineWatch(Supplier<BusStatistics> bus, PdPrinter printer) {
        this.bus = bus;
        this.printer = printer;
    }

    void start() {
        Thread.ofPlatform().name("line-watch").daemon().start(this::run);
    }

    private void run() {
        try {
            while (!closing.await(LOOK_MS, TimeUnit.MILLISECONDS)) look(bus.get());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // nobody interrupts it but to end it
        }
    }

    /// A line that went and came back between two looks is told of as well.
    void look(BusStatistics seen) {
        boolean again = openings > 0 && seen.openings() > openings;
        boolean gone = !seen.open() && !seen.lineError().isEmpty();
        if (!lost && (gone || again)) {
            lost = true;
            say("line-lost", seen, "the line is not open: " + seen.lineError() + "; it is tried again");
        }
        if (lost && seen.open()) {
            lost = false;
            say("line-open", seen, "the line is open: " + seen.port());
        }
        openings = seen.openings();
    }

    private void say(String event, BusStatistics seen, String sentence) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("event", event);
        if (event.equals("line-lost")) json.put("why", seen.lineError());
        else json.put("port", seen.port());
        printer.say(json, sentence);
    }

    @Override
    public void close() {
        closing.countDown();
    }
}
