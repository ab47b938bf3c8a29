package dev.lintel.controller.console;

import static dev.lintel.controller.console.BoxesPagesTest.text;
import static dev.lintel.controller.console.Visitor.location;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.fleet.StageStore;
import dev.lintel.controller.store.SideDatabase;
import dev.lintel.controller.sync.FollowingDesk;
import dev.lintel.controller.sync.HandMembership;
import dev.lintel.controller.time.HandTime;
import dev.lintel.controller.tls.BoxKey;
import dev.lintel.sync.Progress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The box's page of the hub that it follows, which a test plays.
class FollowingPagesTest {
    private static final String[] PLAN = {"url", "https://hub.example:8443/", "code", "7KQ2-M9XD"};
    private static final String[] SEEN = {
        "url", "https://hub.example:8443", "fingerprint", HandMembership.FINGERPRINT, "box", "Lobby"
    };

    @TempDir
    Path folder;

    private final HandTime time = new HandTime("2026-11-22T10:00:00Z");
    private Rig rig;
    private SideDatabase side;
    private StageStore stage;
    private Visitor olga;

    @BeforeEach
    void start() throws Exception {
        rig = new Rig(folder, time, false);
        rig.administrators.createFirst(Rig.EMAIL, Rig.PASSWORD);
        side = SideDatabase.sync(rig.folder);
        stage = new StageStore(side);
        olga = new Visitor(rig);
        olga.signIn(Rig.EMAIL, Rig.PASSWORD);
        olga.get("/following");
    }

    @AfterEach
    void stop() {
        olga.close();
        side.close();
        rig.close();
    }

    private FollowingDesk follow() throws Exception {
        var authority = BoxKey.certificates(Files.readString(rig.authority)).getLast();
        var hub = new FollowingDesk(rig.database, stage, authority, time);
        hub.reports(new Progress.Contact(12, time.nowMs(), 5));
        rig.membership.desk = hub.desk;
        return hub;
    }

    @Test
    void aBoxThatWaitsForAServiceJoinsNoHub() throws Exception {
        rig.membership.waiting = "the service https://api.example.com has not allowed this box yet";
        var page = olga.get("/following");
        assertThat(text(page))
                .contains("Follow a service", "has not allowed this box yet")
                .doesNotContain("Which hub?");
        assertThat(page.body()).doesNotContain("/following/plan");
    }

    @Test
    void aBoxJoinsOnceItIsSaidWhatIsReplaced() throws Exception {
        assertThat(text(olga.get("/following"))).contains("Follow a hub", "Which hub?");
        var plan = olga.post("/following/plan", PLAN);
        assertThat(plan.statusCode()).isEqualTo(200);
        assertThat(text(plan))
                .contains("Follow Head Office?", "1,204 people and 7 roles", HandMembership.FINGERPRINT, "Lobby")
                .doesNotContain("7KQ2-M9XD");
        assertThat(plan.body()).contains("formaction=\"/following/drop\"");
        var other =
                olga.post("/following/join", "url", "https://hub.example:8443", "fingerprint", "AB", "box", "Lobby");
        assertThat(other.statusCode()).isEqualTo(409);
        assertThat(text(other)).contains("What you saw does not stand any more");
        assertThat(location(olga.post("/following/join", SEEN))).isEqualTo("/following?done=joined");
        assertThat(rig.membership.asked)
                .containsExactly("plan https://hub.example:8443 7KQ2-M9XD", "confirm " + Rig.EMAIL);
        assertThat(olga.post("/following/join", SEEN).statusCode()).isEqualTo(409); // twice
    }

    @Test
    void whatIsCancelledIsDropped() throws Exception {
        olga.post("/following/plan", PLAN);
        assertThat(location(olga.post("/following/drop"))).isEqualTo("/following?done=dropped");
        assertThat(text(olga.get("/following?done=dropped"))).contains("Nothing was changed.");
        assertThat(rig.membership.asked).last().isEqualTo("drop");
        assertThat(olga.post("/following/join", SEEN).statusCode()).isEqualTo(409);
    }

    @Test
    void whatCannotBeIsSaidWhy() throws Exception {
        for (String url :
                new String[] {"", "hub.example", "http://hub.example", "https://hub.example/x", "https://é b"}) {
            var refused = olga.post("/following/plan", "url", url, "code", "7KQ2-M9XD");
            assertThat(refused.statusCode()).as(url).isEqualTo(422);
            assertThat(text(refused)).contains("A hub's address is such as https://hub.example:8443");
            assertThat(refused.body()).doesNotContain("7KQ2-M9XD\"");
        }
        rig.membership.refusal = "the hub does not know this code";
        var refused = olga.post("/following/plan", PLAN);
        assertThat(refused.statusCode()).isEqualTo(422);
        assertThat(text(refused)).contains("The hub does not know this code.");
        assertThat(refused.body()).contains("value=\"https://hub.example:8443/\"");
        rig.membership.refusal = null;
        for (int i = 0; i < 4; i++) olga.post("/following/plan", PLAN);
        assertThat(olga.post("/following/plan", PLAN).statusCode()).isEqualTo(429);
        time.advance(Duration.ofMinutes(1));
        assertThat(olga.post("/following/plan", PLAN).statusCode()).isEqualTo(200);
    }

    @Test
    void aBoxThatFollowsSaysSoOnItsPages() throws Exception {
        var people = olga.get("/people");
        assertThat(people.body()).contains("id=\"bring\"", "people.js");
        var hub = follow();
        hub.reports(new Progress.Completed(3));
        var page = olga.get("/following");
        assertThat(text(page))
                .contains("Head Office up to date", "https://hub.example:8443", "22 Nov 2026, 10:00:00", "Lobby")
                .contains("Events for the hub 3 waiting", "as the hub's", "Sync now", "People are changed at the hub");
        assertThat(page.body()).contains(">Hub</a>", "data-under-way=\"15\"").doesNotContain(">Boxes</a>", "worry");
        people = olga.get("/people");
        assertThat(text(people)).contains("People are kept at the hub", "the hub Head Office", "Save all people");
        assertThat(people.body()).doesNotContain("id=\"bring\"", "people.js");
        var boxes = olga.get("/boxes");
        assertThat(boxes.statusCode()).isEqualTo(404);
        assertThat(text(boxes)).contains("Boxes are added at the hub");
        olga.get("/following");
        assertThat(olga.post("/boxes/code", "name", "Gate").statusCode()).isEqualTo(404);
        assertThat(rig.hub.isHub()).isFalse();
    }

    @Test
    void howItGoes() throws Exception {
        var hub = follow();
        assertThat(text(olga.get("/following"))).contains("not all is here yet", "not since it joined");
        hub.reports(new Progress.Started(true));
        hub.line.doing = "snapshot: 40000 people";
        var moving = olga.get("/following");
        assertThat(text(moving)).contains("Head Office syncing", "snapshot: 40000 people");
        assertThat(moving.body()).contains("data-under-way=\"2\"");
        hub.reports(new Progress.Failed("there is no room on this box's disk"));
        hub.line.skewMs = 7_200_000;
        assertThat(text(olga.get("/following")))
                .contains("Head Office failing", "There is no room on this box's disk.", "2 hours ahead of the hub's");
        hub.line.online = false;
        time.advance(Duration.ofHours(26));
        olga.signIn(Rig.EMAIL, Rig.PASSWORD);
        assertThat(text(olga.get("/following"))).contains("no contact since 22 Nov 2026, 10:00");
        hub.reports(new Progress.Dismissed("an operator of the hub has turned this box away"));
        assertThat(text(olga.get("/following")))
                .contains("turned away by the hub", "An operator of the hub has turned this box away.")
                .doesNotContain("Sync now");
    }

    @Test
    void aSyncIsAskedFor() throws Exception {
        var hub = follow();
        olga.get("/following");
        assertThat(location(olga.post("/following/sync"))).isEqualTo("/following?done=asked");
        assertThat(hub.line.asked).isEqualTo(1);
    }

    @Test
    void aSnapshotIsLetThroughOnceItIsSaidWhatItDoes() throws Exception {
        var hub = follow();
        assertThat(location(olga.get("/following/accept"))).isEqualTo("/following");
        hub.holds("abc123", 30, 1_100);
        assertThat(rig.database.awaitDisk(10_000)).isTrue();
        assertThat(text(olga.get("/following")))
                .contains("held back", "It would remove or disable 30 of 1,100 people")
                .doesNotContain("lintel hub approve");
        assertThat(text(olga.get("/following/accept"))).contains("Let the snapshot through?", "30 of 1,100 people");
        assertThat(text(olga.post("/following/accept", "held", "another"))).contains("Let the snapshot through?");
        assertThat(stage.accepted()).isNull();
        assertThat(location(olga.post("/following/accept", "held", "abc123"))).isEqualTo("/following?done=accepted");
        assertThat(stage.accepted()).isEqualTo("abc123");
    }

    @Test
    void aBoxLeavesInTwoSteps() throws Exception {
        assertThat(location(olga.get("/following/leave"))).isEqualTo("/following");
        follow();
        assertThat(text(olga.get("/following/leave"))).contains("Leave the hub?", "3 events are not at the hub yet");
        rig.membership.untold = "the hub is away";
        assertThat(location(olga.post("/following/leave"))).isEqualTo("/following?done=left-untold");
        assertThat(rig.membership.asked).containsExactly("leave " + Rig.EMAIL);
        assertThat(text(olga.get("/following?done=left-untold"))).contains("Which hub?", "turn this box away there");
    }

    @Test
    void aServiceIsToldOfInItsOwnWords() throws Exception {
        var service = FollowingDesk.service(rig.database, stage, time);
        service.line.notices = List.of("Role 31 (Archive) of the service is not in site.yaml");
        service.reports(new Progress.Contact(12, time.nowMs(), 5));
        service.reports(new Progress.Completed(3));
        rig.membership.desk = service.desk;
        String page = text(olga.get("/following"));
        assertThat(page)
                .contains("Yard up to date", "https://api.example.com", "as the service's", "Leave the service")
                .contains("this box's own", "Role 31 (Archive) of the service is not in site.yaml")
                .doesNotContain("hub's", "the hub", "Events for", "Fingerprint", "Certificate");
        assertThat(text(olga.get("/people"))).contains("People are kept at the service", "follows the service Yard");
        assertThat(location(olga.post("/following/sync"))).isEqualTo("/following?done=asked-service");
        assertThat(text(olga.get("/following?done=asked-service"))).contains("The service is asked");
        service.holds("abc123", 30, 1_100);
        assertThat(text(olga.get("/following"))).contains("held back").doesNotContain("at the hub");
        assertThat(text(olga.get("/following/leave")))
                .contains("Leave the service?", "needs a new permission")
                .doesNotContain("hub");
        assertThat(location(olga.post("/following/leave"))).isEqualTo("/following?done=left-service");
        assertThat(text(olga.get("/following?done=left-service"))).contains("follows no service any more");
    }
}
