package dev.lintel.controller.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.console.UserDesk.By;
import dev.lintel.controller.console.UserDesk.NewPerson;
import dev.lintel.controller.event.Event;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.store.EventStore;
import dev.lintel.controller.store.MailStore.State;
import dev.lintel.controller.store.UserStore.Kind;
import dev.lintel.controller.time.HandTime;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Olga looks at letters on a box without a mail server, over real HTTPS.
class OutboxPagesTest {
    @TempDir
    Path folder;

    private final HandTime time = new HandTime("2026-11-24T00:00:00Z");
    private Rig rig;
    private Visitor olga;

    @BeforeEach
    void start() throws Exception {
        rig = new Rig(folder.resolve("data"), time, false);
        rig.administrators.createFirst(Rig.EMAIL, Rig.PASSWORD);
        olga = new Visitor(rig);
        olga.signIn(Rig.EMAIL, Rig.PASSWORD);
    }

    @AfterEach
    void stop() throws Exception {
        olga.close();
        rig.close();
    }

    @Test
    void aLetterWaitsIsReadAndTakenOut() throws Exception {
        assertThat(olga.get("/outbox").body()).contains("has no mail server", "There is none here");
        HttpResponse<String> sent = olga.post("/outbox", "address", "<b>@example.com");
        assertThat(sent.statusCode()).isEqualTo(422);
        assertThat(sent.body()).contains("is not an email address").doesNotContain("<b>");
        assertThat(Visitor.location(olga.post("/outbox", "address", "ada@example.com")))
                .isEqualTo("/outbox?done=waits");
        assertThat(olga.get("/outbox?done=waits").body())
                .contains("The test letter waits,", "ada@example.com", "Waiting");
        assertThat(olga.get("/outbox?state=sent").body()).contains("There is none here");
        assertThat(olga.get("/outbox/1").body())
                .contains("Test letter from Lobby", "asked for it", "Take it out")
                .doesNotContain("Send it now");
        assertThat(Visitor.location(olga.post("/outbox/1/drop"))).isEqualTo("/outbox/1?done=drop");
        assertThat(olga.get("/outbox/1").body())
                .contains("Taken out by " + Rig.EMAIL)
                .doesNotContain("asked for it", "Take it out");
        assertThat(olga.post("/outbox/1/drop").statusCode()).isEqualTo(404);
        assertThat(olga.post("/outbox/1/again").statusCode()).isEqualTo(404);
        assertThat(olga.get("/outbox/2").statusCode()).isEqualTo(404);
        assertThat(rig.mail.list(State.DROPPED, Long.MAX_VALUE, 10)).hasSize(1);
    }

    @Test
    void whoAsksIsInTheLogAndTheListGoesOn() throws Exception {
        for (int i = 0; i < 51; i++) rig.mail.test("p" + i + "@example.com", "ines@example.com");
        String first = olga.get("/outbox").body();
        assertThat(first).contains("p50@example.com", "before_id=2\"").doesNotContain(">p0@example.com");
        assertThat(olga.get("/outbox?state=&before_id=2").body()).contains("p0@example.com");
        olga.post("/outbox", "address", "ada@example.com");
        rig.database.awaitDisk(10_000);
        List<Event> events = new EventStore(rig.database).after(0, 100);
        assertThat(events)
                .filteredOn(one -> one.kind() == EventKind.CONFIGURATION_CHANGED)
                .last()
                .satisfies(one -> assertThat(one.draft().additional())
                        .containsEntry("action", "sent a test letter")
                        .containsEntry("new", "ada@example.com")
                        .containsEntry("by", Rig.EMAIL));
    }

    @Test
    void itIsForOperators() throws Exception {
        rig.desk.create(By.COMMAND_LINE, new NewPerson("kim@example.com", "", "", Kind.USER), Rig.PASSWORD);
        rig.mail.test("ada@example.com", "ines@example.com");
        try (var kim = new Visitor(rig)) {
            kim.signIn("kim@example.com", Rig.PASSWORD);
            assertThat(kim.get("/outbox").statusCode()).isEqualTo(403);
            assertThat(kim.get("/outbox/1").statusCode()).isEqualTo(403);
            assertThat(kim.post("/outbox/1/drop").statusCode()).isEqualTo(403);
        }
        try (var stranger = new Visitor(rig)) {
            assertThat(Visitor.location(stranger.get("/outbox"))).startsWith("/sign-in");
        }
    }
}
