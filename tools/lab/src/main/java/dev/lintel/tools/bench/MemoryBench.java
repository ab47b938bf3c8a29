package dev.lintel.tools.bench;

import dev.lintel.controller.time.Time;
import dev.lintel.reader.CardBits;
import dev.lintel.tools.bench.Figure.Aim;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/// Resident memory of a box: idle, and while clients read its API in parallel and people present cards.
final class MemoryBench implements Bench {
    private static final int CLIENTS = 4;
    private static final double MB = 1024;
    /// Ada Demo's card, 1001, as its reader sends it.
    /// Cards of one number, each of its own length: the same one again within 0.7 s has stayed at the reader.
    private static final List<String> CARDS = IntStream.range(32, 48)
            .mapToObj(bits -> CardBits.ofNumber(BigInteger.valueOf(1001), bits).toString())
            .toList();

    private static final List<String> PATHS = List.of("/api/3/people/1", "/api/3/people", "/api/3/events?n=100");

    @Override
    public void run(Setting setting, Report report) {
        String command = BoxProcess.known(BoxProcess.CACHED) ? BoxProcess.CACHED : BoxProcess.PLAIN;
        int seconds = setting.effort().seconds();
        Path folder = Folders.fresh(setting.work(), "memory");
        try (BoxProcess box = BoxProcess.start(command, folder, setting.time())) {
            setting.say("memory: idle for " + seconds + " s");
            box.rest(seconds);
            report.add("idle: resident", kib(box, "status", "VmRSS"), "MB", Aim.atMost(90));
            report.add("idle: proportional (PSS)", kib(box, "smaps_rollup", "Pss:"), "MB", null);
            setting.say("memory: under load for " + seconds + " s");
            load(box, folder, setting, report);
            report.add("under load: resident", kib(box, "status", "VmRSS"), "MB", Aim.atMost(130));
            report.add("under load: proportional (PSS)", kib(box, "smaps_rollup", "Pss:"), "MB", null);
            report.add("highest ever (VmHWM)", kib(box, "status", "VmHWM"), "MB", Aim.atMost(130));
        } finally {
            Folders.delete(folder);
        }
    }

    private static double kib(BoxProcess box, String table, String name) {
        return Machine.kib("/proc/" + box.pid() + "/" + table, name) / MB;
    }

    private static void load(BoxProcess box, Path folder, Setting setting, Report report) {
        Control control = setting.around().control();
        Map<String, @Nullable Object> made =
                control.ask(folder, Map.of("command", "key create", "email", "bench@example.com"));
        String key = made.get("api_key") + ":";
        String authorization = "Basic " + Base64.getEncoder().encodeToString(key.getBytes(StandardCharsets.UTF_8));
        SSLContext trust = Https.trust(folder);
        Time time = setting.time();
        long endNs = time.nowNs() + TimeUnit.SECONDS.toNanos(setting.effort().seconds());
        var requests = new AtomicLong();
        var failed = new AtomicReference<@Nullable BenchException>();
        List<Thread> clients = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            clients.add(Thread.ofPlatform().name("client-" + i).start(() -> {
                try (var https = new Https(trust, box.page(), authorization)) {
                    while (time.nowNs() - endNs < 0) {
                        for (String path : PATHS) https.get(path);
                        requests.addAndGet(PATHS.size());
                    }
                } catch (BenchException e) { // told when all have ended
                    failed.set(e);
                }
            }));
        }
        int cards = 0;
        while (time.nowNs() - endNs < 0 && failed.get() == null) {
            control.ask(
                    folder,
                    Map.of(
                            "command",
                            "present",
                            "channel",
                            2L,
                            "reader",
                            "entry",
                            "bits",
                            CARDS.get(cards % CARDS.size())));
            cards++;
        }
        join(clients);
        BenchException failure = failed.get();
        if (failure != null) throw failure;
        report.add(
                "requests answered then",
                (double) requests.get() / setting.effort().seconds(),
                "/s",
                null);
        report.note(CLIENTS + " clients asked for a person, people and events; " + cards + " cards were presented");
    }

    private static void join(List<Thread> threads) {
        try {
            for (Thread thread : threads) thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BenchException("interrupted while clients ended", e);
        }
    }
}
