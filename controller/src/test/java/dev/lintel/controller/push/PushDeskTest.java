package dev.lintel.controller.push;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.lintel.controller.push.PushDesk.Offered;
import dev.lintel.controller.push.PushService.Message;
import dev.lintel.controller.secret.Tokens;
import dev.lintel.controller.store.DataFolder;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.PushStore.Subscription;
import dev.lintel.controller.store.SessionStore;
import dev.lintel.controller.store.SessionStore.Limits;
import dev.lintel.controller.store.SessionStore.NewSession;
import dev.lintel.controller.store.SessionStore.Origin;
import dev.lintel.controller.store.TestDatabase;
import dev.lintel.controller.time.HandTime;
import dev.lintel.reader.Bytes;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Browsers and what they are sent, with a real database and a push service over TLS.
class PushDeskTest {
    private static final Notice NOTICE = new Notice("approval-7", "Ada waits", "Approve?", true, "/", 30);
    private static final Limits LIMITS = new Limits(Long.MIN_VALUE, Long.MIN_VALUE);

    @TempDir
    Path data;

    private final HandTime time = new HandTime("2026-11-30T10:00:00Z");
    private final PushBrowser browser = PushBrowser.create();
    private DataFolder folder;
    private Database database;
    private PushService service;
    private Push push;
    private PushDesk desk;
    private SessionStore sessions;

    @BeforeEach
    void open() {
        folder = DataFolder.open(data.resolve("data"));
        database = TestDatabase.open(folder, time);
        database.write(sql -> {
            sql.run("INSERT INTO account VALUES (1, 'House', 'UTC', 0, 0)");
            String user = "INSERT INTO user (id, account_id, email, kind, created_at, updated_at)"
                    + " VALUES (?, 1, ?, ?, 0, 0)";
            sql.run(user, 1, "olga@example.com", "operator");
            sql.run(user, 2, "ugo@example.com", "user");
            return sql.run(user, 3, "dan@example.com", "developer");
        });
        service = new PushService(folder.folder("push-service"));
        push = PushRig.of(folder, database, service, time);
        desk = push.desk();
        sessions = new SessionStore(database);
    }

    @AfterEach
    void close() {
        push.close();
        service.close();
        database.close();
        folder.close();
    }

    private void add(String name, long userId) {
        desk.add(browser.offered(service.endpoint(name)), userId, session(name));
    }

    private static Bytes session(String name) {
        return Tokens.hash("session of " + name);
    }

    private List<String> names(long userId) {
        return desk.ofUser(userId).stream()
                .map(one -> one.endpoint().substring(one.endpoint().lastIndexOf('/') + 1))
                .toList();
    }

    private static void await(BooleanSupplier condition) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) throw new AssertionError("never came true");
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }
    }

    private Subscription only(long userId) {
        List<Subscription> all = desk.ofUser(userId);
        assertThat(all).hasSize(1);
        return all.getFirst();
    }

    @Test
    void notice_isSentEncryptedWithItsHeaders() throws Exception {
        add("a", 1);
        desk.notifyAll(NOTICE, () -> true);
        Message message = service.next();
        assertThat(message.path()).isEqualTo("/push/a");
        assertThat(message.headers())
                .containsEntry("ttl", "30")
                .containsEntry("urgency", "high")
                .containsEntry("topic", "approval-7")
                .containsEntry("content-encoding", "aes128gcm")
                .containsEntry("content-type", "application/octet-stream");
        assertThat(message.headers().get("authorization"))
                .startsWith("vapid t=")
                .contains(", k=" + desk.publicKey());
        assertThat(browser.read(message.body()))
                .containsEntry("tag", "approval-7")
                .containsEntry("title", "Ada waits")
                .containsEntry("body", "Approve?")
                .containsEntry("waits", true)
                .containsEntry("path", "/");
        await(() -> only(1).sentAtMs() != null);
        assertThat(only(1).fault()).isNull();
    }

    @Test
    void notice_goesToAllOfTheHouseAndToNobodyElse() throws Exception {
        add("a", 1);
        add("b", 2);
        add("c", 3);
        desk.notifyAll(NOTICE, () -> true);
        assertThat(List.of(service.next().path(), service.next().path()))
                .containsExactlyInAnyOrder("/push/a", "/push/b");
        await(() -> only(2).sentAtMs() != null && only(1).sentAtMs() != null);
        assertThat(service.left()).isZero();
    }

    @Test
    void browserThatWasNotUsedForLong_isNotNotified() throws Exception {
        add("a", 1);
        time.advance(Duration.ofDays(31));
        add("b", 1);
        time.advance(Duration.ofDays(30));
        desk.notifyAll(NOTICE, () -> true);
        assertThat(service.next().path()).isEqualTo("/push/b");
        assertThat(desk.renew(service.endpoint("a"), 1, session("a"))).isTrue();
        desk.notifyAll(NOTICE, () -> true);
        assertThat(List.of(service.next().path(), service.next().path()))
                .containsExactlyInAnyOrder("/push/a", "/push/b");
    }

    @Test
    void serviceWithoutRoom_isAskedAgainWhenItSays() throws Exception {
        add("a", 1);
        service.answer(429, "5");
        service.answer(503, null);
        long beginMs = time.nowMs();
        desk.notifyAll(NOTICE, () -> true);
        for (int i = 0; i < 3; i++) service.next();
        await(() -> only(1).sentAtMs() != null && only(1).fault() == null);
        assertThat(time.nowMs() - beginMs).isEqualTo(15_000); // 5 s, then twice as long
    }

    @Test
    void noticeThatIsOfNoUseAnyMore_isNotSentAgain() throws Exception {
        add("a", 1);
        service.answer(503, null);
        boolean[] asked = new boolean[1];
        desk.notifyAll(NOTICE, () -> {
            boolean first = !asked[0];
            asked[0] = true;
            return first;
        });
        service.next();
        await(() -> only(1).fault() != null);
        service.answer(503, "31"); // longer than the notice lives
        desk.notifyAll(NOTICE, () -> true);
        service.next();
        service.answer(403, null); // not a matter of time
        desk.notifyAll(NOTICE, () -> true);
        service.next();
        await(() -> "It answered 403.".equals(only(1).fault()));
        assertThat(service.left()).isZero();
    }

    @Test
    void browserThatItsServiceDoesNotKnow_isRemoved() throws Exception {
        for (int status : new int[] {404, 410}) {
            add("a", 1);
            service.answer(status, null);
            desk.notifyAll(NOTICE, () -> true);
            service.next();
            await(() -> desk.ofUser(1).isEmpty());
        }
    }

    @Test
    void test_saysWhatTheServiceAnswers() throws Exception {
        add("a", 1);
        assertThat(desk.test(service.endpoint("a"), 1)).isNull();
        assertThat(browser.read(service.next().body())).containsEntry("title", "Notifications work");
        service.answer(403, null);
        assertThat(desk.test(service.endpoint("a"), 1))
                .isEqualTo("The push service localhost did not take the notification. It answered 403.");
        assertThat(desk.test(service.endpoint("a"), 2)).contains("not notified");
        desk.add(browser.offered("https://10.1.2.3/push"), 2, session("b"));
        assertThat(desk.test("https://10.1.2.3/push", 2)).contains("allow_networks");
    }

    @Test
    void whatNoBrowserGives_isRefusedByItsField() {
        String good = service.endpoint("a");
        refused(new Offered("http://push.example/a", browser.p256dh(), browser.auth(), ""), "endpoint");
        refused(new Offered("https://", browser.p256dh(), browser.auth(), ""), "endpoint");
        refused(new Offered("https://u@push.example/", browser.p256dh(), browser.auth(), ""), "endpoint");
        refused(new Offered("https://push.example/#a", browser.p256dh(), browser.auth(), ""), "endpoint");
        refused(new Offered("nonsense", browser.p256dh(), browser.auth(), ""), "endpoint");
        refused(new Offered(good + "x".repeat(2_000), browser.p256dh(), browser.auth(), ""), "endpoint");
        refused(new Offered(good, "?", browser.auth(), ""), "p256dh");
        refused(new Offered(good, "AAAA", browser.auth(), ""), "65 bytes");
        refused(new Offered(good, browser.p256dh(), "?", ""), "auth");
        refused(new Offered(good, browser.p256dh(), "AAAA", ""), "auth must have 16 bytes");
        assertThat(desk.hasBrowsers()).isFalse();
    }

    private void refused(Offered offered, String words) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> desk.add(offered, 1, session("a")))
                .withMessageContaining(words);
    }

    @Test
    void tooManyBrowsersOfAUser_crowdOutThoseUsedLongestAgo() {
        for (int i = 0; i < PushDesk.PER_USER_MAX; i++) {
            add("a" + i, 1);
            time.advance(Duration.ofSeconds(1));
        }
        assertThat(desk.renew(service.endpoint("a0"), 1, session("a0"))).isTrue();
        time.advance(Duration.ofSeconds(1));
        add("b", 1);
        assertThat(names(1)).hasSize(PushDesk.PER_USER_MAX).contains("a0", "b").doesNotContain("a1");
    }

    @Test
    void boxThatNotifiesTooMany_takesNoMore() {
        for (int i = 0; i < PushDesk.BROWSERS_MAX; i++) {
            long user = 10 + i / PushDesk.PER_USER_MAX;
            if (i % PushDesk.PER_USER_MAX == 0) {
                database.write(sql -> sql.run(
                        "INSERT INTO user (id, account_id, email, kind, created_at, updated_at)"
                                + " VALUES (?, 1, ?, 'user', 0, 0)",
                        user,
                        "user" + user + "@example.com"));
            }
            add("a" + i, user);
        }
        assertThatIllegalArgumentException().isThrownBy(() -> add("b", 1)).withMessageContaining("500 browsers");
    }

    /// As the browser's owner signs in and out.
    @Test
    void subscription_endsWithASessionThatIsEnded_andOutlivesOneThatExpires() {
        begin("a", 1, null);
        add("a", 1);
        sessions.clear(session("a"));
        assertThat(names(1)).containsExactly("a");
        begin("a2", 1, session("a")); // signs in again after the session has expired
        assertThat(names(1)).containsExactly("a");
        sessions.delete(session("a2"));
        assertThat(names(1)).isEmpty();

        begin("b", 1, null);
        add("b", 1);
        begin("c", 2, session("b")); // somebody else signs in there
        assertThat(desk.renew(service.endpoint("b"), 2, session("c"))).isFalse();
        assertThat(desk.hasBrowsers()).isFalse();

        begin("d", 1, null);
        begin("e", 1, null);
        add("d", 1);
        add("e", 1);
        sessions.deleteOne(2, session("d")); // another's
        assertThat(names(1)).containsExactly("d", "e");
        sessions.deleteOthers(1, session("e"));
        assertThat(names(1)).containsExactly("e");
        sessions.deleteOfUser(1);
        assertThat(desk.hasBrowsers()).isFalse();

        add("f", 2);
        database.write(sql -> sql.run("DELETE FROM user WHERE id = 2"));
        assertThat(desk.hasBrowsers()).isFalse();
    }

    private void begin(String name, long userId, @Nullable Bytes replaced) {
        var session = new NewSession(session(name), userId, null, "csrf", new Origin("::1", "::", "x"), replaced);
        sessions.create(session, time.nowMs(), LIMITS);
        Objects.requireNonNull(sessions.find(session(name)));
    }

    /// The browser proves by the address that it is the same one: the list of another user loses it.
    @Test
    void browserThatAnotherUserTakesOver_isTheirs() {
        add("a", 1);
        add("a", 2);
        assertThat(names(1)).isEmpty();
        assertThat(names(2)).containsExactly("a");
        desk.remove(service.endpoint("a"), 1);
        assertThat(names(2)).containsExactly("a");
        desk.remove(service.endpoint("a"), 2);
        assertThat(names(2)).isEmpty();
    }

    @Test
    void noticeWithLongNames_isCut() {
        var notice = new Notice("a", "😀".repeat(400), "x".repeat(9_000), false, "/", 1);
        assertThat(notice.json()).hasSizeLessThan(PushEncryption.CONTENT_BYTES_MAX);
        assertThat(new String(notice.json(), java.nio.charset.StandardCharsets.UTF_8))
                .contains("😀…", "x…")
                .doesNotContain("?");
    }
}
