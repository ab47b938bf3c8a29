package dev.lintel.controller.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.event.EventClass;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventDraft.Subject;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.http.Scope;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Who has but the narrow scopes of events knows of no others. There is one event of each kind, in the kinds' order.
class EventScopesTest {
    private static final String EVENTS = "/api/3/events";
    private static final Scope ACCESS = Scope.EVENT_ACCESS_READONLY;
    private static final Scope PERIMETERS = Scope.EVENT_PERIMETERS_READONLY;

    private static final Map<EventKind, Long> IDS = new EnumMap<>(EventKind.class);

    @TempDir
    static Path folder;

    private static ApiBox box;

    @BeforeAll
    static void start() throws Exception {
        box = new ApiBox(folder);
        long id = box.database.events().head();
        for (EventKind kind : EventKind.values()) IDS.put(kind, ++id);
        box.append(Arrays.stream(EventKind.values())
                .map(kind -> box.event(kind, new Subject(1L, 7L, "Ada", 3L, "1", false)))
                .toArray(EventDraft[]::new));
    }

    @AfterAll
    static void stop() {
        box.close();
    }

    private static long id(EventKind kind) {
        return Objects.requireNonNull(IDS.get(kind));
    }

    /// Ids of the events of some classes, newest first.
    private static List<Object> ids(EventClass... classes) {
        var ids = new ArrayList<Object>();
        IDS.forEach((kind, id) -> {
            if (List.of(classes).contains(kind.eventClass())) ids.addFirst(id);
        });
        return ids;
    }

    private static ApiClient.Answer all(Scope... scopes) {
        return box.bearer(scopes).get(EVENTS + "?level=debug&n=1000&after_id=" + (id(EventKind.CHANNEL_STARTED) - 1));
    }

    @Test
    void eachNarrowScopeShowsItsKind() {
        assertThat(all(ACCESS).column("id")).isEqualTo(ids(EventClass.ACCESS));
        assertThat(all(PERIMETERS).column("id")).isEqualTo(ids(EventClass.PERIMETER));
        assertThat(all(Scope.EVENT_PERIMETERS_READONLY_ALIAS).column("id")).isEqualTo(ids(EventClass.PERIMETER));
        assertThat(all(ACCESS, PERIMETERS).column("id")).isEqualTo(ids(EventClass.ACCESS, EventClass.PERIMETER));
    }

    @Test
    void theWideScopesShowEverythingWhateverNarrowOnesStandBeside() {
        List<Object> everything = ids(EventClass.values());
        assertThat(all(Scope.EVENT_READONLY).column("id")).isEqualTo(everything);
        assertThat(all(Scope.EVENT_GUARDING_READONLY).column("id")).isEqualTo(everything);
        assertThat(all(Scope.EVENT_GUARDING_READONLY, PERIMETERS).column("id")).isEqualTo(everything);
        assertThat(box.client().get(EVENTS + "?level=debug&n=1000").column("id"))
                .containsAll(everything);
    }

    @Test
    void countsAndLinksTellOfNoOthers() {
        int perimeters = ids(EventClass.PERIMETER).size();
        assertThat(all(PERIMETERS).header("Total")).isEqualTo("" + perimeters);
        ApiClient client = box.bearer(PERIMETERS);
        var page = client.get(EVENTS + "?level=debug&page=1&per_page=2");
        assertThat(page.header("Total")).isEqualTo("" + perimeters);
        assertThat(page.header("Link")).contains("page=" + (perimeters + 1) / 2 + "&per_page=2");
        var latest = client.get(EVENTS + "?level=debug&n=2");
        assertThat(latest.column("id")).isEqualTo(ids(EventClass.PERIMETER).subList(0, 2));
        String link = latest.header("Link");
        String next = link.replaceAll("(?s).*<https://[^/]*(/[^>]*)>; rel=\"next\".*", "$1");
        assertThat(client.get(next).column("id"))
                .isEqualTo(ids(EventClass.PERIMETER).subList(2, 4));
        var whole = client.get(EVENTS + "?level=debug&skip_pagination=true").object();
        assertThat((List<?>) whole.get("events")).hasSize(perimeters);
    }

    @Test
    void filtersByCodeFindNoOthers() {
        ApiClient client = box.bearer(PERIMETERS);
        assertThat(client.get(EVENTS + "?event_code=32").column("id")).containsExactly(id(EventKind.FORCED_OPEN));
        assertThat(client.get(EVENTS + "?event_codes=32,10,350").column("id"))
                .containsExactly(id(EventKind.FORCED_OPEN));
        for (String none : List.of("?event_code=10", "?event_code=350", "?event_code=10&page=1&form=short")) {
            var answer = client.get(EVENTS + none);
            assertThat(answer.status()).as(none).isEqualTo(200);
            assertThat(answer.header("Total")).as(none).isEqualTo("0");
        }
        assertThat(client.get(EVENTS + "?event_code=10&person_id=7").array()).isEmpty();
        assertThat(client.get(EVENTS + "?event_code=10&skip_pagination=true&form=short")
                        .text())
                .doesNotContain("\"id\"");
        assertThat(client.get(EVENTS + "?event_code=999999").status()).isEqualTo(400);
    }

    @Test
    void thePlainListIsOfActivity() {
        assertThat(box.bearer(ACCESS).get(EVENTS + "?n=1000").column("id")).isEqualTo(ids(EventClass.ACCESS));
        var none = box.bearer(PERIMETERS).get(EVENTS);
        assertThat(none.array()).isEmpty();
        assertThat(none.header("Total")).isEqualTo("0");
    }

    @Test
    void anEventOfAnotherKindIsNotThere() {
        ApiClient access = box.bearer(ACCESS);
        ApiClient perimeters = box.bearer(PERIMETERS);
        for (EventKind kind : EventKind.values()) {
            String path = EVENTS + "/" + id(kind);
            assertThat(access.get(path).status())
                    .as(kind.name())
                    .isEqualTo(kind.eventClass() == EventClass.ACCESS ? 200 : 404);
            assertThat(perimeters.get(path).status())
                    .as(kind.name())
                    .isEqualTo(kind.eventClass() == EventClass.PERIMETER ? 200 : 404);
        }
        var hidden = access.get(EVENTS + "/" + id(EventKind.FORCED_OPEN));
        assertThat(hidden.text()).isEqualTo(access.get(EVENTS + "/999999").text());
    }

    @Test
    void scopesOfOtherThingsShowNoEvent() {
        assertThat(EventSight.of(Set.of(Scope.PERSON, Scope.CHANNEL_ADMIT))).isEmpty();
        assertThat(EventSight.of(Scope.ALL)).containsExactly(EventClass.values());
    }
}
