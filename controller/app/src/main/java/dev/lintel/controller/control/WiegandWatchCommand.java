package dev.lintel.controller.control;

import dev.lintel.controller.wiring.ReaderWires.Watched;
import dev.lintel.controller.wiring.WiredReader;
import dev.lintel.reader.wiegand.WiegandSight;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/// `wiegand watch`: what the lines of one reader carry, a burst or a hint a line, until the client leaves. Fields:
/// `channel`, `reader` (`entry` by default), `keys` (whether keys are told, which may be somebody's PIN). The reader
/// goes on working for its door; a client that reads too slowly misses bursts, and is told how many.
public final class WiegandWatchCommand implements Command {
    /// A minute of a noisy line; more says nothing more.
    static final int SIGHTS_MAX = 2_048;

    /// How soon a client that has gone frees its place.
    private static final long LOOK_MS = 500;

    private final Supplier<Map<String, Watched>> readers;

    /// `readers` by [WiredReader#name].
    public WiegandWatchCommand(Supplier<Map<String, Watched>> readers) {
        this.readers = readers;
    }

    @Override
    public void run(Request request, Responses out) throws InterruptedException {
        String side = request.nullableText("reader");
        String name = WiredReader.name(request.number("channel"), side == null ? "entry" : side);
        Watched watched = readers.get().get(name);
        if (watched == null) throw new Refused(unknown(name));
        var words = new WiegandWords(watched.formats(), request.flag("keys"));
        BlockingQueue<WiegandSight> sights = new ArrayBlockingQueue<>(SIGHTS_MAX);
        var missed = new AtomicLong();
        Runnable leave = watched.reader().watch(sight -> {
            if (!sights.offer(sight)) missed.incrementAndGet();
        });
        try {
            out.send(Map.of(
                    "type",
                    "watching",
                    "reader",
                    name,
                    "formats",
                    watched.formats().list()));
            while (out.open()) {
                WiegandSight sight = sights.poll(LOOK_MS, TimeUnit.MILLISECONDS);
                long lost = missed.getAndSet(0);
                if (lost > 0) out.send(Map.of("type", "missed", "bursts", lost));
                if (sight != null) out.send(words.json(sight));
            }
        } finally {
            leave.run();
        }
    }

    private String unknown(String name) {
        Map<String, Watched> all = new TreeMap<>(readers.get());
        return name + " is no Wiegand reader; "
                + (all.isEmpty() ? "there is none here" : "there is " + String.join("; ", all.keySet()));
    }
}
