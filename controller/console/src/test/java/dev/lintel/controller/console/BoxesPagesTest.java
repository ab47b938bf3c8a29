package dev.lintel.controller.console;

import static dev.lintel.controller.console.Visitor.location;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.console.UserDesk.By;
import dev.lintel.controller.console.UserDesk.NewPerson;
import dev.lintel.controller.event.EventDraft.Subject;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.hub.HubDesk.View;
import dev.lintel.controller.hub.TestBoxClient;
import dev.lintel.controller.hub.TestBoxClient.TestLink;
import dev.lintel.controller.store.PersonStore;
import dev.lintel.controller.store.UserStore.Kind;
import dev.lintel.controller.time.HandTime;
import dev.lintel.sync.wire.Cursor;
import dev.lintel.sync.wire.LinkMessage.Beat;
import dev.lintel.sync.wire.LinkMessage.News;
import dev.lintel.sync.wire.RevocationReport;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The hub's page of the boxes that follow, with boxes that join over real TLS.
class BoxesPagesTest {
    @TempDir
    Path folder;

    private final HandTime time = new HandTime("2026-11-22T10:00:00Z");
    private BoxRig box;
    private Visitor olga;

    @BeforeEach
    void start() throws Exception {
        box = new BoxRig(folder, time);
        olga = new Visitor(box.rig);
        olga.signIn(Rig.EMAIL, Rig.PASSWORD);
        olga.get("/boxes");
    }

    @AfterEach
    void stop() {
        olga.close();
        box.close();
    }

    /// Its text without tags, with one space between words.
    static String text(HttpResponse<String> page) {
        String body = page.body().substring(page.body().indexOf("<main"));
        return body.replaceAll("</?(wbr|span|code)[^>]*>", "")
                .replaceAll("<[^>]*>", " ")
                .replace("&#39;", "'")
                .replaceAll("\\s+", " ")
                .strip();
    }

    private View only() {
        List<View> boxes = box.rig.hub.desk().boxes();
        assertThat(boxes).hasSize(1);
        return boxes.getFirst();
    }

    private String path(String what) {
        return "/boxes/" + only().box().id() + "/" + what;
    }

    @Test
    void whatABoxKeepsSinceARestoreIsShownByNameAndGivenBack() throws Exception {
        TestBoxClient gate = box.joinAs("Gate");
        assertThat(text(olga.get("/boxes"))).doesNotContain("was restored");
        assertThat(text(olga.get("/boxes/restored"))).contains("The boxes take everything");
        box.rig.database.write(sql -> sql.run("INSERT INTO person (id, account_id, first_name, last_name, enabled,"
                + " created_at, updated_at) VALUES (77, 1, '<b>Zoë</b>', 'Guest', 1, 0, 0)"));
        TestLink link = gate.link();
        link.greet();
        var revocations = new RevocationReport(List.of(77L), 3, false, 0, null);
        link.say(new Beat(null, "trusted", 0L, 0, null, null, List.of(), revocations));
        BoxRig.await(() -> !box.rig.hub.desk().restored().view().isNothing());
        assertThat(text(olga.get("/boxes"))).contains("This hub was restored", "Show the people");
        var page = olga.get("/boxes/restored");
        assertThat(page.body()).contains("&lt;b>Zoë&lt;/b> Guest (77)").doesNotContain("<b>Zoë");
        assertThat(text(page)).contains("Boxes report 2 more people");
        assertThat(olga.post("/boxes/restored", "person", "5").statusCode()).isEqualTo(409);
        assertThat(text(olga.post("/boxes/restored", "accept", "Gate"))).contains("No report of the box Gate is held");
        assertThat(location(olga.post("/boxes/restored", "person", "77"))).isEqualTo("/boxes/restored");
    }

    @Test
    void writesAreAllowedAndListedAlsoOfABoxThatWasTurnedAway() throws Exception {
        box.joinAs("Gate");
        String writes = path("writes");
        assertThat(text(olga.get(writes))).contains("Writes of Gate", "has written nothing here", "Allow writes");
        assertThat(location(olga.post(writes, "allow", "on"))).isEqualTo(writes);
        assertThat(text(olga.get(writes))).contains("This box may write", "Refuse writes");
        assertThat(only().box().readOnly()).isFalse();
        box.rig.append(
                EventKind.CONFIGURATION_CHANGED,
                Subject.NOBODY,
                Map.of(
                        "what", "person",
                        "action", "create",
                        "id", 7,
                        "by", "box Gate",
                        "credential", "box " + only().box().id(),
                        "claimed_by", "eve@example.com"));
        assertThat(box.rig.database.awaitDisk(10_000)).isTrue();
        assertThat(text(olga.get(path("turn-away")))).contains("This box has written 1 time here");
        assertThat(location(olga.post(path("turn-away")))).isEqualTo(writes);
        assertThat(text(olga.get(writes)))
                .contains("Writes of a removed box", "create person 7, for eve@example.com as the box says")
                .doesNotContain("Allow writes");
    }

    @Test
    void whoIsNotHereYetIsListedAndTheirCodeWithdrawn() throws Exception {
        var made = olga.post("/boxes/code", "name", "Gate", "everything", "on");
        assertThat(text(olga.get("/boxes")))
                .contains(
                        "Not here yet Gate : A code stands for 15 minutes more, made by olga@example.com. It gets all")
                .doesNotContain(Visitor.text(made, "code"));
        assertThat(location(olga.post("/boxes/withdraw", "name", "Gate"))).isEqualTo("/boxes?done=withdrawn");
        assertThat(text(olga.get("/boxes?done=withdrawn")))
                .contains("Nobody joins by that code.")
                .doesNotContain("Not here yet");
        var gone = olga.post("/boxes/withdraw", "name", "Gate");
        assertThat(gone.statusCode()).isEqualTo(409);
        assertThat(text(gone)).contains("No code stands for Gate");
        var next = Visitor.text(olga.post("/boxes/code", "name", "Gate"), "code");
        new TestBoxClient(box.rig.url(""), box.rig.authority).join(next);
        assertThat(text(olga.get("/boxes")))
                .contains("It has joined by a code and has not come yet, made by olga@example.com. Until it comes its"
                        + " code lets in whoever has it, for 15 minutes more.");
    }

    @Test
    void aBoxIsAddedWithACodeThatIsShownOnce() throws Exception {
        var none = olga.get("/boxes");
        assertThat(text(none)).contains("No box follows so far.", "this Lintel becomes a hub", "Follow a hub");
        assertThat(none.body())
                .contains("<a href=\"/boxes\" aria-current=\"page\">Boxes</a>")
                .doesNotContain(">Hub</a>");
        var made = olga.post("/boxes/code", "name", " Gate ");
        assertThat(made.statusCode()).isEqualTo(200);
        assertThat(made.headers().firstValue("Cache-Control")).hasValue("no-store");
        String code = Visitor.text(made, "code");
        assertThat(code).matches("[A-Z0-9]{4}-[A-Z0-9]{4}");
        assertThat(text(made)).contains("lintel join " + box.rig.url("") + " --code " + code);
        assertThat(made.body().replace("<wbr>", ""))
                .contains(">" + box.rig.hub.desk().fingerprint() + "</code>");
        assertThat(text(made)).contains("within 15 minutes", "No channel in site.yaml names it yet", "box: 'Gate'");
        assertThat(text(olga.get("/boxes"))).contains("No box follows so far.").doesNotContain("becomes a hub");
        box.join(code);
        var after = olga.get("/boxes");
        assertThat(after.body()).doesNotContain(code);
        assertThat(text(after))
                .contains("Gate away since 22 Nov 2026, 10:00", "has nothing yet", "let in by olga@example.com", "0.9");
        var again = olga.post("/boxes/code", "name", "Gate", "everything", "on");
        assertThat(text(again)).contains("follows already: the new one takes its place", "It gets all people");
        assertThat(text(made)).contains("It may only read: people are added and changed here.");
        assertThat(text(after)).contains("read-only there", "What a box can do");
        var writes = olga.post("/boxes/code", "name", "Barn", "may_write", "on");
        assertThat(text(writes)).contains("It may write: its API clients change people of its doors.");
        box.join(Visitor.text(writes, "code"));
        assertThat(text(olga.get("/boxes"))).contains("those of its doors may be changed there");
    }

    @Test
    void aCodeForACardHoldsForDays() throws Exception {
        assertThat(olga.get("/boxes").body()).contains("<option value=\"\" selected>15 minutes</option>");
        assertThat(text(olga.post("/boxes/code", "name", "Gate", "days", ""))).contains("within 15 minutes");
        var made = olga.post("/boxes/code", "name", "Gate", "days", "7");
        assertThat(text(made)).contains("It lets one box in, once, within 7 days, and is not shown again.");
        time.advance(Duration.ofHours(1));
        assertThat(text(olga.get("/boxes"))).contains("A code stands for 6 days and 23 hours more");
        var refused = olga.post("/boxes/code", "name", "Barn", "days", "365");
        assertThat(refused.statusCode()).isEqualTo(422);
        assertThat(text(refused)).contains("A code is good for 1 to 30 days, not 365.");
        assertThat(olga.post("/boxes/code", "name", "Barn", "days", "a week").statusCode())
                .isEqualTo(422);
        assertThat(olga.post("/boxes/code", "name", "<Barn>", "days", "7").body())
                .contains("<option value=\"7\" selected>7 days</option>");
    }

    @Test
    void aCodeThatCannotBeIsSaidWhy() throws Exception {
        var refused = olga.post("/boxes/code", "name", "<Gate>", "everything", "on");
        assertThat(refused.statusCode()).isEqualTo(422);
        assertThat(text(refused)).contains("A box's name has 1 to 64 letters");
        assertThat(refused.body()).contains("value=\"&lt;Gate>\"", " checked").doesNotContain("data-under-way");
        for (int i = 0; i < 20; i++) olga.post("/boxes/code", "name", "Box " + i);
        assertThat(text(olga.post("/boxes/code", "name", "One more"))).contains("20 codes stand already");
        assertThat(box.rig.hub.desk().boxes()).isEmpty();
    }

    @Test
    void aBoxThatIsThereShowsHowItIs() throws Exception {
        box.wire("Gate");
        var made = olga.post("/boxes/code", "name", "Gate");
        assertThat(text(made)).contains("1 channel in site.yaml names it.");
        TestBoxClient gate = box.join(Visitor.text(made, "code"));
        var link = box.beat(gate, null, -3_200, "its disk is full", "");
        var page = olga.get("/boxes");
        assertThat(text(page)).contains("Gate online", "3.2 s behind the hub's", "Its disk is full.", "Back Door");
        assertThat(page.body())
                .contains("href=\"/#door-2\"", "class=\"break worry\">3.2 s behind", "until 24 Dec 2027");
        link.close();
        BoxRig.await(() -> !only().online());
        assertThat(text(olga.get("/boxes"))).contains("Gate away since 22 Nov 2026, 10:00");
    }

    @Test
    void howFarABoxHasFollowedIsShown() throws Exception {
        TestBoxClient gate = box.joinAs("Gate");
        var first = gate.link();
        Cursor latest = first.greet().latest();
        first.close();
        var link = box.beat(gate, latest, 0, null, "");
        assertThat(text(olga.get("/boxes"))).contains("up to date").doesNotContain("behind");
        box.rig.database.write(sql -> sql.run("INSERT INTO person (id, account_id, first_name, last_name, enabled,"
                + " created_at, updated_at) VALUES (77, 1, 'Nina', 'New', 1, 0, 0)"));
        assertThat(text(olga.get("/boxes"))).contains("1 change behind").doesNotContain("up to date");
        link.close();
        var elsewhere = box.beat(gate, new Cursor("another", 5), 0, null, "");
        assertThat(text(olga.get("/boxes"))).contains("needs a snapshot: it has been further than this hub");
        elsewhere.close();
    }

    @Test
    void aSnapshotIsLetThroughOnceItIsSaidWhatItDoes() throws Exception {
        TestBoxClient gate = box.joinAs("Gate");
        var link = box.beat(gate, null, 0, "a snapshot is held back until somebody lets it through", "abc123");
        assertThat(text(olga.get("/boxes"))).contains("It holds a snapshot back.", "more people than may go at once");
        box.told("Barn", "abc123", 5, 6); // another box's
        box.told("Gate", "abc123", 30, 1_100);
        assertThat(text(olga.get("/boxes")))
                .contains("It would remove or disable 30 of 1,100 people")
                .doesNotContain("A snapshot is held back until");
        var plan = olga.get(path("approve"));
        assertThat(text(plan)).contains("Let the snapshot through at Gate?", "30 of 1,100 people");
        var other = olga.post(path("approve"), "held", "another");
        assertThat(text(other)).contains("Let the snapshot through at Gate?");
        assertThat(only().box().approved()).isNull();
        assertThat(location(olga.post(path("approve"), "held", "abc123"))).isEqualTo("/boxes?done=approved");
        assertThat(only().box().approved()).isEqualTo("abc123");
        assertThat(((News) link.hears()).approved()).isEqualTo("abc123");
        link.close();
    }

    @Test
    void aBoxIsTurnedAwayInTwoSteps() throws Exception {
        TestBoxClient gate = box.joinAs("Gate");
        String path = path("turn-away");
        assertThat(text(olga.get(path))).contains("Turn Gate away?", "Its doors go on");
        assertThat(only().box().isJoined()).isTrue();
        assertThat(location(olga.post(path))).isEqualTo("/boxes?done=turned-away");
        assertThat(box.rig.hub.desk().boxes()).isEmpty();
        assertThat(gate.get("/sync/1/changes").statusCode()).isEqualTo(403);
        assertThat(text(olga.get("/boxes?done=turned-away"))).contains("The box is turned away.");
        var late = olga.post(path);
        assertThat(late.statusCode()).isEqualTo(404);
        assertThat(text(late)).contains("That box follows no more");
        assertThat(olga.get("/boxes/nothing/approve").statusCode()).isEqualTo(404);
    }

    @Test
    void whatIsHeldBackIsPublishedAfterALookAtIt() throws Exception {
        assertThat(location(olga.get("/boxes/publish"))).isEqualTo("/boxes");
        box.joinAs("Gate");
        box.massacre(24);
        assertThat(text(olga.get("/boxes"))).contains("Changes are held back", "25 people were deleted or disabled");
        var plan = olga.get("/boxes/publish");
        assertThat(text(plan)).contains("for 25 people", "Number 1 Guest, disabled", "Number 19 Guest", "and 5 more");
        assertThat(plan.body())
                .contains("&lt;b&gt;Zoë&lt;/b&gt; Guest, deleted")
                .doesNotContain("Number 20 Guest");
        var held = Objects.requireNonNull(box.rig.hub.desk().heldBack(0)).held();
        String[] seen = {"from", "" + held.from(), "to", "" + held.to(), "people", "24"};
        assertThat(text(olga.post("/boxes/publish", seen))).contains("Publish what is held back?");
        box.rig.database.write(sql -> {
            for (int i = 1; i <= 20; i++) {
                PersonStore.update(sql, 100 + i, Map.of("enabled", true), time.nowMs());
            }
            return true;
        });
        assertThat(text(olga.get("/boxes/publish"))).contains("for 5 people").doesNotContain("Number 1 Guest");
        seen[5] = "25";
        assertThat(location(olga.post("/boxes/publish", seen))).isEqualTo("/boxes?done=published");
        assertThat(text(olga.get("/boxes"))).doesNotContain("held back");
        assertThat(location(olga.post("/boxes/publish", seen))).isEqualTo("/boxes");
    }

    @Test
    void onlyOperatorsOfAHubSeeBoxes() throws Exception {
        box.rig.desk.create(
                By.COMMAND_LINE, new NewPerson("ulf@example.com", "", "", Kind.USER), "eight loud harbours");
        try (var ulf = new Visitor(box.rig)) {
            assertThat(location(ulf.get("/boxes"))).isEqualTo("/sign-in?next=%2Fboxes");
            ulf.signIn("ulf@example.com", "eight loud harbours");
            var page = ulf.get("/boxes");
            assertThat(page.statusCode()).isEqualTo(403);
            assertThat(page.body()).doesNotContain(">Boxes</a>");
            assertThat(ulf.post("/boxes/code", "name", "Gate").statusCode()).isEqualTo(403);
            assertThat(ulf.get("/following").statusCode()).isEqualTo(403);
        }
        assertThat(box.rig.hub.isHub()).isFalse();
    }
}
