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
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/// Clients that write and cards that are presented while the disk of a box fails, and all that the box acknowledged
/// meanwhile: people, deletions and events, over many starts of the box.
final class DiskStorm {
    private static final int CLIENTS = 3;
    private static final int SAMPLE = 5;
    private static final long AGAIN_NS = TimeUnit.MILLISECONDS.toNanos(20);
    /// Of the demo: may open door 1.
    private static final int CARD = 1001;

    private final Path data;
    private final AtomicInteger cards = new AtomicInteger(100_000);
    /// Ids of people whose creation was acknowledged, by card, and those whose deletion was asked for.
    private final Map<Integer, Long> created = new ConcurrentHashMap<>();

    private final Set<Integer> asked = ConcurrentHashMap.newKeySet();
    private final Set<Integer> revoked = ConcurrentHashMap.newKeySet();
    private final Set<Integer> refused = ConcurrentHashMap.newKeySet();
    private final Set<Long> events = ConcurrentHashMap.newKeySet();
    private final AtomicInteger decisions = new AtomicInteger();
    private final List<String> wrong = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean ends;

    DiskStorm(Path data) {
        this.data = data;
    }

    /// Begins with clients of this box, and waits until each has written something.
    void begin(Box box, BoxApi api) {
        ends = false;
        int before = created.size();
        for (int i = 0; i < CLIENTS; i++) threads.add(Thread.ofPlatform().start(() -> write(box, api)));
        threads.add(Thread.ofPlatform().start(() -> present(box)));
        while (created.size() < before + CLIENTS) LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
    }

    /// Has the clients end, each after its present request. The box may be killed meanwhile.
    void end() {
        ends = true;
    }

    void join() throws InterruptedException {
        for (Thread each : threads) each.join();
        threads.clear();
    }

    /// Two people are added, and one of them is deleted.
    private void write(Box box, BoxApi api) {
        try {
            while (!ends) {
                int card = cards.getAndIncrement();
                String person = "{\"first_name\":\"P" + card + "\",\"last_name\":\"Storm\",\"card\":" + card
                        + ",\"group_ids\":[1]}";
                HttpResponse<String> answer = api.send(request(box, "").POST(BodyPublishers.ofString(person)));
                if (answer.statusCode() != 201) {
                    refused(card, answer);
                    continue;
                }
                long id = Long.parseLong(
                        String.valueOf(Json.parseObject(answer.body()).get("id")));
                created.put(card, id);
                if (card % 2 == 0) continue;
                asked.add(card);
                HttpResponse<String> deleted = api.send(request(box, "/" + id).DELETE());
                if (deleted.statusCode() / 100 == 2) revoked.add(card);
                else refused(card, deleted);
            }
        } catch (UncheckedIOException e) {
            // The process was killed: this request was not acknowledged.
        }
    }

    private void refused(int card, HttpResponse<String> answer) {
        if (answer.statusCode() == 503) refused.add(card);
        else wrong(answer.statusCode() + " " + answer.body());
        LockSupport.parkNanos(AGAIN_NS);
    }

    private synchronized void wrong(String what) {
        wrong.add(what);
    }

    private static HttpRequest.Builder request(Box box, String path) {
        return HttpRequest.newBuilder(URI.create(box.url() + "/api/3/people" + path))
                .header("Content-Type", "application/json");
    }

    private void present(Box box) {
        while (!ends) presentOnce(box);
    }

    /// The card of the demo, which every decision admits.
    void presentOnce(Box box) {
        CommandRun run = box.lintel("present --channel 1 --card " + CARD + " --json");
        if (run.exit() != 0) {
            if (!ends && box.runs()) wrong("no decision: " + run.err());
            return;
        }
        decisions.incrementAndGet();
        if (!"admitted".equals(run.json().get("decision"))) wrong(run.out());
        if (run.json().get("event_id") instanceof Long id) events.add(id);
    }

    /// All that was acknowledged is there, and nobody who was deleted passes.
    void assertKept(Box box, String when) throws SQLException {
        synchronized (this) {
            assertThat(wrong).as(when).isEmpty();
        }
        Set<Long> active = numbers("SELECT c.card_number FROM credential c JOIN person p ON p.id = c.person_id"
                + " WHERE c.status = 'active' AND c.card_number IS NOT NULL AND p.deleted_at IS NULL");
        var kept =
                created.keySet().stream().filter(card -> !asked.contains(card)).toList();
        assertThat(active)
                .as(when)
                .containsAll(kept.stream().map(Integer::longValue).toList());
        assertThat(active)
                .as(when)
                .doesNotContainAnyElementsOf(
                        revoked.stream().map(Integer::longValue).toList());
        assertThat(numbers("SELECT id FROM event")).as(when).containsAll(events);
        CommandRun verified = box.lintel("events verify");
        assertThat(verified.exit()).as(when + verified.out() + verified.err()).isZero();
        for (int card : newest(kept)) assertThat(decision(box, card)).as(when).isEqualTo("admitted");
        for (int card : newest(revoked))
            assertThat(decision(box, card)).as(when).isEqualTo("rejected");
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

    /// What was acknowledged, and refused, in words.
    String figures() {
        return ("acknowledged: %d people, %d deletions, %d events; refused with 503: %d; decisions: %d, all admitted;"
                        + " lost: 0")
                .formatted(created.size(), revoked.size(), events.size(), refused.size(), decisions.get());
    }
}
