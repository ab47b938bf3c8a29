package dev.lintel.controller.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.access.Approvals;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.json.Json;
import dev.lintel.controller.push.PushBrowser;
import dev.lintel.controller.push.PushService.Message;
import dev.lintel.controller.time.SystemTime;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Notifications from the page Account to the service worker, in a real browser. A push service of the browser's maker
/// cannot be reached from a test: its part is the rig's own, and what that is sent is given to the worker.
class NotificationBrowserTest {
    /// Makes the worker keep what it shows and opens: Chromium without a window has no place for notifications.
    private static final String KEEP = """
            var shown = [], opened = [], focused = [];
            ServiceWorkerRegistration.prototype.showNotification = async (title, how) => {
              shown.push([how.tag, title, how.body, how.requireInteraction, how.silent].join(' | '));
            };
            Clients.prototype.openWindow = async (url) => { opened.push(url); };
            WindowClient.prototype.focus = async function () { focused.push(this.url); };
            true""";

    @TempDir
    Path folder;

    private final PushBrowser keys = PushBrowser.create();
    private Rig rig;
    private Chromium chromium;
    private Browser browser;

    @BeforeEach
    void start() throws Exception {
        rig = new Rig(folder.resolve("data"), new SystemTime(), false);
        chromium = new Chromium(folder.resolve("profile"), Chromium.pin(rig.certificate));
        browser = new Browser(chromium);
        browser.viewport(1280, 1100, false);
        browser.createAdministrator(rig);
        browser.waitFor("document.querySelectorAll('.door').length === 2");
        rig.push.start(rig.approvals);
        browser.beforeEachPage(pushManager());
    }

    @AfterEach
    void stop() throws Exception {
        browser.close();
        chromium.close();
        rig.close();
    }

    /// Remembers a subscription as browsers do, in the storage of the page.
    private String pushManager() {
        String subscription = Json.write(Map.of(
                "endpoint",
                rig.pushService.endpoint("chromium"),
                "keys",
                Map.of("p256dh", keys.p256dh(), "auth", keys.auth())));
        return """
                (() => {
                  const subscription = %s;
                  const made = { endpoint: subscription.endpoint, toJSON: () => subscription,
                    unsubscribe: async () => { localStorage.removeItem('push'); return true; } };
                  PushManager.prototype.getSubscription = async () => localStorage.getItem('push') ? made : null;
                  PushManager.prototype.subscribe = async (how) => {
                    if (!how.userVisibleOnly || how.applicationServerKey.length !== 65) throw new Error('bad options');
                    localStorage.setItem('push', 'yes');
                    return made;
                  };
                })();
                """.formatted(subscription);
    }

    private void turnOn() {
        browser.allowNotifications(rig.url(""));
        browser.open(rig.url("/account"));
        browser.waitFor("document.getElementById('notify-state').textContent === 'Off in this browser.'");
        browser.press("#notify-on");
        browser.says("On in this browser.");
    }

    private void asks() {
        var subject = new EventDraft.Subject(1L, 7L, "Ada Demo", null, null, false);
        Map<String, Object> trace = Map.of("approval_id", 7, "awaits", "operator");
        long untilNs = new SystemTime().nowNs() + Duration.ofSeconds(30).toNanos();
        rig.approvals.asked.add(new Approvals.Asked(7, 1, "entry", 7, "Ada Demo", untilNs, false));
        rig.append(EventKind.APPROVAL_REQUESTED, subject, trace);
    }

    @Test
    void personWhoWaits_isShownAsANotification_thatIsReplacedByTheDecision() throws Exception {
        turnOn();
        try (var worker = chromium.worker(rig.url("/live/worker.js"))) {
            worker.eval(KEEP);
            browser.press("#notify-test");
            browser.waitFor("document.getElementById('notify-said').textContent.includes('Sent.')");
            deliver(rig.pushService.next());
            assertThat(shown(worker))
                    .isEqualTo("test | Notifications work | This browser shows requests for approval of this box. |"
                            + " false | true");
            asks();
            deliver(rig.pushService.next());
            assertThat(shown(worker))
                    .isEqualTo("approval-1-7 | Ada Demo waits at Front Door | Approve or deny it on the page Live. |"
                            + " true |"
                            + " false");
            var subject = new EventDraft.Subject(1L, 7L, "Ada Demo", null, null, false);
            rig.append(EventKind.ADMITTED_CARD, subject, Map.of("approval_id", 7, "decided_by", "ben@example.com"));
            deliver(rig.pushService.next());
            assertThat(shown(worker))
                    .isEqualTo("approval-1-7 | Ada Demo waits at Front Door | Approved by ben@example.com. |"
                            + " false | true");
            browser.push(rig.url(""), "nonsense");
            assertThat(shown(worker)).startsWith("lintel | Lintel | Open the console");
            click(worker, "/");
            assertThat(worker.eval("opened.pop()")).isEqualTo(rig.url("/"));
            click(worker, "/account");
            assertThat(worker.eval("focused.pop()")).asString().startsWith(rig.url("/account"));
        }
    }

    /// The newest notification that the worker has shown, which is waited for.
    private static String shown(DevTools worker) {
        return String.valueOf(worker.eval("new Promise(done => { const look = () =>"
                + " shown.length > 0 ? done(shown.pop()) : setTimeout(look, 10); look(); })"));
    }

    private static void click(DevTools worker, String path) {
        worker.eval("{ const event = new Event('notificationclick'); event.notification = { close() {}, data: { path: '"
                + path
                + "' } }; let end; event.waitUntil = (work) => { end = work; }; self.dispatchEvent(event); end }");
    }

    private void deliver(Message message) {
        browser.push(rig.url(""), Json.write(keys.read(message.body())));
    }

    /// Else an iPhone has no notifications of it.
    @Test
    void console_canBePutOnTheHomeScreen() {
        for (String page : new String[] {"/", "/account"}) {
            browser.open(rig.url(page));
            assertThat(browser.eval("fetch(document.querySelector('link[rel=manifest]').href).then(told => told.json())"
                            + ".then(told => [told.name, told.start_url, told.scope, told.display].join())"))
                    .isEqualTo("Lobby,/,/,standalone");
            assertThat(browser.eval("fetch('/manifest.json').then(told => told.json())"
                            + ".then(told => Promise.all(told.icons.map(icon => fetch(icon.src))))"
                            + ".then(all => all.map(one => one.status).join())"))
                    .isEqualTo("200,200");
        }
    }

    @Test
    void browserIsRemoved_andNotifiedNoMore() throws Exception {
        turnOn();
        assertThat(rig.push.notifications().ofUser(1)).hasSize(1);
        for (boolean dark : new boolean[] {false, true}) {
            browser.dark(dark);
            assertThat(browser.faintText()).isEqualTo("");
            browser.screenshot("notifications-" + (dark ? "dark" : "light"));
        }
        for (int width : new int[] {320, 390}) {
            browser.viewport(width, 844, true);
            assertThat(browser.sideways()).isEqualTo("");
            assertThat(browser.smallTargets()).isEqualTo("");
            browser.screenshot("notifications-phone-" + width);
        }
        browser.press("#notify-off");
        browser.says("Off in this browser.");
        assertThat(rig.push.notifications().ofUser(1)).isEmpty();

        turnOn();
        browser.press("#notify form button"); // as from another browser
        browser.says("Notifications are off in that browser.");
        browser.waitFor("document.getElementById('notify-state').textContent === 'Off in this browser.'");
        assertThat(browser.eval("localStorage.getItem('push')")).isNull();
        assertThat(rig.push.notifications().ofUser(1)).isEmpty();
    }

    /// The page Live keeps it up, and a browser whose user is another one loses it there.
    @Test
    void pageLive_keepsNotificationsOfItsOwnUserUp() throws Exception {
        turnOn();
        rig.database.write(sql -> sql.run("UPDATE push_subscription SET used_at = used_at - 3600000"));
        long before = rig.push.notifications().ofUser(1).getFirst().usedAtMs();
        browser.open(rig.url("/"));
        browser.waitFor("document.querySelectorAll('.door').length === 2");
        long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (rig.push.notifications().ofUser(1).getFirst().usedAtMs() == before) {
            if (System.nanoTime() > end) throw new AssertionError("never renewed");
            LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
        }
        rig.push.notifications().remove(rig.pushService.endpoint("chromium"), 1);
        browser.open(rig.url("/"));
        browser.waitFor("localStorage.getItem('push') === null");
    }

    @Test
    void signingOut_endsNotificationsInTheBrowser() throws Exception {
        turnOn();
        browser.press("form[action='/sign-out'] button");
        browser.waitFor("location.pathname === '/sign-in'");
        assertThat(browser.eval("localStorage.getItem('push')")).isNull();
        assertThat(rig.push.notifications().ofUser(1)).isEmpty();
    }

    @Test
    void sessionThatHasEnded_isSaidInWords() throws Exception {
        turnOn();
        rig.database.write(sql -> sql.run("DELETE FROM session"));
        browser.press("#notify-test");
        browser.waitFor("document.getElementById('notify-fault').textContent"
                + " === 'You have been signed out. Load this page again and sign in.'");
    }

    /// A developer has no notifications, and must not get those of the user who sat there before.
    @Test
    void browserOfADeveloper_forgetsWhatAnotherUserTurnedOn() throws Exception {
        turnOn();
        rig.database.write(sql -> sql.run("UPDATE user SET kind = 'developer'"));
        browser.open(rig.url("/account"));
        browser.waitFor("localStorage.getItem('push') === null");
        assertThat(browser.eval("document.getElementById('notify') === null")).isEqualTo(true);
    }

    @Test
    void keyThatHasChanged_turnsNotificationsOff() throws Exception {
        turnOn();
        browser.waitFor("!document.querySelector('#notify .list .mark').hidden"); // this browser is marked
        browser.beforeEachPage("{ const known = PushManager.prototype.getSubscription;"
                + " PushManager.prototype.getSubscription = async () => { const one = await known();"
                + " if (one) one.options = { applicationServerKey: new Uint8Array(65).buffer }; return one; }; }");
        browser.open(rig.url("/account"));
        browser.says("Off in this browser: the key of this box has changed.");
        assertThat(rig.push.notifications().ofUser(1)).isEmpty();
    }

    @Test
    void pushServiceThatRefuses_isNamed() throws Exception {
        turnOn();
        rig.pushService.answer(403, null);
        browser.press("#notify-test");
        browser.waitFor("document.getElementById('notify-fault').textContent"
                + ".startsWith('The push service localhost did not take the notification. It answered 403. Turn')");
        browser.open(rig.url("/account"));
        browser.says("not sent: It answered 403.");
    }

    /// The user does not agree, or the push service cannot be reached.
    @Test
    void browserThatCannotNotify_saysWhy() throws Exception {
        browser.beforeEachPage("Notification.requestPermission = async () => window.agrees || 'denied';"
                + " PushManager.prototype.subscribe = async () => { throw new Error('no service'); };");
        browser.open(rig.url("/account"));
        browser.waitFor("document.getElementById('notify-state').textContent === 'Off in this browser.'");
        browser.eval("document.getElementById('notify-on').click(); true");
        browser.waitFor("document.getElementById('notify-fault').textContent.includes('Allow them in its settings')");
        browser.eval("window.agrees = 'granted'; document.getElementById('notify-on').click(); true");
        browser.waitFor("document.getElementById('notify-fault').textContent"
                + " === 'The browser cannot reach its push service, or does not allow it. (no service)'");
        browser.beforeEachPage("delete window.PushManager;");
        browser.open(rig.url("/account"));
        browser.says("This browser cannot show notifications of a page, or not in a private window.");
    }
}
