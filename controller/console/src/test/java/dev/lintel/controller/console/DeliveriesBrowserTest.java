package dev.lintel.controller.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.event.Listing;
import dev.lintel.controller.store.ApplicationStore.Application;
import dev.lintel.controller.store.DeliveryStore;
import dev.lintel.controller.store.DeliveryStore.Attempt;
import dev.lintel.controller.store.DeliveryStore.State;
import dev.lintel.controller.store.EndpointStore;
import dev.lintel.controller.store.EndpointStore.Standing;
import dev.lintel.controller.store.NotificationRuleStore;
import dev.lintel.controller.store.NotificationRuleStore.Rule;
import dev.lintel.controller.store.OutboxStore.Dropped;
import dev.lintel.controller.time.SystemTime;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A developer finds out why nothing arrives, and puts it right; an operator looks at all receivers.
class DeliveriesBrowserTest {
    private static final String HOSTILE = "<img src=x onerror=\"document.title='taken'\">\u001b[31m\u202egnorw\n"
            + "{\"trace\":\"" + "0123456789abcdef".repeat(30) + "\"}";

    @TempDir
    Path folder;

    private final SystemTime time = new SystemTime();
    private DeliveryRig box;
    private Browser browser;
    private Looks looks;

    @BeforeEach
    void start() throws Exception {
        box = new DeliveryRig(folder.resolve("data"), time);
        browser = new Browser();
        looks = new Looks(browser);
    }

    @AfterEach
    void stop() {
        browser.close();
        box.close();
    }

    private void signIn(String email, String next) {
        browser.open(box.rig.url("/sign-in?next=" + URLEncoder.encode(next, StandardCharsets.UTF_8)));
        browser.eval("document.getElementById('email').value = '" + email + "';"
                + "document.getElementById('password').value = '" + Rig.PASSWORD + "';"
                + "document.querySelector('main form').requestSubmit(); true");
        browser.waitFor("location.pathname === '" + next + "' && document.readyState === 'complete'");
    }

    private long ago(Duration before) {
        return time.nowMs() - before.toMillis();
    }

    private Attempt attempt(Duration before, long tookMs, Integer status, String fault, String answer) {
        return new Attempt(ago(before), tookMs, status, fault, answer);
    }

    /// A busy day, and a receiver that broke.
    private long history(Application desk) {
        var standing = new Standing(40, ago(Duration.ofHours(130)), null, ago(Duration.ofHours(10)), null);
        long endpoint = box.endpoint(desk, standing);
        for (int i = 0; i < 51; i++) {
            Duration when = Duration.ofMinutes(200L - i);
            box.delivery(endpoint, State.DELIVERED, ago(when), new Attempt(ago(when), 20 + i, 204, null, ""));
        }
        String fault = "Its certificate or TLS is not accepted: PKIX path building failed";
        box.delivery(
                endpoint,
                State.FAILED,
                ago(Duration.ofMinutes(100)),
                new Attempt(ago(Duration.ofMinutes(99)), 15_000, null, "There was no answer within 15 seconds.", ""),
                new Attempt(ago(Duration.ofMinutes(50)), 320, 503, "It answered 503.", HOSTILE));
        box.delivery(endpoint, State.DROPPED, ago(Duration.ofMinutes(95)));
        box.delivery(
                endpoint,
                State.WAITING,
                ago(Duration.ofMinutes(90)),
                new Attempt(ago(Duration.ofMinutes(89)), 41, null, fault, ""));
        box.rig.outbox.write(sql -> {
            long then = ago(Duration.ofHours(30));
            DeliveryStore.dropped(sql, endpoint, "more than 250000 waited", new Dropped(1_200, then, then), then);
            return null;
        });
        return endpoint;
    }

    @Test
    void aDeveloperFindsOutWhyNothingArrives() throws Exception {
        Application desk = box.live("Front Desk", box.dora);
        long endpoint = history(desk);
        String path = "/developer/applications/" + desk.id();
        signIn(DeliveryRig.DORA, "/developer");
        browser.says("Deliveries paused");
        looks.at("deliveries-list");
        browser.press(".list a");
        browser.says("Nothing is sent here any more");
        looks.at("deliveries-application");
        browser.eval("document.querySelector('.health details').open = true;"
                + "document.getElementById('log-title').scrollIntoView(); true");
        looks.at("deliveries-health");
        browser.press("[href='" + path + "/deliveries?endpoint=" + endpoint + "']");
        browser.says("See how many");
        looks.at("deliveries-log");
        browser.eval("document.getElementById('again-title').scrollIntoView(); true");
        looks.at("deliveries-log-end");
        browser.press("[href$='state=failed']");
        browser.says("What could not be delivered within five days");
        browser.press(".log a");
        browser.says("What was posted");
        browser.eval("for (const more of document.querySelectorAll('details')) more.open = true; true");
        looks.at("delivery-failed");
        assertThat(browser.eval("document.title")).isNotEqualTo("taken");
        assertThat(browser.eval("document.querySelectorAll('main img').length")).isEqualTo(0L);
        assertThat(String.valueOf(browser.eval("document.querySelector('li:nth-child(2) pre').textContent")))
                .startsWith("<img src=x")
                .contains("‹U+001B›[31m‹U+202E›gnorw\n{");
        resend(path);
        assertThat(looks.ugly).isEmpty();
    }

    /// What failed goes again, in one stretch.
    private void resend(String path) throws Exception {
        box.rig.webhooks.start();
        browser.open(box.rig.url(path + "/deliveries"));
        browser.press("form.again button");
        browser.says("2 deliveries from");
        looks.at("deliveries-again");
        browser.press("button.main");
        browser.says("Being sent again: 2 deliveries.");
        browser.open(box.rig.url(path));
        browser.press("form[action$=test] button");
        browser.says("It arrived.");
        looks.at("delivery-test");
        browser.open(box.rig.url(path));
        browser.press("form[action$=webhook-secret] button");
        browser.says("Write the new webhook secret down now");
        looks.at("webhook-secret");
        browser.press(".secrets a.button");
        browser.says("Two secrets sign until");
        browser.press("form[action$=done] button");
        browser.says("Nothing breaks when you make a new one");
    }

    @Test
    void anOperatorLooksAtAllReceivers() throws Exception {
        Application desk = box.live("Front Desk", box.dora);
        history(desk);
        var rule = new Rule(
                0,
                "Night alarms",
                true,
                Listing.A,
                "https://alarms.example/hook?key=topsecret",
                "shared",
                "api_key 1",
                new TreeSet<>(),
                new TreeSet<>(),
                0,
                0);
        long id = box.rig.database.write(sql -> NotificationRuleStore.insert(sql, rule));
        long endpoint = box.endpoint(
                EndpointStore.Kind.RULE,
                id,
                new Standing(5, ago(Duration.ofMinutes(20)), ago(Duration.ofMinutes(-5)), null, null));
        box.delivery(
                endpoint,
                State.WAITING,
                ago(Duration.ofMinutes(20)),
                attempt(Duration.ofMinutes(20), 9, 500, "It answered 500.", "oops"));
        assertThat(box.rig.webhooks.desk().pausedApplications()).containsExactly(desk.id());
        signIn(Rig.EMAIL, "/applications");
        browser.says("Deliveries paused");
        browser.press("a[href='/webhooks']");
        browser.says("Night alarms");
        looks.at("webhooks");
        browser.press("a[href='/webhooks/" + endpoint + "']");
        browser.says("Nothing gets through at the moment");
        looks.at("webhooks-rule");
        browser.open(box.rig.url("/applications/" + desk.id()));
        browser.says("Paused since");
        looks.at("webhooks-application");
        assertThat(looks.ugly).isEmpty();
    }
}
