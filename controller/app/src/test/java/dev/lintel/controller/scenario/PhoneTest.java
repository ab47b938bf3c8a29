package dev.lintel.controller.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.api.ApiClient;
import dev.lintel.controller.api.ApiClient.Answer;
import dev.lintel.controller.contract.Spec;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.json.Json;
import dev.lintel.controller.mobile.TestPhone;
import dev.lintel.controller.time.Await;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Phones at a whole box, over HTTP: what they may, and what nobody may with what is theirs.
class PhoneTest {
    private static final String UNKNOWN = "This phone is not known here.";
    private static final String NOT_GOOD = "This code is not good.";
    private static final String NOT_LEFT = "This door is not left by phone: use its reader, or its button.";
    private static final String TRIED = "a code is not good: it was used, withdrawn, is over, or never was";

    @TempDir
    Path folder;

    private PhoneBox rig;

    @BeforeEach
    void begin() throws Exception {
        rig = new PhoneBox(folder);
    }

    @AfterEach
    void stop() {
        rig.close();
    }

    /// Nobody who is refused is told why, so the log is, and from where.
    private void told(String... why) {
        String log = rig.logged.next();
        assertThat(log).contains(why).contains(", from 127.0.0.1");
    }

    /// The newest event tells that somebody tried a phone that was taken off, and whose it was.
    private void seen(String name) {
        Map<String, Object> event = rig.client.get("/api/3/events").array().getFirst();
        assertThat(String.valueOf(event)).contains(name);
        assertThat(rig.reasons()).last().isEqualTo("credential_disabled");
    }

    private static void refused(Answer answer, int status, String words) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(status);
        assertThat(String.valueOf(answer.object().get("error"))).startsWith(words);
    }

    @Test
    void opensByTheRulesOfACard() throws Exception {
        TestPhone ada = rig.bound(rig.person("Ada", 1));
        assertThat(String.valueOf(ada.doors().object().get("doors")))
                .isEqualTo("[{id=1, name=Front, hindrance=null, leave=true}]");
        assertThat(ada.open(1).object()).containsEntry("opened", true);
        assertThat(rig.box.asked(Map.of("command", "sim", "channel", 1))).containsEntry("strike", "released");
        assertThat(ada.open(1).object())
                .containsEntry("opened", false)
                .hasEntrySatisfying(
                        "error", words -> assertThat(String.valueOf(words)).startsWith("You are inside already"));
        Map<String, Object> turned = new LinkedHashMap<>(ada.request("open", ada.challenge(), "1"));
        turned.put("side", "exit"); // signed to go in
        refused(ada.send("open", turned), 401, UNKNOWN);
        assertThat(ada.leave(1).object()).containsEntry("opened", true);
        assertThat(ada.leave(1).object()).containsEntry("error", "You are outside already, as far as this door knows.");
        assertThat(ada.open(1).object()).containsEntry("opened", true);
        assertThat(ada.open(2).object()).containsEntry("error", "This is no door of yours.");
        refused(ada.open(3), 404, "This door is not there any more.");

        TestPhone ben = rig.bound(rig.person("Ben", 2));
        assertThat(ben.open(2).object()).containsEntry("error", "Outside the hours in which you may pass.");
        assertThat(String.valueOf(ben.doors().object().get("doors"))).contains("Back", "Outside the hours");

        assertThat(rig.client
                        .post("/api/3/channels/1/lockdown", "{\"card_lockdown\": true}")
                        .status())
                .isEqualTo(200);
        assertThat(ada.open(1).object()).containsEntry("error", "This door is locked down.");
        assertThat(ada.leave(1).object())
                .as("it may say so outside, too")
                .containsEntry("error", "This door is locked down.");
        assertThat(String.valueOf(ada.doors().object())).contains("Front", "This door is locked down.");
        assertThat(String.valueOf(ben.doors().object())).contains("Back").doesNotContain("Front"); // no door of his
        rig.client.put("/api/3/people/1", "{\"enabled\": false}");
        assertThat(ada.doors().object())
                .containsEntry("doors", List.of())
                .containsEntry("note", "You are not admitted any more. Ask whoever invited you.");
        assertThat(rig.decisions())
                .containsExactly(
                        EventKind.ADMITTED_MOBILE,
                        EventKind.REJECTED_PASSBACK,
                        EventKind.ADMITTED_MOBILE,
                        EventKind.REJECTED_PASSBACK,
                        EventKind.ADMITTED_MOBILE,
                        EventKind.REJECTED_NO_PERMISSION,
                        EventKind.REJECTED_OUT_OF_HOURS,
                        EventKind.REJECTED_LOCKDOWN,
                        EventKind.REJECTED_LOCKDOWN);
        Map<String, Object> event =
                rig.client.get("/api/3/events?event_code=15").array().getFirst();
        assertThat(String.valueOf(event)).contains("Ada North");
    }

    @Test
    void aReplayAForgeryAndAStrangerOpenNothingAndLearnNothing() throws Exception {
        TestPhone ada = rig.bound(rig.person("Ada", 1));
        TestPhone ben = rig.bound(rig.person("Ben", 1));
        Map<String, Object> once = ada.request("open", ada.challenge(), "1");
        assertThat(ada.send("open", once).status()).isEqualTo(200);
        refused(ada.send("open", once), 401, UNKNOWN); // replayed
        told("phone " + ada.credential + ": open refused, its challenge was used before");

        Map<String, Object> moved = new LinkedHashMap<>(ada.request("open", ada.challenge(), "1"));
        moved.put("door", "2"); // signed for another door
        refused(ada.send("open", moved), 401, UNKNOWN);
        refused(
                ada.send("leave", ada.request("doors", ada.challenge(), "")),
                401,
                UNKNOWN); // signed for something else
        told("open refused, its signature is wrong", "leave refused, its signature is wrong");

        String hers = ada.credential;
        String challenge = ada.challenge();
        Map<String, Object> theirs = new LinkedHashMap<>(ada.request("open", challenge, "1"));
        theirs.put("signature", ben.sign("open", hers, challenge, "1")); // Ben's key for Ada's credential
        refused(ben.send("open", theirs), 401, UNKNOWN);
        told("phone " + hers + ": open refused, its signature is wrong");
        assertThat(ada.send("open", ada.request("open", challenge, "1")).status())
                .isEqualTo(200); // not used up by that

        var stranger = new TestPhone(rig.client);
        for (String credential : List.of("1", "999999")) { // invited once, and never there
            stranger.credential = credential;
            refused(stranger.open(1), 401, UNKNOWN);
            told("phone " + credential + ": open refused, there is no such credential");
        }
        String old = ada.challenge();
        rig.box.time.pass(Duration.ofMinutes(3));
        refused(ada.send("open", ada.request("open", old, "1")), 401, UNKNOWN);
        assertThat(rig.logged.next()).as("a page that lay open for a while").doesNotContain("refused");
        refused(ada.send("open", ada.request("open", old, "2")), 401, UNKNOWN);
        refused(ben.send("open", ada.request("open", old, "1")), 401, UNKNOWN);
        assertThat(rig.decisions()).containsExactly(EventKind.ADMITTED_MOBILE, EventKind.REJECTED_PASSBACK);

        String before = ada.challenge();
        rig.box.stop();
        rig.box.start();
        rig.client = rig.box.client();
        var again = new ApiClientOf(rig.client, ada);
        refused(again.open(before), 401, UNKNOWN); // of the process before
        told("open refused, its challenge is none of ours");
    }

    /// The same phone by another client: the box has another port since its restart.
    private record ApiClientOf(ApiClient client, TestPhone phone) {
        Answer open(String challenge) {
            return client.post("/mobile/open", Json.write(phone.request("open", challenge, "1")));
        }
    }

    @Test
    void aCodeIsGoodOnceForOnePhoneAndForAWeek() throws Exception {
        rig.configured("invitations: code, invitation_days: 7");
        long ada = rig.person("Ada", 1);
        Map<String, Object> invited = rig.invite(ada);
        assertThat(PhoneBox.code(invited)).matches("[A-Z0-9]{4}(-[A-Z0-9]{4}){3}");
        assertThat(invited).containsKey("invitation_expires_at").doesNotContainKey("value");
        assertThat(rig.invite(ada)).isEqualTo(invited); // one of a type
        assertThat(rig.client.get("/api/3/people/" + ada).text()).contains(PhoneBox.code(invited));

        var phone = new TestPhone(rig.client);
        refused(phone.redeem("AAAA-AAAA-AAAA-AAAA"), 401, NOT_GOOD);
        told(TRIED);
        assertThat(phone.redeem(PhoneBox.code(invited)).status()).isEqualTo(200);
        String bound = phone.credential;
        assertThat(phone.redeem(PhoneBox.code(invited)).object())
                .containsEntry("credential", bound); // its answer was lost
        refused(new TestPhone(rig.client).redeem(PhoneBox.code(invited)), 401, NOT_GOOD); // somebody else's second use
        told(TRIED);

        long ben = rig.person("Ben", 1);
        String over = PhoneBox.code(rig.invite(ben));
        rig.box.time.pass(Duration.ofDays(7).plusSeconds(1));
        refused(new TestPhone(rig.client).redeem(over), 401, NOT_GOOD);
        told(TRIED);
        Map<String, Object> renewed = rig.invite(ben);
        assertThat(PhoneBox.code(renewed)).isNotEqualTo(over);
        refused(new TestPhone(rig.client).redeem(over), 401, NOT_GOOD);
        assertThat(new TestPhone(rig.client).redeem(PhoneBox.code(renewed)).status())
                .isEqualTo(200);

        String third = PhoneBox.code(rig.invite(rig.person("Cem", 1)));
        long id = Long.parseLong(String.valueOf(
                rig.client.get("/api/3/credentials").array().getLast().get("id")));
        var withdrawn = rig.client.delete("/api/3/credentials/" + id);
        assertThat(withdrawn.status()).isEqualTo(202);
        refused(new TestPhone(rig.client).redeem(third), 401, NOT_GOOD);
    }

    @Test
    void aPhoneThatIsRevokedOrTakenOffOpensNothing() throws Exception {
        long ada = rig.person("Ada", 1);
        TestPhone lost = rig.bound(ada);
        assertThat(rig.box.asked(Map.of("command", "mobile revoke", "id", Long.parseLong(lost.credential))))
                .containsEntry("status", "revoked");
        refused(lost.open(1), 403, "This phone was taken off");
        refused(lost.doors(), 403, "This phone was taken off");
        assertThat(rig.decisions()).containsExactly(EventKind.REJECTED_CREDENTIAL_DISABLED);
        seen("Ada North");
        String first = lost.credential;
        assertThat(lost.redeem(PhoneBox.code(rig.invite(ada))).status())
                .as("it was found again: the same key, another credential")
                .isEqualTo(200);
        assertThat(lost.credential).isNotEqualTo(first);
        assertThat(lost.open(1).object()).containsEntry("opened", true);
        rig.box.ask(Map.of("command", "mobile revoke", "id", Long.parseLong(lost.credential)));
        assertThat(lost.leave(1).status()).isEqualTo(403);
        TestPhone next = rig.bound(ada); // a revoked one does not count
        assertThat(next.leave(1).object()).containsEntry("opened", true);
        assertThat(rig.client.get("/api/3/people/" + ada + "/credentials").array())
                .extracting(one -> one.get("status"))
                .containsExactlyInAnyOrder("revoked", "revoked", "active");

        assertThat(next.send("leave", next.request("leave", next.challenge(), ""))
                        .status())
                .isEqualTo(204);
        refused(next.doors(), 401, UNKNOWN);
        assertThat(rig.client.get("/api/3/credentials/" + next.credential).status())
                .isEqualTo(404);
        assertThat(rig.decisions())
                .containsExactly(
                        EventKind.REJECTED_CREDENTIAL_DISABLED,
                        EventKind.ADMITTED_MOBILE,
                        EventKind.REJECTED_CREDENTIAL_DISABLED,
                        EventKind.ADMITTED_MOBILE);
        TestPhone third = rig.bound(ada);
        assertThat(rig.client.delete("/api/3/credentials/" + third.credential).status())
                .isEqualTo(204);
        refused(third.open(1), 401, UNKNOWN);
    }

    @Test
    @Spec({"3.2-1", "4.3-17"})
    void whereCodesGoOutByMailItTakesAnAddressAndNoAnswerHasTheCode() throws Exception {
        rig.configured("");
        long ada = rig.person("Ada", 1);
        var without = rig.client.post("/api/3/credentials", "{\"person_id\": " + ada + ", \"credential_type_id\": 5}");
        assertThat(without.status()).isEqualTo(422);
        assertThat(without.text()).contains("email", "can't be blank");
        assertThat(rig.client.get("/api/3/people/" + ada + "/credentials").array())
                .isEmpty();
        rig.client.put("/api/3/people/" + ada, "{\"email\": \"ada@example.com\"}");
        assertThat(rig.invite(ada)).containsEntry("status", "invited").doesNotContainKeys("invitation_code");
        assertThat(rig.box.ask(Map.of("command", "mail list"))).contains("mobile_invitation", "ada@example.com");
        String id = String.valueOf(rig.invite(ada).get("id"));
        var shown = rig.box.asked(Map.of("command", "mobile show", "id", Long.parseLong(id)));
        assertThat(rig.box.ask(Map.of("command", "mail show", "id", 1)))
                .contains(String.valueOf(shown.get("code")), "/mobile#");
        var again = rig.box.asked(Map.of("command", "mobile invite", "person", ada));
        assertThat(again.get("code")).isNotEqualTo(shown.get("code"));
        assertThat(rig.box.ask(Map.of("command", "mail list"))).contains("waiting\":1", "another took its place");
    }

    @Test
    void whereRemoteUnlockIsOffPhonesOpenNothing() throws Exception {
        rig.configured("invitations: code, remote_unlock: off, vendor: acme");
        TestPhone ada = rig.bound(rig.person("Ada", 1));
        assertThat(ada.doors().object()).containsEntry("doors", List.of());
        refused(ada.open(1), 403, "Phones open no doors here.");
        assertThat(rig.client.get("/api/3/account").object().get("passport"))
                .isEqualTo(Map.of("remote_unlock_enabled", false, "acme_mobile_access", true));
        assertThat(rig.decisions()).isEmpty();
    }

    /// Whoever asks at a desk sees the code.
    @Test
    void anOperatorInvitesSomebodyWithoutAnAddress() throws Exception {
        rig.configured("");
        long ada = rig.person("Ada", 1);
        var made = rig.box.asked(Map.of("command", "mobile invite", "person", ada));
        assertThat(made).containsEntry("letter", false);
        assertThat(new TestPhone(rig.client)
                        .redeem(String.valueOf(made.get("code")))
                        .status())
                .isEqualTo(200);
        assertThat(rig.box.ask(Map.of("command", "mobile list", "of", "ada nor")))
                .contains("active", "Ada North");
        assertThat(rig.box.ask(Map.of("command", "mobile list", "of", "%"))).doesNotContain("North");
        assertThat(rig.box
                        .asked(Map.of("command", "mobile invite", "person", ada))
                        .toString())
                .contains("revoke it before");
    }

    /// The account has said that no letter is written.
    @Test
    void aLetterOfThePageHasNoCodeWhereTheAccountHandsCodesOut() throws Exception {
        long ada = rig.person("Ada", 1);
        rig.client.put("/api/3/people/" + ada, "{\"email\": \"ada@example.com\"}");
        String code = PhoneBox.code(rig.invite(ada));
        assertThat(rig.client
                        .post("/api/3/people/" + ada + "/passport_invite", "")
                        .status())
                .isEqualTo(202);
        assertThat(rig.box.ask(Map.of("command", "mail show", "id", 1)))
                .contains("/mobile")
                .doesNotContain(code);
        rig.configured("");
        assertThat(rig.box.ask(Map.of("command", "mail show", "id", 1))).contains(code);
    }

    /// A power cut between the two steps of a revocation.
    @Test
    void whatWasBeingRevokedOpensNothingAndIsRevokedInTheEnd() {
        TestPhone ada = rig.bound(rig.person("Ada", 1));
        rig.box
                .database()
                .write(sql -> sql.run("UPDATE credential SET status = 'revoking' WHERE id = ?", ada.credential));
        refused(ada.open(1), 403, "This phone was taken off");
        assertThat(rig.decisions()).containsExactly(EventKind.REJECTED_CREDENTIAL_DISABLED);
        seen("Ada North");
        refused(ada.doors(), 403, "This phone was taken off");
        rig.box.stop();
        rig.box.start();
        rig.client = rig.box.client();
        Await.until(
                "it is revoked",
                () -> rig.client
                        .get("/api/3/credentials/" + ada.credential)
                        .text()
                        .contains("\"revoked\""));
    }

    /// Operators see each change: the invited credential goes, another comes.
    @Test
    void bothChangesAreTold() throws Exception {
        long ada = rig.person("Ada", 1);
        String invited = String.valueOf(rig.invite(ada).get("id"));
        long head = rig.box.database().events().head();
        var phone = new TestPhone(rig.client);
        String code = PhoneBox.code(rig.invite(ada));
        phone.redeem(code);
        String told = rig.box
                .database()
                .read(sql -> sql.list(
                        "SELECT additional FROM event WHERE id > ? AND kind = 350 ORDER BY id",
                        row -> row.text(1),
                        head))
                .toString();
        assertThat(told).contains("redeem", "create", "\"id\":" + invited, "\"id\":" + phone.credential);
        assertThat(told).doesNotContain(code);
        assertThat(Long.parseLong(phone.credential)).isGreaterThan(Long.parseLong(invited));
    }

    /// What opens for a card and its PIN alone is not to be opened from outside by saying that one leaves.
    @Test
    void leavingByPhoneOpensNoDoorThatComingInDoesNot() {
        String kept = "passback: {mode: hard, from: outside, to: inside}";
        rig.apply(PhoneBox.SITE
                .replace("name: Back, site: 1", "name: Back, site: 1, " + kept)
                .replace("channels: [1]}", "channels: [1, 2]}"));
        TestPhone ada = rig.bound(rig.person("Ada", 1));
        assertThat(ada.open(2).object()).containsEntry("opened", true);
        assertThat(ada.leave(2).object()).as("no reader to leave by").containsEntry("error", NOT_LEFT);
        assertThat(String.valueOf(ada.doors().object().get("doors")))
                .contains(
                        "name=Back, hindrance=You are inside already, as far as this door knows. Leave by a reader",
                        "leave=false");
        rig.apply(PhoneBox.SITE.replace(kept, "credentials: {entry: [card+pin], exit: [card, mobile]}"));
        assertThat(ada.leave(1).object()).containsEntry("error", NOT_LEFT);
    }
}
