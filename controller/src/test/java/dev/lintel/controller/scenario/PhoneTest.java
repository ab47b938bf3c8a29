package dev.lintel.controller.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.WholeLintel;
import dev.lintel.controller.api.ApiClient;
import dev.lintel.controller.api.ApiClient.Answer;
import dev.lintel.controller.contract.Spec;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.json.Json;
import dev.lintel.controller.mobile.TestPhone;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Phones at a whole box, over HTTP: what they may, and what nobody may with what is theirs.
class PhoneTest {
    private static final String SITE = """
            account: {name: Yard, time_zone: UTC}
            sites: [{id: 1, name: Yard, time_zone: UTC}]
            shifts: [{id: 1, name: Never here, times: [{days: [mon], from: '00:00', to: '00:01'}]}]
            channels:
              - id: 1
                unit: 1
                name: Front
                site: 1
                passback: {mode: hard, from: outside, to: inside}
              - {id: 2, unit: 2, name: Back, site: 1}
            roles:
              - {id: 1, name: Front, channels: [1]}
              - {id: 2, name: Back on Mondays, channels: [2], shift: 1}
            groups: [{id: 1, name: Staff, roles: [1]}, {id: 2, name: Guests, roles: [2]}]
            """;
    private static final String UNKNOWN = "This phone is not known here.";
    private static final String NOT_GOOD = "This code is not good.";

    @TempDir
    Path folder;

    private WholeLintel box;
    private ApiClient client;

    @BeforeEach
    void begin() throws Exception {
        box = new WholeLintel(folder);
        box.config = config("invitations: code");
        box.start();
        client = box.client();
        apply(SITE);
    }

    private Path config(String mobile) throws IOException {
        return Files.writeString(folder.resolve("controller.yaml"), """
                name: North gate
                hardware: simulated
                channels:
                  - unit: 1
                    readers: {entry: {driver: wiegand, d0: 4, d1: 5}, exit: {driver: wiegand, d0: 6, d1: 7}}
                    strike: {line: 17, fail: safe}
                    rex: {line: 22}
                    egress: controller
                  - unit: 2
                    readers: {entry: {driver: wiegand, d0: 8, d1: 9}}
                    strike: {line: 18}
                    egress: mechanical
                mobile: {%s}
                """.formatted(mobile));
    }

    /// The same box with another configuration.
    private void configured(String mobile) throws IOException {
        box.stop();
        box.config = config(mobile);
        box.start();
        client = box.client();
    }

    @AfterEach
    void stop() {
        box.close();
    }

    private long person(String name, int group) {
        var made = client.post(
                "/api/3/people",
                "{\"first_name\": \"" + name + "\", \"last_name\": \"North\", \"group_ids\": [" + group + "]}");
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        return number(made.object(), "id");
    }

    private static long number(Map<String, Object> json, String name) {
        return ((Number) Objects.requireNonNull(json.get(name))).longValue();
    }

    private Map<String, Object> invite(long person) {
        var answer = client.post("/api/3/credentials", "{\"person_id\": " + person + ", \"credential_type_id\": 5}");
        assertThat(answer.status()).as(answer.text()).isIn(200, 201);
        return answer.object();
    }

    private TestPhone bound(long person) {
        var phone = new TestPhone(client);
        assertThat(phone.redeem(code(invite(person))).status()).isEqualTo(200);
        return phone;
    }

    private static String code(Map<String, Object> invited) {
        return String.valueOf(invited.get("invitation_code"));
    }

    private List<EventKind> decisions() {
        return box
                .database()
                .read(sql -> sql.list("SELECT kind FROM event ORDER BY id", row -> row.integer(1)))
                .stream()
                .map(EventKind::ofNumber)
                .filter(EventKind::isActivity)
                .toList();
    }

    private static void refused(Answer answer, int status, String words) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(status);
        assertThat(String.valueOf(answer.object().get("error"))).startsWith(words);
    }

    @Test
    void opensByTheRulesOfACard() throws Exception {
        TestPhone ada = bound(person("Ada", 1));
        assertThat(String.valueOf(ada.doors().object().get("doors")))
                .isEqualTo("[{id=1, name=Front, hindrance=null, leave=true}]");
        assertThat(ada.open(1).object()).containsEntry("opened", true);
        assertThat(ada.open(1).object())
                .containsEntry("opened", false)
                .hasEntrySatisfying(
                        "error", words -> assertThat(String.valueOf(words)).startsWith("You are inside already"));
        Map<String, Object> turned = new LinkedHashMap<>(ada.request("open", ada.challenge(), "1"));
        turned.put("side", "exit"); // signed to go in
        refused(ada.send("open", turned), 401, UNKNOWN);
        assertThat(ada.leave(1).object()).containsEntry("opened", true);
        assertThat(ada.open(1).object()).containsEntry("opened", true);
        assertThat(ada.open(2).object()).containsEntry("error", "This is no door of yours.");
        refused(ada.open(3), 404, "This door is not there any more.");

        TestPhone ben = bound(person("Ben", 2));
        assertThat(ben.open(2).object()).containsEntry("error", "Outside the hours in which you may pass.");
        assertThat(String.valueOf(ben.doors().object().get("doors"))).contains("Back", "Outside the hours");

        assertThat(client.post("/api/3/channels/1/lockdown", "{\"card_lockdown\": true}")
                        .status())
                .isEqualTo(200);
        assertThat(ada.open(1).object()).containsEntry("error", "This door is locked down.");
        assertThat(ada.leave(1).object())
                .as("it may say so outside, too")
                .containsEntry("error", "This door is locked down.");
        assertThat(String.valueOf(ada.doors().object())).contains("Front", "This door is locked down.");
        assertThat(String.valueOf(ben.doors().object())).contains("Back").doesNotContain("Front"); // no door of his
        client.put("/api/3/people/1", "{\"enabled\": false}");
        assertThat(ada.doors().object())
                .containsEntry("doors", List.of())
                .containsEntry("note", "You are not admitted any more. Ask whoever invited you.");
        assertThat(decisions())
                .containsExactly(
                        EventKind.ADMITTED_MOBILE,
                        EventKind.REJECTED_PASSBACK,
                        EventKind.ADMITTED_MOBILE,
                        EventKind.ADMITTED_MOBILE,
                        EventKind.REJECTED_NO_PERMISSION,
                        EventKind.REJECTED_OUT_OF_HOURS,
                        EventKind.REJECTED_LOCKDOWN,
                        EventKind.REJECTED_LOCKDOWN);
        Map<String, Object> event =
                client.get("/api/3/events?event_code=15").array().getFirst();
        assertThat(String.valueOf(event)).contains("Ada North");
    }

    @Test
    void aReplayAForgeryAndAStrangerOpenNothingAndLearnNothing() throws Exception {
        TestPhone ada = bound(person("Ada", 1));
        TestPhone ben = bound(person("Ben", 1));
        Map<String, Object> once = ada.request("open", ada.challenge(), "1");
        assertThat(ada.send("open", once).status()).isEqualTo(200);
        refused(ada.send("open", once), 401, UNKNOWN); // replayed

        Map<String, Object> moved = new LinkedHashMap<>(ada.request("open", ada.challenge(), "1"));
        moved.put("door", "2"); // signed for another door
        refused(ada.send("open", moved), 401, UNKNOWN);
        refused(
                ada.send("leave", ada.request("doors", ada.challenge(), "")),
                401,
                UNKNOWN); // signed for something else

        String hers = ada.credential;
        String challenge = ada.challenge();
        Map<String, Object> theirs = new LinkedHashMap<>(ada.request("open", challenge, "1"));
        theirs.put("signature", ben.sign("open", hers, challenge, "1")); // Ben's key for Ada's credential
        refused(ben.send("open", theirs), 401, UNKNOWN);
        assertThat(ada.send("open", ada.request("open", challenge, "1")).status())
                .isEqualTo(200); // not used up by that

        var stranger = new TestPhone(client);
        for (String credential : List.of("1", "999999")) { // invited once, and never there
            stranger.credential = credential;
            refused(stranger.open(1), 401, UNKNOWN);
        }
        String old = ada.challenge();
        box.time.pass(Duration.ofMinutes(3));
        refused(ada.send("open", ada.request("open", old, "1")), 401, UNKNOWN);
        assertThat(decisions()).containsExactly(EventKind.ADMITTED_MOBILE, EventKind.REJECTED_PASSBACK);

        String before = ada.challenge();
        box.stop();
        box.start();
        client = box.client();
        var again = new ApiClientOf(client, ada);
        refused(again.open(before), 401, UNKNOWN); // of the process before
    }

    /// The same phone by another client: the box has another port since its restart.
    private record ApiClientOf(ApiClient client, TestPhone phone) {
        Answer open(String challenge) {
            return client.post("/mobile/open", Json.write(phone.request("open", challenge, "1")));
        }
    }

    @Test
    void aCodeIsGoodOnceForOnePhoneAndForAWeek() throws Exception {
        configured("invitations: code, invitation_days: 7");
        long ada = person("Ada", 1);
        Map<String, Object> invited = invite(ada);
        assertThat(code(invited)).matches("[A-Z0-9]{4}(-[A-Z0-9]{4}){3}");
        assertThat(invited).containsKey("invitation_expires_at").doesNotContainKey("value");
        assertThat(invite(ada)).isEqualTo(invited); // one of a type
        assertThat(client.get("/api/3/people/" + ada).text()).contains(code(invited));

        var phone = new TestPhone(client);
        refused(phone.redeem("AAAA-AAAA-AAAA-AAAA"), 401, NOT_GOOD);
        assertThat(phone.redeem(code(invited)).status()).isEqualTo(200);
        String bound = phone.credential;
        assertThat(phone.redeem(code(invited)).object()).containsEntry("credential", bound); // its answer was lost
        refused(new TestPhone(client).redeem(code(invited)), 401, NOT_GOOD); // somebody else's second use

        long ben = person("Ben", 1);
        String over = code(invite(ben));
        box.time.pass(Duration.ofDays(7).plusSeconds(1));
        refused(new TestPhone(client).redeem(over), 401, NOT_GOOD);
        Map<String, Object> renewed = invite(ben);
        assertThat(code(renewed)).isNotEqualTo(over);
        refused(new TestPhone(client).redeem(over), 401, NOT_GOOD);
        assertThat(new TestPhone(client).redeem(code(renewed)).status()).isEqualTo(200);

        String third = code(invite(person("Cem", 1)));
        long id = Long.parseLong(String.valueOf(
                client.get("/api/3/credentials").array().getLast().get("id")));
        var withdrawn = client.delete("/api/3/credentials/" + id);
        assertThat(withdrawn.status()).isEqualTo(202);
        refused(new TestPhone(client).redeem(third), 401, NOT_GOOD);
    }

    @Test
    void aPhoneThatIsRevokedOrTakenOffOpensNothing() throws Exception {
        long ada = person("Ada", 1);
        TestPhone lost = bound(ada);
        assertThat(box.asked(Map.of("command", "mobile revoke", "id", Long.parseLong(lost.credential))))
                .containsEntry("status", "revoked");
        refused(lost.open(1), 401, UNKNOWN);
        TestPhone next = bound(ada); // a revoked one does not count
        assertThat(next.open(1).object()).containsEntry("opened", true);
        assertThat(client.get("/api/3/people/" + ada + "/credentials").array())
                .extracting(one -> one.get("status"))
                .containsExactlyInAnyOrder("revoked", "active");

        assertThat(next.send("leave", next.request("leave", next.challenge(), ""))
                        .status())
                .isEqualTo(204);
        refused(next.doors(), 401, UNKNOWN);
        assertThat(client.get("/api/3/credentials/" + next.credential).status()).isEqualTo(404);
        assertThat(decisions()).containsExactly(EventKind.ADMITTED_MOBILE);
        TestPhone third = bound(ada);
        assertThat(client.delete("/api/3/credentials/" + third.credential).status())
                .isEqualTo(204);
        refused(third.open(1), 401, UNKNOWN);
    }

    @Test
    @Spec({"3.2-1", "4.3-17"})
    void whereCodesGoOutByMailItTakesAnAddressAndNoAnswerHasTheCode() throws Exception {
        configured("");
        long ada = person("Ada", 1);
        var without = client.post("/api/3/credentials", "{\"person_id\": " + ada + ", \"credential_type_id\": 5}");
        assertThat(without.status()).isEqualTo(422);
        assertThat(without.text()).contains("email", "can't be blank");
        assertThat(client.get("/api/3/people/" + ada + "/credentials").array()).isEmpty();
        client.put("/api/3/people/" + ada, "{\"email\": \"ada@example.com\"}");
        assertThat(invite(ada)).containsEntry("status", "invited").doesNotContainKeys("invitation_code");
        assertThat(box.ask(Map.of("command", "mail list"))).contains("mobile_invitation", "ada@example.com");
        String id = String.valueOf(invite(ada).get("id"));
        var shown = box.asked(Map.of("command", "mobile show", "id", Long.parseLong(id)));
        assertThat(box.ask(Map.of("command", "mail show", "id", 1)))
                .contains(String.valueOf(shown.get("code")), "/mobile#");
        var again = box.asked(Map.of("command", "mobile invite", "person", ada));
        assertThat(again.get("code")).isNotEqualTo(shown.get("code"));
        assertThat(box.ask(Map.of("command", "mail list"))).contains("waiting\":1", "another took its place");
    }

    @Test
    void whereRemoteUnlockIsOffPhonesOpenNothing() throws Exception {
        configured("invitations: code, remote_unlock: off, vendor: acme");
        TestPhone ada = bound(person("Ada", 1));
        assertThat(ada.doors().object()).containsEntry("doors", List.of());
        refused(ada.open(1), 403, "Phones open no doors here.");
        assertThat(client.get("/api/3/account").object().get("passport"))
                .isEqualTo(Map.of("remote_unlock_enabled", false, "acme_mobile_access", true));
        assertThat(decisions()).isEmpty();
    }

    /// Whoever asks at a desk sees the code.
    @Test
    void anOperatorInvitesSomebodyWithoutAnAddress() throws Exception {
        configured("");
        long ada = person("Ada", 1);
        var made = box.asked(Map.of("command", "mobile invite", "person", ada));
        assertThat(made).containsEntry("letter", false);
        assertThat(new TestPhone(client)
                        .redeem(String.valueOf(made.get("code")))
                        .status())
                .isEqualTo(200);
        assertThat(box.ask(Map.of("command", "mobile list", "of", "ada nor"))).contains("active", "Ada North");
        assertThat(box.ask(Map.of("command", "mobile list", "of", "%"))).doesNotContain("North");
        assertThat(box.asked(Map.of("command", "mobile invite", "person", ada)).toString())
                .contains("revoke it before");
    }

    /// The account has said that no letter is written.
    @Test
    void aLetterOfThePageHasNoCodeWhereTheAccountHandsCodesOut() throws Exception {
        long ada = person("Ada", 1);
        client.put("/api/3/people/" + ada, "{\"email\": \"ada@example.com\"}");
        String code = code(invite(ada));
        assertThat(client.post("/api/3/people/" + ada + "/passport_invite", "").status())
                .isEqualTo(202);
        assertThat(box.ask(Map.of("command", "mail show", "id", 1)))
                .contains("/mobile")
                .doesNotContain(code);
        configured("");
        assertThat(box.ask(Map.of("command", "mail show", "id", 1))).contains(code);
    }

    /// A power cut between the two steps of a revocation.
    @Test
    void whatWasBeingRevokedOpensNothingAndIsRevokedInTheEnd() {
        TestPhone ada = bound(person("Ada", 1));
        box.database().write(sql -> sql.run("UPDATE credential SET status = 'revoking' WHERE id = ?", ada.credential));
        refused(ada.open(1), 403, "This phone was taken off");
        assertThat(decisions()).as("who has it is seen").containsExactly(EventKind.REJECTED_CREDENTIAL_DISABLED);
        refused(ada.doors(), 403, "This phone was taken off");
        box.stop();
        box.start();
        client = box.client();
        Await.until(
                "it is revoked",
                () -> client.get("/api/3/credentials/" + ada.credential).text().contains("\"revoked\""));
    }

    @Test
    void wrongInputIsToldAndTooMuchIsRefused() throws Exception {
        for (String body : List.of("", "[]", "{", "{\"credential\": 7}", "{\"credential\": \"-1\"}")) {
            assertThat(client.post("/mobile/open", body).status()).as(body).isBetween(400, 422);
        }
        TestPhone ada = bound(person("Ada", 1));
        String waits = code(invite(person("Ben", 1)));
        for (int i = 0; i < 130; i++) client.post("/mobile/open", "{\"credential\": \"9\", \"door\": \"1\"}");
        assertThat(client.post("/mobile/open", "{\"credential\": \"9\", \"door\": \"1\"}")
                        .status())
                .isEqualTo(429);
        assertThat(client.post("/mobile/challenge", "{\"credential\": \"9\"}").status())
                .isEqualTo(200);
        int refused = 0;
        for (int i = 0; i < 13; i++) {
            var answer = client.post("/mobile/redeem", "{\"code\": \"AAAA-AAAA-AAAA-AAAA\"}");
            assertThat(answer.status()).isIn(401, 429);
            if (answer.status() == 429) refused++;
        }
        assertThat(refused).isEqualTo(1);
        // Who proves something shares their address with whoever did that.
        assertThat(ada.open(1).object()).containsEntry("opened", true);
        assertThat(new TestPhone(client).redeem(waits).status()).isEqualTo(200);
    }

    /// What opens for a card and its PIN alone is not to be opened from outside by saying that one leaves.
    @Test
    void leavingByPhoneOpensNoDoorThatComingInDoesNot() {
        String kept = "passback: {mode: hard, from: outside, to: inside}";
        apply(SITE.replace("name: Back, site: 1", "name: Back, site: 1, " + kept)
                .replace("channels: [1]}", "channels: [1, 2]}"));
        TestPhone ada = bound(person("Ada", 1));
        assertThat(ada.open(2).object()).containsEntry("opened", true);
        assertThat(ada.leave(2).object())
                .as("no reader to leave by")
                .containsEntry("error", "This door does not take phones now.");
        assertThat(String.valueOf(ada.doors().object().get("doors")))
                .contains("name=Back, hindrance=You are inside", "leave=false");
        apply(SITE.replace(kept, "credentials: {entry: [card+pin], exit: [card, mobile]}"));
        assertThat(ada.leave(1).object()).containsEntry("error", "This door does not take phones now.");
    }

    private void apply(String site) {
        assertThat(box.ask(Map.of("command", "site apply", "name", "site.yaml", "text", site)))
                .contains("\"done\":true");
    }

    /// The log tells each change, of which webhooks are made: the invited credential goes, another comes.
    @Test
    void bothChangesAreTold() throws Exception {
        long ada = person("Ada", 1);
        String invited = String.valueOf(invite(ada).get("id"));
        long head = box.database().events().head();
        var phone = new TestPhone(client);
        String code = code(invite(ada));
        phone.redeem(code);
        String told = box.database()
                .read(sql -> sql.list(
                        "SELECT additional FROM event WHERE id > ? AND kind = 350 ORDER BY id",
                        row -> row.text(1),
                        head))
                .toString();
        assertThat(told).contains("redeem", "create", "\"id\":" + invited, "\"id\":" + phone.credential);
        assertThat(told).doesNotContain(code);
        assertThat(Long.parseLong(phone.credential)).isGreaterThan(Long.parseLong(invited));
    }
}
