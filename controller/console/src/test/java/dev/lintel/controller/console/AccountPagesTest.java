package dev.lintel.controller.console;

import static dev.lintel.controller.console.Visitor.location;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.console.UserDesk.By;
import dev.lintel.controller.console.UserDesk.NewPerson;
import dev.lintel.controller.contract.Spec;
import dev.lintel.controller.secret.Tokens;
import dev.lintel.controller.store.TotpStore;
import dev.lintel.controller.store.UserStore;
import dev.lintel.controller.store.UserStore.Kind;
import dev.lintel.controller.time.HandTime;
import dev.lintel.reader.Bytes;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// One's own account, over real TLS.
class AccountPagesTest {
    private static final String NEW = "eight loud harbours";

    @TempDir
    Path folder;

    private final HandTime time = new HandTime("2026-11-22T10:00:00Z");
    private Rig rig;
    private Visitor olga;

    @BeforeEach
    void start() throws Exception {
        rig = new Rig(folder, time, false);
        rig.administrators.createFirst(Rig.EMAIL, Rig.PASSWORD);
        olga = new Visitor(rig);
        olga.signIn(Rig.EMAIL, Rig.PASSWORD);
        olga.get("/account");
    }

    @AfterEach
    void stop() {
        olga.close();
        rig.close();
    }

    private long id() {
        return Objects.requireNonNull(new UserStore(rig.database).find(Rig.EMAIL))
                .id();
    }

    /// The code of this moment.
    private String code() {
        Bytes secret = Objects.requireNonNull(new TotpStore(rig.database).secret(id()));
        return Totp.code(secret, Totp.stepAt(time.nowMs()));
    }

    private List<String> turnOn() throws Exception {
        String letters = Visitor.text(olga.post("/account/totp", "current", Rig.PASSWORD), "secret")
                .replace(" ", "");
        var codes = olga.post("/account/totp/on", "code", Totp.code(secret(letters), Totp.stepAt(time.nowMs())));
        assertThat(codes.statusCode()).isEqualTo(200);
        return Pattern.compile("<code>([A-Z2-9-]{19})</code>")
                .matcher(codes.body())
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    private static Bytes secret(String letters) {
        var bits = new StringBuilder();
        for (int i = 0; i < letters.length(); i++) {
            int value = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letters.charAt(i));
            bits.append(String.format("%5s", Integer.toBinaryString(value)).replace(' ', '0'));
        }
        byte[] bytes = new byte[bits.length() / 8];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) Integer.parseInt(bits.substring(8 * i, 8 * i + 8), 2);
        }
        return Bytes.copyOf(bytes);
    }

    private List<String> events() throws InterruptedException {
        assertThat(rig.database.awaitDisk(10_000)).isTrue();
        return rig.database.read(
                sql -> sql.list("SELECT additional FROM event WHERE kind = 350 ORDER BY id", row -> row.text(1)));
    }

    @Test
    void aNewPasswordNeedsTheOldOneAndEndsEveryOtherSession() throws Exception {
        try (var other = new Visitor(rig)) {
            other.signIn(Rig.EMAIL, Rig.PASSWORD);
            String before = olga.cookies.get(Sessions.COOKIE);
            var wrong = olga.post("/account/password", "current", "not it", "password", NEW);
            assertThat(wrong.statusCode()).isEqualTo(422);
            assertThat(wrong.body()).contains("That is not your current password.");
            var weak = olga.post("/account/password", "current", Rig.PASSWORD, "password", "short");
            assertThat(weak.statusCode()).isEqualTo(422);
            assertThat(other.get("/account").statusCode()).isEqualTo(200);
            var done = olga.post("/account/password", "current", Rig.PASSWORD, "password", NEW);
            assertThat(location(done)).isEqualTo("/account?done=password");
            assertThat(olga.get(location(done)).body()).contains("Your new password is set.");
            assertThat(olga.cookies.get(Sessions.COOKIE)).isNotEqualTo(before);
            assertThat(other.get("/account").statusCode()).isEqualTo(303);
            assertThat(other.signIn(Rig.EMAIL, Rig.PASSWORD).statusCode()).isEqualTo(401);
            assertThat(other.signIn(Rig.EMAIL, NEW).statusCode()).isEqualTo(303);
            assertThat(rig.ended).isEmpty();
            assertThat(events())
                    .last()
                    .asString()
                    .contains("changed their password")
                    .doesNotContain(NEW);
        }
    }

    @Test
    void theCurrentPasswordIsNotGuessedHereEither() throws Exception {
        for (int i = 0; i < 3; i++) olga.post("/account/password", "current", "no " + i, "password", NEW);
        var early = olga.post("/account/password", "current", Rig.PASSWORD, "password", NEW);
        assertThat(early.statusCode()).isEqualTo(429);
        assertThat(early.body()).contains("Too many attempts. Try again in a second.");
    }

    @Test
    void theSecondStepIsOnOnlyAfterARightCode() throws Exception {
        var setup = olga.post("/account/totp", "current", Rig.PASSWORD);
        assertThat(setup.headers().firstValue("Cache-Control")).hasValue("no-store");
        assertThat(setup.body()).contains("src=\"data:image/svg+xml;base64,");
        assertThat(Visitor.text(setup, "secret")).matches("([A-Z2-7]{4} ){7}[A-Z2-7]{4}");
        Bytes secret = secret(Visitor.text(setup, "secret").replace(" ", ""));
        var wrong = olga.post("/account/totp/on", "code", "000000");
        assertThat(wrong.statusCode()).isEqualTo(422);
        assertThat(Visitor.text(wrong, "secret")).isEqualTo(Visitor.text(setup, "secret"));
        assertThat(olga.get("/account").body()).contains("It is off.");
        time.advance(TotpPages.SETUP);
        String late = Totp.code(secret, Totp.stepAt(time.nowMs()));
        assertThat(olga.post("/account/totp/on", "code", late).body()).contains("That took too long.");
        List<String> codes = turnOn();
        assertThat(codes).hasSize(RecoveryCodes.COUNT);
        assertThat(olga.get("/account").body())
                .contains("It is on:", "10 recovery codes left")
                .doesNotContain(codes);
        assertThat(location(olga.post("/account/totp", "current", Rig.PASSWORD)))
                .isEqualTo("/account");
        assertThat(events()).last().asString().contains("turned on two-step sign-in");
    }

    @Test
    void aCodeIsAskedForAndTakenOnce() throws Exception {
        turnOn();
        try (var visitor = new Visitor(rig);
                var replay = new Visitor(rig)) {
            time.advance(Duration.ofSeconds(60));
            String code = code();
            var half = visitor.signIn(Rig.EMAIL, Rig.PASSWORD, "next", "/people");
            assertThat(location(half)).isEqualTo("/sign-in/code");
            assertThat(visitor.cookies).doesNotContainKey(Sessions.COOKIE);
            visitor.get("/sign-in/code");
            assertThat(visitor.post("/sign-in/code", "code", "12345").statusCode())
                    .isEqualTo(401);
            var in = visitor.post("/sign-in/code", "code", code);
            assertThat(location(in)).isEqualTo("/people");
            assertThat(visitor.cookies).doesNotContainKey(HalfSignIns.COOKIE);
            assertThat(visitor.get("/people").statusCode()).isEqualTo(200);

            replay.signIn(Rig.EMAIL, Rig.PASSWORD);
            replay.get("/sign-in/code");
            assertThat(replay.post("/sign-in/code", "code", code).statusCode()).isEqualTo(401);
            time.advance(Duration.ofSeconds(30));
            assertThat(replay.post("/sign-in/code", "code", code).statusCode()).isEqualTo(401);
            time.advance(Duration.ofSeconds(30));
            assertThat(replay.post("/sign-in/code", "code", code()).statusCode())
                    .isEqualTo(303);
        }
    }

    @Test
    void aRecoveryCodeLetsInOnce() throws Exception {
        List<String> codes = turnOn();
        try (var visitor = new Visitor(rig)) {
            visitor.signIn(Rig.EMAIL, Rig.PASSWORD);
            visitor.get("/sign-in/code");
            String typed = codes.get(3).toLowerCase(java.util.Locale.ROOT);
            assertThat(visitor.post("/sign-in/code", "code", typed).statusCode())
                    .isEqualTo(303);
            assertThat(events()).last().asString().contains("used a recovery code");
            assertThat(visitor.get("/account").body()).contains("9 recovery codes left");
            visitor.post("/sign-out");
            visitor.signIn(Rig.EMAIL, Rig.PASSWORD);
            visitor.get("/sign-in/code");
            assertThat(visitor.post("/sign-in/code", "code", typed).statusCode())
                    .isEqualTo(401);
        }
    }

    @Test
    void turningItOnAsksForThePassword() throws Exception {
        for (String wrong : List.of("", "no")) {
            var refused = olga.post("/account/totp", "current", wrong);
            assertThat(refused.statusCode()).isEqualTo(422);
            assertThat(refused.body())
                    .contains("That is not your current password.")
                    .doesNotContain("id=\"secret\"");
            time.advance(Duration.ofMinutes(1)); // attempts that fail slow the next one down
        }
        String now = Totp.code(secret("A".repeat(32)), Totp.stepAt(time.nowMs()));
        assertThat(olga.post("/account/totp/on", "code", now).body()).contains("Please begin again.");
    }

    @Test
    void turningItOffAndNewCodesAskForPasswordAndCode() throws Exception {
        List<String> codes = turnOn();
        Map<String, String> wrong = Map.of("/account/totp/codes", "000000", "/account/totp/off", "ABCD-EFGH-JKLM-NPQR");
        for (var one : wrong.entrySet()) {
            time.advance(Duration.ofMinutes(15)); // attempts that fail slow the next one down
            assertThat(olga.post(one.getKey(), "current", "no", "code", code()).statusCode())
                    .isEqualTo(422);
            for (String code : List.of("", one.getValue())) {
                time.advance(Duration.ofMinutes(15));
                var refused = olga.post(one.getKey(), "current", Rig.PASSWORD, "code", code);
                assertThat(refused.statusCode()).as(one.getKey() + " " + code).isEqualTo(422);
                assertThat(refused.body()).contains("The password or the code is not right");
            }
        }
        time.advance(Duration.ofMinutes(15));
        var anew = olga.post("/account/totp/codes", "current", Rig.PASSWORD, "code", code());
        assertThat(anew.statusCode()).isEqualTo(200);
        assertThat(anew.body()).doesNotContain(codes);
        String recovery = Pattern.compile("<code>([A-Z2-9-]{19})</code>")
                .matcher(anew.body())
                .results()
                .map(found -> found.group(1))
                .findFirst()
                .orElseThrow();
        assertThat(location(olga.post("/account/totp/off", "current", Rig.PASSWORD, "code", recovery)))
                .isEqualTo("/account?done=totp-off");
        try (var visitor = new Visitor(rig)) {
            assertThat(location(visitor.signIn(Rig.EMAIL, Rig.PASSWORD))).isEqualTo("/");
        }
    }

    /// Both outlast the session: a password that was seen would be enough to keep it.
    @Test
    void aNewPasswordAndAKeyAskForPasswordAndCode() throws Exception {
        turnOn();
        assertThat(olga.get("/account").body()).contains("id=\"password-code\"", "id=\"key-code\"");
        for (String code : List.of("", "000000")) {
            time.advance(Duration.ofMinutes(15)); // attempts that fail slow the next one down
            var password = olga.post("/account/password", "current", Rig.PASSWORD, "code", code, "password", NEW);
            assertThat(password.statusCode()).isEqualTo(422);
            assertThat(password.body()).contains("The password or the code is not right");
            time.advance(Duration.ofMinutes(15));
            var key = olga.post("/account/keys", "name", "Till", "current", Rig.PASSWORD, "code", code);
            assertThat(key.statusCode()).isEqualTo(422);
            assertThat(key.body()).contains("The password or the code is not right");
        }
        time.advance(Duration.ofMinutes(15));
        assertThat(olga.post("/account/keys", "name", "Till", "current", Rig.PASSWORD, "code", code())
                        .statusCode())
                .isEqualTo(200);
        time.advance(Duration.ofMinutes(15));
        var changed = olga.post("/account/password", "current", Rig.PASSWORD, "code", code(), "password", NEW);
        assertThat(location(changed)).isEqualTo("/account?done=password");
    }

    @Test
    void aSessionIsEndedFromTheList() throws Exception {
        try (var other = new Visitor(rig);
                var third = new Visitor(rig)) {
            time.advance(Duration.ofMinutes(1));
            other.signIn(Rig.EMAIL, Rig.PASSWORD);
            third.signIn(Rig.EMAIL, Rig.PASSWORD);
            String page = olga.get("/account").body();
            assertThat(page).contains("A Java program", "127.0.0.1", "22 Nov 2026, 10:01", "this one");
            String handle = Tokens.hash(Objects.requireNonNull(other.cookies.get(Sessions.COOKIE)))
                    .hex();
            assertThat(page).contains("value=\"" + handle + "\"");
            olga.post("/account/sessions/end", "session", handle);
            assertThat(other.get("/account").statusCode()).isEqualTo(303);
            assertThat(third.get("/account").statusCode()).isEqualTo(200);
            assertThat(olga.post("/account/sessions/end", "session", "zz").statusCode())
                    .isEqualTo(303);
            olga.get("/account");
            olga.post("/account/sessions/end-others");
            assertThat(third.get("/account").statusCode()).isEqualTo(303);
            assertThat(olga.get("/account").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void nobodyEndsTheSessionOfAnother() throws Exception {
        rig.desk.create(By.COMMAND_LINE, new NewPerson("ulf@example.com", "", "", Kind.USER), NEW);
        try (var ulf = new Visitor(rig)) {
            ulf.signIn("ulf@example.com", NEW);
            ulf.get("/account");
            String handle = Tokens.hash(Objects.requireNonNull(olga.cookies.get(Sessions.COOKIE)))
                    .hex();
            ulf.post("/account/sessions/end", "session", handle);
            assertThat(olga.get("/account").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void anApiKeyIsShownOnceAndRevoked() throws Exception {
        assertThat(olga.post("/account/keys", "name", " ").statusCode()).isEqualTo(422);
        assertThat(olga.post("/account/keys", "name", "Till", "shape", "round").statusCode())
                .isEqualTo(422);
        String[] wanted = {"name", "<b>Till</b>", "shape", "sdk", "listing", "B", "current", ""};
        wanted[7] = "not the password";
        assertThat(olga.post("/account/keys", wanted).statusCode()).isEqualTo(422);
        assertThat(rig.database.apiKeys().list()).isEmpty();
        wanted[7] = Rig.PASSWORD;
        HttpResponse<String> made = olga.post("/account/keys", wanted);
        String key = Visitor.text(made, "key");
        assertThat(made.headers().firstValue("Cache-Control")).hasValue("no-store");
        assertThat(made.body()).doesNotContain("<b>Till");
        var found = Objects.requireNonNull(rig.database.apiKeys().find(key));
        assertThat(found.name()).isEqualTo("<b>Till</b>");
        assertThat(found.shape()).isEqualTo("sdk");
        assertThat(olga.get("/account").body()).contains("sdk, listing B").doesNotContain(key);
        olga.post("/account/keys/revoke", "id", String.valueOf(found.id()));
        assertThat(rig.database.apiKeys().find(key)).isNull();
        assertThat(events()).noneMatch(event -> event.contains(key));
    }

    @Test
    @Spec("5.1-3")
    void keysAreForOperatorsAndForWhomTheyAreAllowed() throws Exception {
        long id = rig.desk
                .create(By.COMMAND_LINE, new NewPerson("ulf@example.com", "", "", Kind.USER), NEW)
                .id();
        try (var ulf = new Visitor(rig)) {
            ulf.signIn("ulf@example.com", NEW);
            assertThat(ulf.get("/account").body()).doesNotContain("API keys</h2>");
            assertThat(ulf.post("/account/keys", "name", "Till").statusCode()).isEqualTo(403);
            rig.desk.allowKeys(By.COMMAND_LINE, id, true);
            assertThat(ulf.get("/account").body()).contains("API keys</h2>");
            String key = Visitor.text(ulf.post("/account/keys", "name", "Till", "current", NEW), "key");
            assertThat(rig.database.apiKeys().find(key)).isNotNull();
            rig.desk.allowKeys(By.COMMAND_LINE, id, false);
            assertThat(rig.database.apiKeys().find(key)).isNull();
        }
    }
}
