package dev.lintel.controller.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventDraft.Subject;
import dev.lintel.controller.event.EventKind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Where the `Link` header of event lists leads, while events are added too. Every other event is an admission.
class EventLinksTest {
    private static final String EVENTS = "/api/3/events";
    private static final Pattern LINK = Pattern.compile("<([^>]*)>; rel=\"(\\w+)\"");
    /// Links followed at most: more than any test's list has.
    private static final int STEPS_MAX = 1_000;
    /// Appends beside one reading, at most: the lists get longer with each.
    private static final int ROUNDS_MAX = 30;

    @TempDir
    Path folder;

    private ApiBox box;
    private ApiClient client;

    @BeforeEach
    void start() throws Exception {
        box = new ApiBox(folder);
        client = box.client();
        append(40);
    }

    @AfterEach
    void stop() {
        box.close();
    }

    /// Appends `count` admissions, each after a press of a button: the even ids are the admissions.
    private void append(int count) throws InterruptedException {
        var drafts = new ArrayList<EventDraft>();
        for (int i = 0; i < count; i++) {
            drafts.add(box.event(EventKind.REX_PRESSED, Subject.channel(1)));
            drafts.add(box.event(EventKind.ADMITTED_CARD, new Subject(1L, 7L, "Ada Demo", 3L, "1001", false)));
        }
        box.append(drafts.toArray(EventDraft[]::new));
    }

    private static @Nullable String link(ApiClient.Answer answer, String relation) {
        Matcher links = LINK.matcher(answer.header("Link"));
        while (links.find()) if (links.group(2).equals(relation)) return links.group(1);
        return null;
    }

    private ApiClient.Answer follow(ApiClient.Answer answer, String relation) {
        String url = link(answer, relation);
        assertThat(url).as("%s in %s", relation, answer.header("Link")).startsWith(box.server.publicUrl());
        return client.get(String.valueOf(url).substring(box.server.publicUrl().length()));
    }

    /// The ids of a list in whichever shape.
    private static List<Long> ids(ApiClient.Answer answer) {
        Object json = answer.json();
        var rows = (List<?>) Objects.requireNonNull(json instanceof Map<?, ?> object ? object.get("events") : json);
        return rows.stream().map(row -> (Long) ((Map<?, ?>) row).get("id")).toList();
    }

    /// All ids that `rel="next"` leads to.
    private List<Long> whole(ApiClient.Answer first) {
        var all = new ArrayList<Long>();
        ApiClient.Answer at = first;
        for (int steps = 0; steps < STEPS_MAX; steps++) {
            assertThat(at.status()).isEqualTo(200);
            assertThat(at.text().charAt(0)).isEqualTo(first.text().charAt(0)); // object or array, from end to end
            assertThat(at.text().contains("occurred_at")).isEqualTo(first.text().contains("occurred_at"));
            all.addAll(ids(at));
            if (link(at, "next") == null) return all;
            at = follow(at, "next");
        }
        throw new AssertionError("the links have no end");
    }

    private static Long[] downFrom(long newest) {
        return LongStream.rangeClosed(1, newest / 2)
                .mapToObj(i -> newest - 2 * (i - 1))
                .toArray(Long[]::new);
    }

    @Test
    void aPlainListsLinksGoByIdAndKeepWhatWasAskedFor() {
        String url = box.server.publicUrl() + EVENTS;
        var first = client.get(EVENTS + "?n=5&event_code=10");
        assertThat(ids(first)).containsExactly(80L, 78L, 76L, 74L, 72L);
        assertThat(first.header("Link"))
                .isEqualTo("<" + url + "?n=5&event_code=10>; rel=\"first\", <" + url
                        + "?n=5&event_code=10&before_id=72>; rel=\"next\", <" + url
                        + "?n=5&event_code=10&before_id=11>; rel=\"last\"");
        var second = follow(first, "next");
        assertThat(ids(second)).containsExactly(70L, 68L, 66L, 64L, 62L);
        assertThat(second.column("event_label")).containsOnly("Admitted (card/fob)");
        assertThat(ids(follow(second, "prev"))).isEqualTo(ids(first));
        assertThat(ids(follow(follow(second, "next"), "prev"))).isEqualTo(ids(second));
        assertThat(ids(follow(second, "first"))).isEqualTo(ids(first));
        var last = follow(second, "last");
        assertThat(ids(last)).containsExactly(10L, 8L, 6L, 4L, 2L);
        assertThat(link(last, "next")).isNull();
        assertThat(ids(follow(last, "prev"))).containsExactly(20L, 18L, 16L, 14L, 12L);
    }

    @Test
    void fewerThanAPageBeforeItAreTheFirstPage() {
        var page = client.get(EVENTS + "?n=5&before_id=75");
        assertThat(ids(page)).startsWith(74L);
        assertThat(link(page, "prev")).isEqualTo(link(page, "first"));
        assertThat(ids(follow(client.get(EVENTS + "?n=5&before_id=1"), "prev"))).containsExactly(10L, 8L, 6L, 4L, 2L);
        assertThat(link(client.get(EVENTS + "?n=5&before_id=999"), "prev")).isNull();
    }

    @Test
    void aListThatFitsHasNothingBeforeOrAfterIt() {
        var all = client.get(EVENTS + "?n=40");
        String url = box.server.publicUrl() + EVENTS + "?n=40";
        assertThat(all.header("Link")).isEqualTo("<" + url + ">; rel=\"first\", <" + url + ">; rel=\"last\"");
        assertThat(client.get(EVENTS + "?person_id=1").header("Link"))
                .contains("rel=\"first\"")
                .contains("rel=\"last\"")
                .doesNotContain("next", "prev");
    }

    @Test
    void theOldestFirstGoOnByAfterId() {
        var first = client.get(EVENTS + "?sort=ASC&n=15&before_id=79");
        assertThat(link(first, "next"))
                .isEqualTo(box.server.publicUrl() + EVENTS + "?sort=ASC&n=15&before_id=79&after_id=30");
        assertThat(whole(first)).hasSize(39).isSorted().doesNotHaveDuplicates().endsWith(78L);
        var second = follow(first, "next");
        assertThat(ids(follow(second, "prev"))).isEqualTo(ids(first));
        assertThat(ids(follow(second, "last"))).startsWith(50L).endsWith(78L);
        assertThat(client.get(EVENTS + "?sort=ASC&after_id=999999999999999999").array())
                .isEmpty();
    }

    @Test
    void theCursorIsReplacedHoweverItsNameIsWritten() {
        assertThat(whole(client.get(EVENTS + "?n=7&before%5Fid=61"))).containsExactly(downFrom(60));
        assertThat(whole(client.get(EVENTS + "?n=7&before_id[]=61"))).containsExactly(downFrom(60));
    }

    @Test
    void aLowerBoundStaysWhileTheLinksAreFollowed() {
        assertThat(whole(client.get(EVENTS + "?n=3&after_id=61")))
                .containsExactly(80L, 78L, 76L, 74L, 72L, 70L, 68L, 66L, 64L, 62L);
    }

    /// Appends until the lists have been read.
    private List<Long> whileEventsAreAdded(String query) throws Exception {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var reading = new AtomicBoolean(true);
            Future<Integer> added = threads.submit(() -> {
                int rounds = 0;
                for (; rounds == 0 || (reading.get() && rounds < ROUNDS_MAX); rounds++) append(3);
                return rounds;
            });
            try {
                return whole(client.get(EVENTS + query));
            } finally {
                reading.set(false);
                assertThat(added.get()).isPositive();
            }
        }
    }

    @Test
    void whoFollowsNextSeesEachEventOnceThoughOthersAreAdded() throws Exception {
        List<Long> plain = whileEventsAreAdded("?n=3");
        assertThat(plain).containsExactly(downFrom(plain.getFirst()));
        List<Long> extended = whileEventsAreAdded("?n=7&form=extended");
        assertThat(extended).containsExactly(downFrom(extended.getFirst()));
        client = box.client(box.sdkKey);
        List<Long> sdk = whileEventsAreAdded("?page=1&per_page=9");
        assertThat(sdk).containsExactly(downFrom(sdk.getFirst()));
        client = box.client();
        List<Long> pages = whileEventsAreAdded("?per_page=9");
        assertThat(pages).containsExactly(downFrom(pages.getFirst()));
        List<Long> oldestFirst = whileEventsAreAdded("?page=1&per_page=9&sort=asc");
        assertThat(oldestFirst)
                .containsExactlyElementsOf(
                        Arrays.asList(downFrom(oldestFirst.getLast())).reversed());
    }

    @Test
    void aPagedListsLinksHoldOnToTheEventsThereWere() throws Exception {
        var first = client.get(EVENTS + "?page=1&per_page=10&event_code=10");
        append(5);
        String url = box.server.publicUrl() + EVENTS + "?event_code=10&before_id=81&page=";
        assertThat(first.header("Link"))
                .isEqualTo("<" + url + "1&per_page=10>; rel=\"first\", <" + url + "2&per_page=10>; rel=\"next\", <"
                        + url + "4&per_page=10>; rel=\"last\"");
        var second = follow(first, "next");
        assertThat(ids(second)).startsWith(60L).endsWith(42L);
        assertThat(second.header("Total")).isEqualTo("40");
        assertThat(ids(follow(second, "prev"))).isEqualTo(ids(first));
        assertThat(ids(follow(second, "last"))).endsWith(2L);
        var all = client.get(EVENTS + "?skip_pagination=true");
        append(1);
        assertThat(all.header("Total")).isEqualTo("45");
        assertThat(ids(follow(all, "first"))).isEqualTo(ids(all)).hasSize(45);
        assertThat(ids(client.get(EVENTS + "?page=1&per_page=10"))).startsWith(92L); // asked anew, it is another list
    }
}
