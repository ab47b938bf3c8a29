package dev.lintel.controller.console;

import static dev.lintel.controller.console.Visitor.location;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.console.UserDesk.By;
import dev.lintel.controller.console.UserDesk.NewPerson;
import dev.lintel.controller.event.Listing;
import dev.lintel.controller.store.TotpStore;
import dev.lintel.controller.store.UserStore;
import dev.lintel.controller.store.UserStore.Kind;
import dev.lintel.controller.store.UserStore.User;
import dev.lintel.controller.time.HandTime;
import dev.lintel.reader.Bytes;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Users, invitations and kinds, over real TLS.
class UsersPagesTest {
    private static final String ULF = "ulf@example.com";
    private static final String NEW = "eight loud harbours";
    private static final Bytes SECRET = Bytes.of(1, 2, 3);

    @TempDir
    Path folder;

    private final HandTime time = new HandTime("2026-11-22T10:00:00Z");
    private Rig rig;
    private UserStore users;
    private Visitor olga;
    private Visitor ulf;

    @BeforeEach
    void start() throws Exception {
        rig = new Rig(folder, time, false);
        users = new UserStore(rig.database);
        rig.administrators.createFirst(Rig.EMAIL, Rig.PASSWORD);
        olga = new Visitor(rig);
        ulf = new Visitor(rig);
        olga.signIn(Rig.EMAIL, Rig.PASSWORD);
        olga.get("/users");
    }

    @AfterEach
    void stop() {
        olga.close();
        ulf.close();
        rig.close();
    }

    private User find(String email) {
        return Objects.requireNonNull(users.find(email));
    }

    private long make(Kind kind) {
        return rig.desk
                .create(By.COMMAND_LINE, new NewPerson(ULF, "Ulf", "Unger", kind), NEW)
                .id();
    }

    private String path(long id, String what) {
        return "/users/" + id + "/" + what;
    }

    /// Sends a form with the own password of the operator.
    private static HttpResponse<String> confirm(Visitor operator, String path, String... fields) throws Exception {
        return operator.post(path, with(fields, "current", Rig.PASSWORD));
    }

    private List<String> events() throws InterruptedException {
        assertThat(rig.database.awaitDisk(10_000)).isTrue();
        return rig.database.read(
                sql -> sql.list("SELECT additional FROM event WHERE kind = 350 ORDER BY id", row -> row.text(1)));
    }

    /// The link's path on this server.
    private String link(HttpResponse<String> page) {
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.headers().firstValue("Cache-Control")).hasValue("no-store");
        String link = Visitor.text(page, "link");
        return link.substring(link.indexOf("/invitation"));
    }

    @Test
    void whoIsInvitedChoosesAPasswordOnceWithinAWeek() throws Exception {
        var page = confirm(olga, "/users", "email", " Ulf@Example.com ", "first_name", "Ulf", "kind", "user");
        assertThat(page.body()).contains("Give this link to ulf@example.com.");
        String link = link(page);
        String token = link.substring(link.indexOf('=') + 1);
        assertThat(find(ULF).kind()).isEqualTo(Kind.USER);
        assertThat(olga.get("/users").body())
                .contains("Has a link until 29 Nov 2026, 10:00")
                .doesNotContain(token);
        assertThat(ulf.get(link).body()).contains(ULF);
        assertThat(ulf.post("/invitation", "token", token, "password", "short").statusCode())
                .isEqualTo(422);
        var in = ulf.post("/invitation", "token", token, "password", NEW);
        assertThat(location(in)).isEqualTo("/");
        assertThat(ulf.get("/").statusCode()).isEqualTo(200);
        assertThat(ulf.get(link).statusCode()).isEqualTo(410);
        assertThat(ulf.post("/invitation", "token", token, "password", "a third harbour now")
                        .statusCode())
                .isEqualTo(410);
        assertThat(events()).last().asString().contains("chose a password by a link", ULF);
        assertThat(rig.ended).isEmpty();

        olga.get("/users");
        String next = link(confirm(olga, path(find(ULF).id(), "link")));
        time.advance(SetupLinks.INVITATION);
        assertThat(ulf.get(next).statusCode()).isEqualTo(410);
    }

    @Test
    void aNewLinkEndsTheOldOneAndASessionOnlyOnceItIsUsed() throws Exception {
        long id = make(Kind.USER);
        ulf.signIn(ULF, NEW);
        String first = link(confirm(olga, path(id, "link")));
        olga.get("/users/" + id);
        String second = link(confirm(olga, path(id, "link")));
        try (var anybody = new Visitor(rig)) {
            assertThat(anybody.get(first).statusCode()).isEqualTo(410);
            assertThat(ulf.get("/account").statusCode()).isEqualTo(200);
            anybody.get(second);
            String token = second.substring(second.indexOf('=') + 1);
            assertThat(anybody.post("/invitation", "token", token, "password", "nine calm harbours")
                            .statusCode())
                    .isEqualTo(303);
            assertThat(ulf.get("/account").statusCode()).isEqualTo(303);
            assertThat(rig.ended).containsOnly(id);
        }
    }

    @Test
    void aLinkDoesNotLeadPastTheSecondStep() throws Exception {
        long id = make(Kind.USER);
        new TotpStore(rig.database).turnOn(id, Bytes.of(1, 2, 3), 0, List.of());
        String link = link(confirm(olga, path(id, "link")));
        ulf.get(link);
        var half = ulf.post("/invitation", "token", link.substring(link.indexOf('=') + 1), "password", NEW + "!");
        assertThat(location(half)).isEqualTo("/sign-in/code");
        assertThat(ulf.get("/account").statusCode()).isEqualTo(303);
    }

    @Test
    void anInvitationNamesWhatIsWrong() throws Exception {
        assertThat(confirm(olga, "/users", "email", "nobody", "kind", "user").body())
                .contains("'nobody' is not an email address.");
        assertThat(confirm(olga, "/users", "email", "no\u200Bbody@example.com", "kind", "user")
                        .body())
                .contains("is not an email address.");
        assertThat(confirm(olga, "/users", "email", ULF, "kind", "root").body())
                .contains("Choose what the new user may do.");
        assertThat(confirm(olga, "/users", "email", Rig.EMAIL, "kind", "user").body())
                .contains("There is a user olga@example.com already.");
        assertThat(users.list()).hasSize(1);
    }

    @Test
    void eachKindOpensItsOwnPagesOnly() throws Exception {
        long id = make(Kind.USER);
        ulf.signIn(ULF, NEW);
        assertThat(ulf.get("/").statusCode()).isEqualTo(200);
        assertThat(ulf.get("/people").statusCode()).isEqualTo(200);
        assertThat(ulf.get("/").body()).doesNotContain("href=\"/users\"");
        for (String page : new String[] {"/users", "/users/" + id, path(id, "remove")}) {
            var refused = ulf.get(page);
            assertThat(refused.statusCode()).as(page).isEqualTo(403);
            assertThat(refused.body()).contains("Not for you");
        }
        assertThat(ulf.post(path(id, "kind"), "kind", "operator").statusCode()).isEqualTo(403);
        assertThat(ulf.post("/users", "email", "x@example.com", "kind", "operator")
                        .statusCode())
                .isEqualTo(403);

        rig.desk.setKind(By.COMMAND_LINE, id, Kind.DEVELOPER);
        assertThat(location(ulf.get("/"))).isEqualTo(Console.DEVELOPER_HOME);
        for (String page : new String[] {"/people", "/people/export", "/sim", "/users"}) {
            assertThat(ulf.get(page).statusCode()).as(page).isEqualTo(403);
        }
        for (String call : new String[] {"/live/stream", "/live/session", "/sim/state", "/sim/stream"}) {
            assertThat(ulf.get(call).statusCode()).as(call).isEqualTo(403);
        }
        assertThat(ulf.get("/account").body()).doesNotContain("href=\"/people\"", "href=\"/sim\"", "API keys</h2>");
    }

    @Test
    void aKindIsChangedAndAnotherAccountEndsWhatWasAllowed() throws Exception {
        long id = make(Kind.USER);
        rig.desk.allowKeys(By.COMMAND_LINE, id, true);
        String key = rig.database.apiKeys().create(id, "sdk", Listing.A);
        assertThat(rig.database.apiKeys().find(key)).isNotNull();
        assertThat(location(confirm(olga, path(id, "kind"), "kind", "operator")))
                .isEqualTo("/users/" + id + "?done=kind");
        assertThat(rig.ended).isEmpty();
        assertThat(rig.database.apiKeys().find(key)).isNotNull();
        confirm(olga, path(id, "kind"), "kind", "developer");
        assertThat(find(ULF).accountId()).isEqualTo(2);
        assertThat(rig.database.apiKeys().find(key)).isNull();
        assertThat(rig.ended).containsOnly(id);
        assertThat(events()).last().asString().contains("made somebody a developer", "\"by\":\"olga@example.com\"");
    }

    @Test
    void nobodyRemovesOrDemotesThemselvesOrTheLastOperator() throws Exception {
        long own = find(Rig.EMAIL).id();
        assertThat(confirm(olga, path(own, "remove")).body()).contains("You cannot remove yourself");
        assertThat(confirm(olga, path(own, "kind"), "kind", "user").body()).contains("You cannot change your own kind");
        assertThat(find(Rig.EMAIL).kind()).isEqualTo(Kind.OPERATOR);
        org.assertj.core.api.Assertions.assertThatThrownBy(() -> rig.desk.remove(By.COMMAND_LINE, own))
                .isInstanceOf(UserDesk.RefusedException.class)
                .hasMessageContaining("last operator");
        long id = make(Kind.OPERATOR);
        ulf.signIn(ULF, NEW);
        ulf.get("/users");
        assertThat(ulf.post(path(own, "kind"), "kind", "user", "current", NEW).statusCode())
                .isEqualTo(303);
        assertThat(olga.get("/users").statusCode()).isEqualTo(403);
        assertThat(find(ULF).id()).isEqualTo(id);
    }

    @Test
    void whoIsRemovedIsOutAtOnceWithKeysAndLinks() throws Exception {
        long id = make(Kind.USER);
        ulf.signIn(ULF, NEW);
        rig.desk.allowKeys(By.COMMAND_LINE, id, true);
        String key = rig.database.apiKeys().create(id, "sdk", Listing.A);
        assertThat(rig.database.apiKeys().use(key)).isNotNull();
        String link = link(confirm(olga, path(id, "link")));
        assertThat(olga.get(path(id, "remove")).body()).contains("their API keys", "the applications");
        assertThat(location(confirm(olga, path(id, "remove")))).isEqualTo("/users?done=removed");
        assertThat(ulf.get("/account").statusCode()).isEqualTo(303);
        assertThat(ulf.get(link).statusCode()).isEqualTo(410);
        assertThat(rig.database.apiKeys().use(key)).isNull();
        assertThat(rig.ended).containsOnly(id);
        assertThat(olga.get("/users/" + id).statusCode()).isEqualTo(404);
        assertThat(confirm(olga, path(id, "remove")).statusCode()).isEqualTo(404);
        assertThat(events()).last().asString().contains("removed a user", ULF);
    }

    @Test
    void keysSecondStepAndLockAreSettledByAnOperator() throws Exception {
        long id = make(Kind.USER);
        new TotpStore(rig.database).turnOn(id, Bytes.of(1, 2, 3), 0, List.of());
        assertThat(olga.get("/users").body()).contains("two-step sign-in on");
        confirm(olga, path(id, "totp-off"));
        assertThat(find(ULF).totp()).isFalse();
        assertThat(confirm(olga, path(id, "totp-off")).statusCode()).isEqualTo(422);
        confirm(olga, path(id, "keys"), "allowed", "yes");
        assertThat(find(ULF).keysEnabled()).isTrue();
        confirm(olga, path(id, "keys"), "allowed", "no");
        assertThat(find(ULF).keysEnabled()).isFalse();
        assertThat(olga.get("/users").body()).doesNotContain(">locked<");
        var elsewhere = new SlowDown.Try(ULF, "10.0.0.1", false);
        for (int i = 0; i < SlowDown.LOCK_AFTER; i++) {
            time.advance(Duration.ofMinutes(5));
            rig.slowDown.attempt(elsewhere);
        }
        assertThat(olga.get("/users").body()).contains(">locked<");
        assertThat(olga.post(path(id, "unlock"), "current", "not it").body())
                .contains("id=\"unlock-fault\"", "That is not your current password.");
        assertThat(olga.get("/users").body()).contains(">locked<");
        assertThat(location(confirm(olga, path(id, "unlock")))).isEqualTo("/users/" + id + "?done=unlock");
        assertThat(olga.get("/users").body()).doesNotContain(">locked<");
        assertThat(events()).last().asString().contains("ended a lock", ULF);
    }

    @Test
    void anOperatorsOwnSecondStepAndPasswordAreChangedAtAccountOnly() throws Exception {
        long own = find(Rig.EMAIL).id();
        String links = "SELECT count(*) FROM setup_link";
        new TotpStore(rig.database).turnOn(own, SECRET, 0, List.of());
        assertThat(olga.get("/users/" + own).body())
                .contains("href=\"/account\"")
                .doesNotContain("action=\"/users/" + own + "/link\"", "action=\"/users/" + own + "/totp-off\"");
        for (String change : List.of("totp-off", "link")) {
            assertThat(olga.post(path(own, change)).statusCode()).isEqualTo(422);
            var refused = olga.post(path(own, change), "current", Rig.PASSWORD, "code", nextCode());
            assertThat(refused.statusCode()).as(change).isEqualTo(422);
            assertThat(refused.body()).contains("on the page Account.").doesNotContain("/invitation?");
        }
        assertThat(olga.post(path(own, "unlock"), "current", Rig.PASSWORD, "code", nextCode())
                        .statusCode())
                .as("a session that was left open could guess the password for ever")
                .isEqualTo(422);
        assertThat(find(Rig.EMAIL).totp()).isTrue();
        assertThat(rig.database.<Long>read(sql -> sql.get(links, row -> row.number(1))))
                .isEqualTo(0);
    }

    @Test
    void everyChangeOfAnotherUserAsksForTheOperatorsOwnPasswordAndCode() throws Exception {
        long id = make(Kind.OPERATOR);
        new TotpStore(rig.database).turnOn(id, SECRET, 0, List.of());
        rig.desk.setKind(By.COMMAND_LINE, id, Kind.USER);
        User before = find(ULF);
        int events = events().size();
        Map<String, String[]> changes = new LinkedHashMap<>();
        changes.put(path(id, "totp-off"), new String[0]);
        changes.put(path(id, "link"), new String[0]);
        changes.put(path(id, "kind"), new String[] {"kind", "operator"});
        changes.put(path(id, "keys"), new String[] {"allowed", "yes"});
        changes.put(path(id, "remove"), new String[0]);
        changes.put(path(id, "unlock"), new String[0]);
        changes.put("/users", new String[] {"email", "x@example.com", "first_name", "Xenia", "kind", "operator"});
        for (var change : changes.entrySet()) {
            for (String wrong : List.of("", "not it")) {
                time.advance(Duration.ofMinutes(15)); // attempts that fail slow the next one down
                String[] fields = with(change.getValue(), "current", wrong);
                var refused = olga.post(change.getKey(), fields);
                assertThat(refused.statusCode()).as(change.getKey()).isEqualTo(422);
                assertThat(refused.body())
                        .contains("That is not your current password.", "name=\"current\"")
                        .doesNotContain("name=\"code\"", "/invitation?", "not it");
            }
        }
        new TotpStore(rig.database).turnOn(find(Rig.EMAIL).id(), SECRET, 0, List.of());
        for (var change : changes.entrySet()) {
            time.advance(Duration.ofMinutes(15));
            String[] fields = with(change.getValue(), "current", Rig.PASSWORD);
            var refused = olga.post(change.getKey(), with(fields, "code", "000000"));
            assertThat(refused.statusCode()).as(change.getKey()).isEqualTo(422);
            assertThat(refused.body())
                    .contains("The password or the code is not right.", "name=\"code\"")
                    .doesNotContain("/invitation?");
        }
        assertThat(find(ULF)).isEqualTo(before);
        assertThat(users.list()).hasSize(2);
        assertThat(events().subList(events, events().size()))
                .allMatch(event -> event.contains("locked after too many failed sign-ins"));
        var done = olga.post(path(id, "totp-off"), "current", Rig.PASSWORD, "code", nextCode());
        assertThat(location(done)).isEqualTo("/users/" + id + "?done=totp-off");
        assertThat(find(ULF).totp()).isFalse();
    }

    @Test
    void whatWasTypedStaysInAFormWhosePasswordWasWrong() throws Exception {
        long id = make(Kind.USER);
        var kind = olga.post(path(id, "kind"), "kind", "developer", "current", "no");
        assertThat(kind.body())
                .containsPattern("value=\"developer\"[^>]* checked")
                .contains("id=\"kind-fault\"");
        var invited =
                olga.post("/users", "email", "x@example.com", "first_name", "Xenia", "kind", "operator", "current", "");
        assertThat(invited.body())
                .contains("value=\"x@example.com\"", "value=\"Xenia\"", "id=\"invite-fault\"")
                .containsPattern("value=\"operator\"[^>]* checked");
    }

    private static String[] with(String[] fields, String name, String value) {
        String[] all = Arrays.copyOf(fields, fields.length + 2);
        all[fields.length] = name;
        all[fields.length + 1] = value;
        return all;
    }

    /// A code that was not used before.
    private String nextCode() {
        time.advance(Duration.ofMinutes(15));
        return Totp.code(SECRET, Totp.stepAt(time.nowMs()));
    }

    @Test
    void aPasswordSetByAnOperatorEndsSessionsLinksAndWhatWasAllowed() throws Exception {
        long id = make(Kind.USER);
        ulf.signIn(ULF, NEW);
        String link = link(confirm(olga, path(id, "link")));
        rig.desk.setPassword(By.COMMAND_LINE, id, "nine calm harbours");
        assertThat(ulf.get("/account").statusCode()).isEqualTo(303);
        assertThat(ulf.get(link).statusCode()).isEqualTo(410);
        assertThat(rig.ended).containsOnly(id);
    }
}
