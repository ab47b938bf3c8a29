package dev.lintel.controller.push;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.lintel.controller.client.Sender.Outcome;
import dev.lintel.controller.push.Notifications.Offered;
import dev.lintel.controller.push.PushService.Message;
import dev.lintel.controller.secret.Tokens;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.PushStore;
import dev.lintel.controller.store.PushStore.Subscription;
import dev.lintel.controller.store.SessionStore;
import dev.lintel.controller.store.SessionStore.Limits;
import dev.lintel.controller.store.SessionStore.NewSession;
import dev.lintel.controller.store.SessionStore.Origin;
import dev.lintel.controller.time.HandTime;
import dev.lintel.reader.Bytes;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Browsers and what they are sent, with a real database and a push service over TLS.
class NotificationsTest {
    private static final Notification WAITS = new Notification("approval-7", "Ada waits", "Approve?", true, "/", 30);
    private static final Limits LIMITS = new Limits(Long.MIN_VALUE, Long.MIN_VALUE);

    @TempDir
    Path data;

    private final PushBrowser browser = PushBrowser.create();
    private PushHouse house;
    private HandTime time;
    private Database database;
    private PushService service;
    private Push push;
    private Notifications notifications;
    private SessionStore sessions;

    @BeforeEach
    void open() {
        house = new PushHouse(data.resolve("data"));
        house.user(1, "operator");
        house.user(2, "user");
        house.user(3, "developer");
        time = house.time;
        database = house.database;
        service = new PushService(house.folder.folder("push-service"));
        push = PushRig.of(house.folder, database, service, time);
        notifications = push.notifications();
        sessions = new SessionStore(database);
    }

    @AfterEach
    void close() {
        push.close();
        service.close();
        house.close();
    }

    private void add(String name, long userId) {
        notifications.add(browser.offered(service.endpoint(name)), userId, house.session(name, userId));
    }

    private static Bytes session(String name) {
        return Tokens.hash("session of " + name);
    }

    private List<String> names(long userId) {
        return notifications.ofUser(userId).stream()
                .map(one -> one.endpoint().substring(one.endpoint().lastIndexOf('/') + 1))
                .toList();
    }

    private void idle() {
        PushHouse.await(notifications::isIdle);
        database.write(sql -> 0); // what was noted before is on disk
    }

    private Subscription only(long userId) {
        List<Subscription> all = notifications.ofUser(userId);
        assertThat(all).hasSize(1);
        return all.getFirst();
    }

    @Test
    void notification_isSentEncryptedWithItsHeaders() throws Exception {
        add("a", 1);
        notifications.notifyAll(WAITS);
        Message message = service.next();
        assertThat(message.path()).isEqualTo("/push/a");
        assertThat(message.headers())
                .containsEntry("ttl", "30")
                .containsEntry("urgency", "high")
                .containsEntry("content-encoding", "aes128gcm")
                .containsEntry("content-type", "application/octet-stream");
        assertThat(message.headers().get("topic")).matches("[A-Za-z0-9_-]{32}");
        assertThat(message.headers().get("authorization"))
                .startsWith("vapid t=")
                .contains(", k=" + notifications.publicKey());
        assertThat(browser.read(message.body()))
                .containsEntry("tag", "approval-7")
                .containsEntry("title", "Ada waits")
                .containsEntry("body", "Approve?")
                .containsEntry("waits", true)
                .containsEntry("path", "/");
        idle();
        assertThat(only(1).fault()).isNull();
    }

    @Test
    void notification_goesToAllOfTheHouseAndToNobodyElse() throws Exception {
        add("a", 1);
        add("b", 2);
        add("c", 3);
        notifications.notifyAll(WAITS);
        assertThat(List.of(service.next().path(), service.next().path()))
                .containsExactlyInAnyOrder("/push/a", "/push/b");
        idle();
        assertThat(service.left()).isZero();
    }

    @Test
    void browserThatWasNotUsedForLong_isNotNotified() throws Exception {
        add("a", 1);
        time.advance(Duration.ofDays(31));
        add("b", 1);
        time.advance(Duration.ofDays(28));
        assertThat(notifications.renew(service.endpoint("b"), 1, session("b"))).isTrue();
        time.advance(Duration.ofDays(32));
        notifications.notifyAll(WAITS);
        assertThat(service.next().path()).isEqualTo("/push/b");
        idle();
        assertThat(service.left()).isZero();
        assertThat(notifications.renew(service.endpoint("a"), 1, session("a"))).isFalse();
    }

    /// Longer by what has passed: nothing arrives after its time.
    @Test
    void eachTry_livesForTheTimeThatIsLeft() throws Exception {
        add("a", 1);
        for (int i = 0; i < 4; i++) service.answer(503, null);
        notifications.notifyAll(WAITS);
        for (String ttl : List.of("30", "28", "24", "16")) {
            assertThat(service.next().headers()).containsEntry("ttl", ttl);
        }
        idle();
        assertThat(service.left()).isZero();
    }

    @Test
    void serviceWithoutRoom_isAskedAgainWhenItSays() throws Exception {
        add("a", 1);
        service.answer(429, "5");
        service.answer(503, null);
        long beginMs = time.nowMs();
        notifications.notifyAll(WAITS);
        for (int i = 0; i < 3; i++) service.next();
        idle();
        assertThat(only(1).fault()).isNull();
        assertThat(time.nowMs() - beginMs).isEqualTo(15_000); // 5 s, then twice as long
    }

    @Test
    void refusalThatTimeDoesNotMend_isNotTriedAgain() throws Exception {
        add("a", 1);
        service.answer(503, "31"); // longer than the notification is of use
        notifications.notifyAll(WAITS);
        service.next();
        idle();
        service.answer(403, null);
        notifications.notifyAll(WAITS);
        service.next();
        idle();
        assertThat(only(1).fault()).isEqualTo("It answered 403.");
        assertThat(service.left()).isZero();
    }

    @Test
    void browserThatItsServiceDoesNotKnow_isRemoved() throws Exception {
        for (int status : new int[] {404, 410}) {
            add("a", 1);
            service.answer(status, null);
            notifications.notifyAll(WAITS);
            service.next();
            PushHouse.await(() -> notifications.ofUser(1).isEmpty());
        }
    }

    @Test
    void test_saysWhatTheServiceAnswers() throws Exception {
        add("a", 1);
        assertThat(notifications.test(service.endpoint("a"), 1)).isNull();
        assertThat(browser.read(service.next().body())).containsEntry("title", "Notifications work");
        service.answer(403, null);
        assertThat(notifications.test(service.endpoint("a"), 1))
                .startsWith("The push service localhost did not take the notification. It answered 403. Turn")
                .contains("security_contact");
        assertThat(notifications.test(service.endpoint("a"), 2)).contains("are off");
        notifications.add(browser.offered("https://10.1.2.3/push"), 2, house.session("b", 2));
        assertThat(notifications.test("https://10.1.2.3/push", 2)).contains("allow_networks");
    }

    @Test
    void whatNoBrowserGives_isRefusedByItsField() {
        String good = service.endpoint("a");
        refused(new Offered("http://push.example/a", browser.p256dh(), browser.auth(), ""), "endpoint");
        refused(new Offered("https://", browser.p256dh(), browser.auth(), ""), "endpoint");
        refused(new Offered("https://u@push.example/", browser.p256dh(), browser.auth(), ""), "endpoint");
        refused(new Offered("https://push.example:99999/", browser.p256dh(), browser.auth(), ""), "endpoint");
        refused(new Offered("https://push.example/#a", browser.p256dh(), browser.auth(), ""), "endpoint");
        refused(new Offered("nonsense", browser.p256dh(), browser.auth(), ""), "endpoint");
        refused(new Offered(good + "x".repeat(2_000), browser.p256dh(), browser.auth(), ""), "endpoint");
        refused(new Offered(good, "?", browser.auth(), ""), "p256dh");
        refused(new Offered(good, "AAAA", browser.auth(), ""), "65 bytes");
        refused(new Offered(good, browser.p256dh(), "?", ""), "auth");
        refused(new Offered(good, browser.p256dh(), "AAAA", ""), "auth must have 16 bytes");
        assertThat(notifications.hasBrowsers()).isFalse();
    }

    private void refused(Offered offered, String words) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> notifications.add(offered, 1, session("a")))
                .withMessageContaining(words);
    }

    @Test
    void tooManyBrowsersOfAUser_crowdOutThoseUsedLongestAgo() {
        for (int i = 0; i < Notifications.PER_USER_MAX; i++) {
            add("a" + i, 1);
            time.advance(Duration.ofSeconds(1));
        }
        time.advance(Duration.ofHours(1)); // the use of a browser is written each hour
        assertThat(notifications.renew(service.endpoint("a0"), 1, session("a0")))
                .isTrue();
        time.advance(Duration.ofSeconds(1));
        add("b", 1);
        assertThat(names(1))
                .hasSize(Notifications.PER_USER_MAX)
                .contains("a0", "b")
                .doesNotContain("a1");
    }

    @Test
    void boxThatNotifiesTooMany_takesNoMore() {
        for (int i = 0; i < Notifications.BROWSERS_MAX; i++) {
            long user = 10L + i / Notifications.PER_USER_MAX;
            if (i % Notifications.PER_USER_MAX == 0) {
                house.user(user, "user");
            }
            add("a" + i, user);
        }
        assertThatIllegalArgumentException().isThrownBy(() -> add("b", 1)).withMessageContaining("500 browsers");
        add("a0", 10); // one that is known already
        database.write(sql -> sql.run("UPDATE user SET kind = 'developer' WHERE id = 11"));
        add("b", 1);
        time.advance(Notifications.UNUSED_MAX);
        add("c", 2);
        assertThat(names(1)).isEmpty();
        assertThat(notifications.renew(service.endpoint("b"), 1, session("b"))).isFalse();
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
        assertThat(notifications.renew(service.endpoint("b"), 2, session("c"))).isFalse();
        assertThat(notifications.hasBrowsers()).isFalse();

        begin("d", 1, null);
        begin("e", 1, null);
        add("d", 1);
        add("e", 1);
        sessions.deleteOne(2, session("d")); // another's
        assertThat(names(1)).containsExactly("d", "e");
        sessions.deleteOthers(1, session("e"));
        assertThat(names(1)).containsExactly("e");
        sessions.deleteOfUser(1);
        assertThat(notifications.hasBrowsers()).isFalse();

        add("f", 2);
        database.write(sql -> sql.run("DELETE FROM user WHERE id = 2"));
        assertThat(notifications.hasBrowsers()).isFalse();
    }

    private void begin(String name, long userId, @Nullable Bytes replaced) {
        var session = new NewSession(session(name), userId, null, "csrf", new Origin("::1", "::", "x"), replaced);
        sessions.create(session, time.nowMs(), LIMITS);
        Objects.requireNonNull(sessions.find(session(name)));
    }

    /// A request may be under way while its session ends: what it adds would outlive the session.
    @Test
    void sessionThatHasJustEnded_addsAndRenewsNoBrowser() {
        add("a", 1);
        sessions.clear(session("a"));
        PushHouse.await(() -> sessions.find(session("a")) == null);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> notifications.add(browser.offered(service.endpoint("b")), 1, session("a")))
                .withMessage("you have been signed out");
        time.advance(Duration.ofHours(2));
        assertThat(notifications.renew(service.endpoint("a"), 1, session("a"))).isFalse();
        assertThat(names(1)).containsExactly("a");
    }

    /// A box with real doors posts to no other port: its users could have it try the ports of others.
    @Test
    void endpoint_hasPort443AtABoxWithRealDoors() {
        var parts = new PushSender.Parts(
                (_, done) -> done.accept(Outcome.answered(201, "", null)),
                new VapidKey(house.folder),
                new PushStore(database),
                () -> PushRig.CONTACT,
                time);
        var strict = Push.notifications(parts, false);
        strict.add(browser.offered("https://push.example/a"), 1, house.session("a", 1));
        strict.add(browser.offered("https://push.example:443/a"), 1, house.session("a", 1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> strict.add(browser.offered("https://push.example:8443/a"), 1, house.session("a", 1)))
                .withMessage("endpoint must have port 443");
    }

    /// The browser proves by the address that it is the same one: the list of another user loses it.
    @Test
    void browserThatAnotherUserTakesOver_isTheirs() {
        add("a", 1);
        notifications.add(browser.offered(service.endpoint("a")), 2, house.session("another", 2));
        assertThat(names(1)).isEmpty();
        assertThat(names(2)).containsExactly("a");
        notifications.remove(service.endpoint("a"), 1);
        assertThat(names(2)).containsExactly("a");
        notifications.remove(service.endpoint("a"), 2);
        assertThat(names(2)).isEmpty();
    }

    @Test
    void notificationWithLongNames_isCut() {
        var notice = new Notification("a", "😀".repeat(400), "x".repeat(9_000), false, "/", 1);
        assertThat(notice.json()).hasSizeLessThan(PushEncryption.CONTENT_BYTES_MAX);
        assertThat(new String(notice.json(), java.nio.charset.StandardCharsets.UTF_8))
                .contains("😀…", "x…")
                .doesNotContain("?");
    }
}
