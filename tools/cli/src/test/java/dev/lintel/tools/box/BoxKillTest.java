package dev.lintel.tools.box;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.tools.CommandRun;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Killed in the middle of a storm of reads, again and again: what was shown is there, and nothing else is amiss.
class BoxKillTest {
    private static final int DOORS = 10;

    @TempDir
    Path folder;

    private final AtomicInteger cards = new AtomicInteger(100_000);
    /// Events as they were answered or listed, by id.
    private final ConcurrentSkipListMap<Long, Map<String, @Nullable Object>> shown = new ConcurrentSkipListMap<>();

    @Test
    void aKillDuringAStormLosesNothingThatWasShown() throws Exception {
        killInStorms(2, 100);
    }

    /// Minutes: run by `./lintel test --slow`.
    @Tag("slow")
    @Test
    void fortyKillsLoseNothingThatWasShown() throws Exception {
        killInStorms(40, 170);
    }

    @Test
    void aFirstFactorThatAKillInterrupts_isAnsweredAtTheNextStartOnce() throws Exception {
        Path config = Files.writeString(folder.resolve("controller.yaml"), controller());
        String two = site().replace(
                        "id: 1, name: Door 1, site: 1}", "id: 1, name: Door 1, site: 1," + " credentials: [card+pin]}");
        Path site = Files.writeString(folder.resolve("site.yaml"), two + """
                credential_types:
                  - {id: 1, label: Card, slug: card, code: 200}
                  - {id: 2, label: PIN, slug: pin, code: 10}
                roles: [{id: 1, name: All, channels: [1]}]
                """);
        Path data = folder.resolve("data");
        try (Box box = Box.start(data, "--config", config.toString(), "--site", site.toString())) {
            String person = "{\"first_name\":\"Ada\",\"last_name\":\"Storm\",\"card\":\"77\",\"pin\":\"4711\","
                    + "\"role_ids\":[1]}";
            var post = HttpRequest.newBuilder(URI.create(box.url() + "/api/3/people"))
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofString(person));
            assertThat(box.api().send(post).statusCode()).isEqualTo(201);
            CommandRun present = box.lintel("present --channel 1 --card 77 --json");
            assertThat(present.out() + present.err()).contains(" is awaited");
            box.kill();
        }
        long answer = 0;
        for (int start = 0; start < 2; start++) {
            try (Box box = Box.start(data, "--config", config.toString())) {
                var answers = box.api().events("n=10&event_code=25");
                assertThat(answers).as("start %d", start).hasSize(1);
                if (start > 0) assertThat(BoxApi.id(answers.getFirst())).isEqualTo(answer);
                answer = BoxApi.id(answers.getFirst());
                assertThat(answer)
                        .isGreaterThan(
                                BoxApi.id(box.api().events("n=1&event_code=70").getFirst()));
                box.kill();
            }
        }
    }

    private void killInStorms(int kills, int reads) throws Exception {
        Path config = Files.writeString(folder.resolve("controller.yaml"), controller());
        Path site = Files.writeString(folder.resolve("site.yaml"), site());
        Path data = folder.resolve("data");
        for (int kill = 0; kill < kills; kill++) {
            try (Box box = Box.start(data, "--config", config.toString(), "--site", site.toString())) {
                storm(box, box.api(), reads);
            }
            long newest = LogFile.requireWhole(data.resolve("lintel.db"));
            assertThat(newest).isGreaterThanOrEqualTo(shown.lastKey());
        }
        assertThat(cards.get() - 100_000).isGreaterThanOrEqualTo(kills * reads);
        try (Box box = Box.start(data, "--config", config.toString())) {
            BoxApi api = box.api();
            requireSame(api);
            CommandRun present = box.lintel("present --channel 1 --card 5 --json");
            assertThat((Long) present.json().get("event_id")).isGreaterThan(shown.lastKey());
        }
        LogFile.requireWhole(data.resolve("lintel.db"));
    }

    /// Cards at every door at once, and a client that lists whenever one was answered, until enough was read: then the
    /// process is killed.
    private void storm(Box box, BoxApi api, int reads) throws InterruptedException {
        var enough = new CountDownLatch(reads);
        var answered = new Semaphore(1);
        var killed = new AtomicBoolean();
        List<Thread> people = new ArrayList<>();
        for (int channel = 1; channel <= DOORS; channel++) {
            int at = channel;
            people.add(Thread.ofPlatform().name("people-" + at).start(() -> {
                while (!killed.get()) {
                    present(box, at);
                    enough.countDown();
                    answered.release();
                }
            }));
        }
        Thread lister = Thread.ofPlatform().name("lister").start(() -> {
            while (!killed.get()) {
                answered.acquireUninterruptibly();
                answered.drainPermits();
                list(api);
            }
        });
        assertThat(enough.await(120, TimeUnit.SECONDS)).as("the storm is read").isTrue();
        box.kill();
        killed.set(true);
        answered.release();
        for (Thread person : people) person.join();
        lister.join();
    }

    private void present(Box box, int channel) {
        int card = cards.incrementAndGet();
        CommandRun present = box.lintel("present --channel " + channel + " --card " + card + " --json");
        if (present.exit() != 0) return; // killed meanwhile: nothing was shown
        var answer = present.json();
        shown.merge(
                Objects.requireNonNullElse((Long) answer.get("event_id"), -1L),
                Map.of("event_code", 20L, "channel_id", (long) channel),
                BoxKillTest::fuller);
    }

    private void list(BoxApi api) {
        try {
            for (var event : api.events("n=100&level=debug")) shown.merge(BoxApi.id(event), event, BoxKillTest::fuller);
        } catch (UncheckedIOException e) { // killed meanwhile
        }
    }

    private static Map<String, @Nullable Object> fuller(
            Map<String, @Nullable Object> one, Map<String, @Nullable Object> other) {
        return one.size() > other.size() ? one : other;
    }

    /// Reads the log page by page: one request for each event would take longer than the storms.
    private void requireSame(BoxApi api) {
        var kept = new HashMap<Long, Map<String, @Nullable Object>>();
        long oldest = Long.MAX_VALUE;
        while (oldest > shown.firstKey()) {
            String before = oldest == Long.MAX_VALUE ? "" : "&before_id=" + oldest;
            var page = api.events("n=100&level=debug" + before);
            assertThat(page).as("events before %d", oldest).isNotEmpty();
            for (var event : page) kept.put(BoxApi.id(event), event);
            oldest = BoxApi.id(page.getLast());
        }
        shown.forEach((id, event) -> assertThat(kept.get(id)).as("event %d", id).containsAllEntriesOf(event));
    }

    private static String controller() {
        var yaml = new StringBuilder("name: Storm\nlisten: {address: 127.0.0.1}\nhardware: simulated\nchannels:\n");
        for (int unit = 1; unit <= DOORS; unit++) {
            int line = 5 * (unit - 1);
            yaml.append("""
                      - unit: %d
                        readers:
                          entry: {driver: wiegand, d0: %d, d1: %d, formats: [raw]}
                        strike: {line: %d, active: high, fail: secure}
                        contact: {line: %d, closed: low}
                        rex: {line: %d}
                        egress: mechanical
                    """.formatted(unit, line, line + 1, line + 2, line + 3, line + 4));
        }
        return yaml.toString();
    }

    private static String site() {
        var yaml = new StringBuilder("""
                account: {name: Storm, time_zone: UTC}
                sites: [{id: 1, name: Main Office, time_zone: UTC}]
                channels:
                """);
        for (int unit = 1; unit <= DOORS; unit++) {
            yaml.append("  - {unit: %d, id: %d, name: Door %d, site: 1}\n".formatted(unit, unit, unit));
        }
        return yaml.toString();
    }
}
