package dev.lintel.tools.box;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.json.Json;
import dev.lintel.tools.CommandRun;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The power of a box goes while clients write and cards are presented: ext4 on a loop device ends without a flush of
/// its journal, and the process is killed. Whatever was acknowledged is there at the next start.
@Timeout(600)
class PowerCutBoxTest {
    private static final int CLIENTS = 3;
    private static final int SAMPLE = 5;
    private static final int CUT_MS_MIN = 300;
    private static final int CUT_MS_MAX = 2_500;
    /// In which a box on a disk without power must acknowledge nothing.
    private static final long AFTER_MS = 200;

    private final Path folder;
    private final Path data;
    private final AtomicInteger cards = new AtomicInteger(100_000);
    /// Ids of people whose creation was acknowledged, by card, and those whose deletion was asked for.
    private final Map<Integer, Long> created = new ConcurrentHashMap<>();

    private final Set<Integer> asked = ConcurrentHashMap.newKeySet();
    private final Set<Integer> revoked = ConcurrentHashMap.newKeySet();
    private final Set<Long> events = ConcurrentHashMap.newKeySet();
    private volatile boolean cut;

    PowerCutBoxTest(@TempDir Path folder) {
        this.folder = folder;
        this.data = folder.resolve("disk/data");
    }

    @Test
    void powerIsCutOnce_everythingAcknowledgedIsThere() throws Exception {
        cutPower(1, 1);
    }

    @Test
    @Tag("slow")
    void powerIsCutTenTimes_everythingAcknowledgedIsThere() throws Exception {
        cutPower(10, 20_260_302);
    }

    private void cutPower(int cycles, long seed) throws Exception {
        try (LoopDisk disk = LoopDisk.in(folder)) {
            Box.prepared(data);
            disk.sync(); // a copy, not written as a box writes its files
            var random = new Random(seed);
            var starts = new ArrayList<Long>();
            for (int cycle = 1; cycle <= cycles; cycle++) {
                try (Box box = Box.start(data, Map.of("LINTEL_SERVICE", "1"))) {
                    writeUntilTheCut(box, disk, random.nextInt(CUT_MS_MIN, CUT_MS_MAX));
                }
                disk.mountAgain();
                try (Box box = Box.start(data, Map.of("LINTEL_SERVICE", "1"))) {
                    starts.add(doorsAfterMs(box));
                    assertKept(box, "seed " + seed + ", cycle " + cycle);
                }
            }
            print(cycles, seed, starts);
        }
    }

    private void print(int cycles, long seed, List<Long> starts) {
        System.out.printf(
                "power cuts: %d (seed %d); acknowledged: %d people, %d deletions, %d events; lost: 0;"
                        + " doors after a start: %d ms at most%n",
                cycles,
                seed,
                created.size(),
                revoked.size(),
                events.size(),
                starts.stream().mapToLong(Long::longValue).max().orElse(0));
    }

    /// From the start of its process, as the box prints it.
    private static long doorsAfterMs(Box box) {
        Matcher seconds =
                Pattern.compile("doors worked after (\\d+)\\.(\\d{3}) s").matcher(box.welcome());
        assertThat(seconds.find()).as(box.welcome()).isTrue();
        return TimeUnit.SECONDS.toMillis(Long.parseLong(seconds.group(1))) + Long.parseLong(seconds.group(2));
    }

    private void writeUntilTheCut(Box box, LoopDisk disk, int cutMs) throws InterruptedException {
        cut = false;
        var threads = new ArrayList<Thread>();
        BoxApi api = box.api();
        int before = created.size();
        for (int i = 0; i < CLIENTS; i++) threads.add(Thread.ofPlatform().start(() -> write(box, api)));
        threads.add(Thread.ofPlatform().start(() -> present(box)));
        while (created.size() < before + CLIENTS) LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(cutMs));
        disk.shutDown();
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(AFTER_MS));
        cut = true;
        box.kill();
        for (Thread each : threads) each.join();
    }

    /// Two people are added, and one of them is deleted, until a write is refused.
    private void write(Box box, BoxApi api) {
        try {
            while (!cut) {
                int card = cards.getAndIncrement();
                String person = "{\"first_name\":\"P" + card + "\",\"last_name\":\"Storm\",\"card\":" + card
                        + ",\"group_ids\":[1]}";
                HttpResponse<String> answer = api.send(request(box, "").POST(BodyPublishers.ofString(person)));
                if (answer.statusCode() != 201) return;
                long id = Long.parseLong(
                        String.valueOf(Json.parseObject(answer.body()).get("id")));
                created.put(card, id);
                if (card % 2 == 0) continue;
                asked.add(card);
                int status = api.send(request(box, "/" + id).DELETE()).statusCode();
                if (status / 100 != 2) return;
                revoked.add(card);
            }
        } catch (UncheckedIOException e) {
            // The process was killed: this request was not acknowledged.
        }
    }

    private static HttpRequest.Builder request(Box box, String path) {
        return HttpRequest.newBuilder(URI.create(box.url() + "/api/3/people" + path))
                .header("Content-Type", "application/json");
    }

    private void present(Box box) {
        while (!cut) {
            CommandRun run = box.lintel("present --channel 1 --card 1001 --json");
            if (run.exit() != 0) return;
            if (run.json().get("event_id") instanceof Long id) events.add(id);
        }
    }

    private void assertKept(Box box, String cycle) throws SQLException {
        Set<Long> active = numbers("SELECT c.card_number FROM credential c JOIN person p ON p.id = c.person_id"
                + " WHERE c.status = 'active' AND c.card_number IS NOT NULL AND p.deleted_at IS NULL");
        var kept =
                created.keySet().stream().filter(card -> !asked.contains(card)).toList();
        assertThat(active)
                .as(cycle)
                .containsAll(kept.stream().map(Integer::longValue).toList());
        assertThat(active)
                .as(cycle)
                .doesNotContainAnyElementsOf(
                        revoked.stream().map(Integer::longValue).toList());
        assertThat(numbers("SELECT id FROM event")).as(cycle).containsAll(events);
        CommandRun verified = box.lintel("events verify");
        assertThat(verified.exit()).as(cycle + verified.out() + verified.err()).isZero();
        for (int card : newest(kept)) assertThat(decision(box, card)).as(cycle).isEqualTo("admitted");
        for (int card : newest(revoked))
            assertThat(decision(box, card)).as(cycle).isEqualTo("rejected");
        try (var files = Files.list(data)) {
            assertThat(files.map(file -> file.getFileName().toString())).noneMatch(name -> name.contains("damaged"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Integer> newest(Collection<Integer> cards) {
        return cards.stream().sorted((a, b) -> b - a).limit(SAMPLE).toList();
    }

    private static String decision(Box box, int card) {
        return String.valueOf(box.lintel("present --channel 1 --card " + card + " --json")
                .json()
                .get("decision"));
    }

    private Set<Long> numbers(String query) throws SQLException {
        var numbers = new HashSet<Long>();
        try (var sqlite = DriverManager.getConnection("jdbc:sqlite:" + data.resolve("lintel.db"));
                var rows = sqlite.createStatement().executeQuery(query)) {
            while (rows.next()) numbers.add(rows.getLong(1));
        }
        return numbers;
    }
}
