package dev.lintel.controller.console;

import static dev.lintel.controller.console.Visitor.location;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.console.UserDesk.By;
import dev.lintel.controller.console.UserDesk.NewPerson;
import dev.lintel.controller.store.TotpStore;
import dev.lintel.controller.store.UserStore;
import dev.lintel.controller.store.UserStore.Kind;
import dev.lintel.controller.time.HandTime;
import dev.lintel.reader.Bytes;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What somebody tries who is not to get in.
class SignInAttackTest {
    private static final Bytes SECRET = Bytes.of(1, 2, 3, 4, 5);

    @TempDir
    Path folder;

    private final HandTime time = new HandTime("2026-11-22T10:00:00Z");
    private Rig rig;
    private Visitor olga;
    private Visitor eve;

    @BeforeEach
    void start() throws Exception {
        start(folder, TestPasswords.quick());
    }

    private void start(Path data, Passwords passwords) throws Exception {
        rig = new Rig(data, time, false, passwords);
        rig.administrators.createFirst(Rig.EMAIL, Rig.PASSWORD);
        olga = new Visitor(rig);
        eve = new Visitor(rig);
    }

    @AfterEach
    void stop() {
        olga.close();
        eve.close();
        rig.close();
    }

    private long id() {
        return Objects.requireNonNull(new UserStore(rig.database).find(Rig.EMAIL))
                .id();
    }

    private void secondStep() {
        new TotpStore(rig.database).turnOn(id(), SECRET, 0, List.of());
    }

    private String code() {
        return Totp.code(SECRET, Totp.stepAt(time.nowMs()));
    }

    private List<String> events() throws InterruptedException {
        assertThat(rig.database.awaitDisk(10_000)).isTrue();
        return rig.database.read(
                sql -> sql.list("SELECT additional FROM event WHERE kind = 350 ORDER BY id", row -> row.text(1)));
    }

    @Test
    void aSessionThatWasPutThereIsNotSignedIn() throws Exception {
        eve.signIn(Rig.EMAIL, Rig.PASSWORD);
        String planted = Objects.requireNonNull(eve.cookies.get(Sessions.COOKIE));
        olga.get("/sign-in");
        olga.cookies.put(Sessions.COOKIE, planted);
        olga.post("/sign-in", "email", Rig.EMAIL, "password", Rig.PASSWORD);
        assertThat(olga.cookies.get(Sessions.COOKIE)).isNotEqualTo(planted);
        assertThat(olga.get("/account").statusCode()).isEqualTo(200);
        assertThat(eve.get("/account").statusCode()).isEqualTo(303);
        olga.post("/sign-out");
        olga.get("/sign-in");
        olga.cookies.put(Sessions.COOKIE, "made-up-by-somebody");
        olga.post("/sign-in", "email", Rig.EMAIL, "password", Rig.PASSWORD);
        assertThat(olga.cookies.get(Sessions.COOKIE)).isNotEqualTo("made-up-by-somebody");
    }

    @Test
    void aFormFromElsewhereDoesNothing() throws Exception {
        olga.signIn(Rig.EMAIL, Rig.PASSWORD);
        long id = rig.desk
                .create(By.COMMAND_LINE, new NewPerson("ulf@example.com", "", "", Kind.USER), Rig.PASSWORD)
                .id();
        int before = events().size();
        List<String> forms = rig.routes.stream()
                .filter(route -> route.startsWith("POST /account")
                        || route.startsWith("POST /users")
                        || route.startsWith("POST /applications")
                        || route.startsWith("POST /developer")
                        || route.startsWith("POST /webhooks")
                        || route.startsWith("POST /boxes")
                        || route.startsWith("POST /following")
                        || route.equals("POST /sign-out"))
                .map(route -> route.substring(5).replace(":id", String.valueOf(id)))
                .toList();
        assertThat(forms).hasSize(55);
        for (String form : forms) {
            for (String token : new String[] {"", "forged"}) {
                olga.forge(token);
                var answer =
                        olga.post(form, "kind", "operator", "current", Rig.PASSWORD, "password", "nine harbours x");
                assertThat(answer.statusCode()).as(form).isEqualTo(403);
            }
        }
        assertThat(events()).hasSize(before);
        assertThat(olga.get("/account").statusCode()).isEqualTo(200);
    }

    @Test
    void aFormBeforeSignInIsTiedToItsBrowser() throws Exception {
        secondStep();
        eve.forge("forged");
        assertThat(eve.post("/sign-in", "email", Rig.EMAIL, "password", Rig.PASSWORD)
                        .statusCode())
                .isEqualTo(403);
        String link = rig.desk.newLink(By.COMMAND_LINE, id());
        String token = link.substring(link.indexOf('=') + 1);
        assertThat(eve.get(link).statusCode()).isEqualTo(200);
        eve.forge("forged");
        assertThat(eve.post("/invitation", "token", token, "password", "nine calm harbours")
                        .statusCode())
                .isEqualTo(403);
        olga.signIn(Rig.EMAIL, Rig.PASSWORD);
        olga.get("/sign-in/code");
        olga.forge("forged");
        assertThat(olga.post("/sign-in/code", "code", code()).statusCode()).isEqualTo(403);
    }

    @Test
    void noPageIsShownInAFrameOrKept() throws Exception {
        secondStep();
        olga.signIn(Rig.EMAIL, Rig.PASSWORD);
        guarded(olga.get("/sign-in/code"));
        olga.post("/sign-in/code", "code", code());
        String link = rig.desk.newLink(By.COMMAND_LINE, id());
        for (String page : new String[] {
            "/account", "/users", "/users/" + id(), "/users/" + id() + "/remove", "/users/99", link, "/invitation"
        }) {
            guarded(olga.get(page));
        }
        guarded(eve.get("/sign-in"));
    }

    private static void guarded(HttpResponse<String> page) {
        String uri = page.uri().getPath();
        assertThat(page.statusCode()).as(uri).isIn(200, 404, 410);
        assertThat(page.headers().firstValue("X-Frame-Options")).as(uri).hasValue("DENY");
        assertThat(page.headers().firstValue("Cache-Control")).as(uri).hasValue("no-store");
        assertThat(page.headers().firstValue("Referrer-Policy")).as(uri).hasValue("no-referrer");
        assertThat(page.headers().firstValue("Content-Security-Policy"))
                .hasValueSatisfying(policy ->
                        assertThat(policy).contains("frame-ancestors 'none'").doesNotContain("unsafe"));
        assertThat(page.body()).doesNotContain("<style", "style=\"", "onclick");
    }

    private static String blind(HttpResponse<String> page, String email) {
        return page.body()
                .replace(email, "")
                .replaceAll("value=\"[^\"]*\"", "")
                .replaceAll("[0-9]+ minutes", "minutes");
    }

    /// With hashes of the usual cost: the time of one that is cheaper is lost in that of the request.
    @Test
    void whoHasAnAccountIsNotTold() throws Exception {
        stop();
        start(folder.resolve("usual"), new Passwords());
        secondStep();
        String nobody = "nobody@example.com";
        long[] known = new long[5];
        long[] unknown = new long[5];
        for (int i = 0; i < known.length; i++) {
            time.advance(Duration.ofMinutes(5));
            var right = timed(known, i, Rig.EMAIL);
            time.advance(Duration.ofMinutes(5));
            var wrong = timed(unknown, i, nobody);
            assertThat(wrong.statusCode()).isEqualTo(right.statusCode()).isEqualTo(401);
            assertThat(blind(wrong, nobody)).isEqualTo(blind(right, Rig.EMAIL));
        }
        Arrays.sort(known);
        Arrays.sort(unknown);
        assertThat((double) known[2] / unknown[2]).isBetween(0.2, 5.0);
    }

    private HttpResponse<String> timed(long[] took, int i, String email) throws Exception {
        eve.get("/sign-in");
        long before = System.nanoTime();
        var answer = eve.post("/sign-in", "email", email, "password", "not the password");
        took[i] = System.nanoTime() - before;
        return answer;
    }

    @Test
    void tenFailuresLockKnownAndUnknownAlikeAndAnOperatorEndsIt() throws Exception {
        String nobody = "nobody@example.com";
        for (int i = 0; i < SlowDown.LOCK_AFTER; i++) {
            time.advance(Duration.ofMinutes(5));
            assertThat(eve.signIn(Rig.EMAIL, "wrong " + i).statusCode()).isEqualTo(401);
            time.advance(Duration.ofMinutes(16));
            assertThat(eve.signIn(nobody, "wrong " + i).statusCode()).isEqualTo(401);
            time.advance(Duration.ofMinutes(16));
        }
        assertThat(events())
                .as("the log keeps everything: nobody makes up addresses for it")
                .filteredOn(event -> event.contains("locked after"))
                .singleElement()
                .asString()
                .contains(Rig.EMAIL);
        rig.slowDown.unlock(Rig.EMAIL);
        rig.slowDown.unlock(nobody);
        rig.slowDown.succeeded(new SlowDown.Try("", "127.0.0.1", false));
        lock(Rig.EMAIL);
        lock(nobody);
        var locked = eve.signIn(Rig.EMAIL, Rig.PASSWORD);
        var none = eve.signIn(nobody, Rig.PASSWORD);
        assertThat(locked.statusCode()).isEqualTo(none.statusCode()).isEqualTo(429);
        assertThat(blind(none, nobody)).isEqualTo(blind(locked, Rig.EMAIL)).contains("minutes");
        rig.desk.unlock(By.COMMAND_LINE, rig.desk.user(id()));
        assertThat(eve.signIn(Rig.EMAIL, Rig.PASSWORD).statusCode()).isEqualTo(303);
    }

    @Test
    void invisibleCharactersInTheAddressLeadPastNoLock() throws Exception {
        for (int i = 1; i <= SlowDown.LOCK_AFTER; i++) {
            time.advance(Duration.ofMinutes(16));
            String address = Rig.EMAIL.replace("@", "\u200B".repeat(i) + "@\u00AD");
            assertThat(eve.signIn(address, "wrong " + i).statusCode()).isEqualTo(401);
        }
        assertThat(events()).last().asString().contains("locked after too many failed sign-ins", Rig.EMAIL);
        assertThat(rig.desk.isLocked(rig.desk.user(id()))).isTrue();
    }

    @Test
    void aSessionIsKnownHoweverItsAddressIsWritten() throws Exception {
        olga.signIn(Rig.EMAIL, Rig.PASSWORD);
        lock(Rig.EMAIL);
        time.advance(Duration.ofMinutes(1));
        assertThat(eve.signIn("OLGA\u200B@example.com", Rig.PASSWORD).statusCode())
                .isEqualTo(303);
    }

    /// From other networks, at one moment as it were: so that only the lock is in the way.
    private void lock(String email) {
        for (int i = 0; i < SlowDown.LOCK_AFTER; i++) {
            var who = new SlowDown.Try(email, "10.0.0." + i, false);
            while (rig.slowDown.attempt(who) > 0) time.advance(Duration.ofSeconds(30));
            rig.slowDown.failed(who);
        }
    }

    @Test
    void aLockKeepsNobodyOutWhereTheyAreSignedIn() throws Exception {
        olga.signIn(Rig.EMAIL, Rig.PASSWORD);
        lock(Rig.EMAIL);
        time.advance(Duration.ofMinutes(1));
        assertThat(eve.signIn(Rig.EMAIL, Rig.PASSWORD).statusCode()).isEqualTo(303);
        lock(Rig.EMAIL);
        time.advance(Duration.ofMinutes(1));
        rig.database.write(sql -> sql.run("UPDATE session SET network = '10.9.9.9'"));
        eve.cookies.clear();
        assertThat(eve.signIn(Rig.EMAIL, Rig.PASSWORD).statusCode()).isEqualTo(429);
    }

    @Test
    void wrongCodesSlowDownAndLockThoughThePasswordIsRight() throws Exception {
        secondStep();
        int refused = 0;
        for (int i = 0; refused < SlowDown.LOCK_AFTER; i++) {
            assertThat(i).isLessThan(100);
            time.advance(Duration.ofMinutes(5));
            eve.signIn(Rig.EMAIL, Rig.PASSWORD);
            eve.get("/sign-in/code");
            time.advance(Duration.ofMinutes(2)); // what the right password does not forgive
            if (eve.post("/sign-in/code", "code", "abcdef").statusCode() == 401) refused++;
        }
        assertThat(eve.signIn(Rig.EMAIL, Rig.PASSWORD).statusCode()).isEqualTo(429);
        assertThat(events()).last().asString().contains("locked after too many failed sign-ins", Rig.EMAIL);
    }

    @Test
    void aHalfSignInIsOfNoUseElsewhereOrLaterOrForAnythingElse() throws Exception {
        secondStep();
        olga.signIn(Rig.EMAIL, Rig.PASSWORD);
        String half = Objects.requireNonNull(olga.cookies.get(HalfSignIns.COOKIE));
        for (String page : new String[] {"/", "/account", "/users", "/people"}) {
            assertThat(olga.get(page).statusCode()).as(page).isEqualTo(303);
        }
        assertThat(olga.get("/live/session").statusCode()).isEqualTo(401);
        olga.cookies.put(Sessions.COOKIE, half);
        assertThat(olga.get("/account").statusCode()).isEqualTo(303);
        olga.cookies.remove(Sessions.COOKIE);

        eve.get("/sign-in");
        eve.cookies.put(HalfSignIns.COOKIE, half);
        assertThat(location(eve.get("/sign-in/code"))).isEqualTo("/sign-in");
        assertThat(location(eve.post("/sign-in/code", "code", code()))).isEqualTo("/sign-in");

        olga.signIn(Rig.EMAIL, Rig.PASSWORD);
        time.advance(HalfSignIns.LIFE);
        assertThat(location(olga.post("/sign-in/code", "code", code()))).isEqualTo("/sign-in");
        assertThat(olga.cookies).doesNotContainKey(Sessions.COOKIE);
    }

    @Test
    void aNewPasswordEndsWhatTheOldOneHasBegun() throws Exception {
        secondStep();
        eve.signIn(Rig.EMAIL, Rig.PASSWORD);
        eve.get("/sign-in/code");
        rig.desk.setPassword(By.COMMAND_LINE, id(), "nine calm harbours");
        assertThat(location(eve.post("/sign-in/code", "code", code()))).isEqualTo("/sign-in");
        assertThat(eve.cookies).doesNotContainKey(Sessions.COOKIE);
    }

    @Test
    void signInAndOutLeadNowhereElse() throws Exception {
        var page = eve.get("/oauth-like?x=1");
        assertThat(page.statusCode()).isEqualTo(404);
        assertThat(location(eve.get("/people?a=b%20c&d=e"))).isEqualTo("/sign-in?next=%2Fpeople%3Fa%3Db%2520c%26d%3De");
        assertThat(location(olga.signIn(Rig.EMAIL, Rig.PASSWORD, "next", "/people?a=b%20c&d=e")))
                .isEqualTo("/people?a=b%20c&d=e");
        olga.get("/account");
        assertThat(location(olga.post("/sign-out", "next", "//evil.example"))).isEqualTo("/sign-in");
        assertThat(location(olga.signIn(Rig.EMAIL, Rig.PASSWORD, "next", "https://evil.example")))
                .isEqualTo("/");
        olga.get("/account");
        assertThat(location(olga.post("/sign-out", "next", "/docs?x=1"))).isEqualTo("/docs?x=1");
    }
}
