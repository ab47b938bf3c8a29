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
import dev.lintel.controller.time.HandTime;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What developers and operators see of deliveries, and do about them.
class DeliveryPagesTest {
    private static final Attempt REFUSED = new Attempt(0, 20, 500, "It answered 500.", "no");

    @TempDir
    Path folder;

    private final HandTime time = new HandTime("2026-11-22T10:00:00Z");
    private DeliveryRig box;
    private Visitor dora;
    private Visitor olga;

    @BeforeEach
    void start() throws Exception {
        box = new DeliveryRig(folder, time);
        dora = new Visitor(box.rig);
        dora.signIn(DeliveryRig.DORA, Rig.PASSWORD);
        olga = new Visitor(box.rig);
        olga.signIn(Rig.EMAIL, Rig.PASSWORD);
    }

    @AfterEach
    void stop() {
        dora.close();
        olga.close();
        box.close();
    }

    private static String path(Application application) {
        return "/developer/applications/" + application.id();
    }

    /// Its text without tags, with one space between words.
    private static String text(HttpResponse<String> page) {
        return page.body().replaceAll("<[^>]*>", " ").replaceAll("\\s+", " ");
    }

    private long hour(int ago) {
        return time.nowMs() - Duration.ofHours(ago).toMillis();
    }

    private Standing paused() {
        return new Standing(40, hour(130), null, hour(10), null);
    }

    /// Sends a form, with the token of the application's page.
    private HttpResponse<String> send(Application application, String what, String... fields) throws Exception {
        dora.get(path(application));
        return dora.post(path(application) + what, fields);
    }

    @Test
    void aTestIsPostedAtOnceAndShown() throws Exception {
        box.rig.webhooks.start();
        Application desk = box.register("Front Desk", box.dora, box.address());
        var sent = send(desk, "/test");
        assertThat(sent.statusCode()).isEqualTo(303);
        assertThat(Visitor.location(sent)).startsWith(path(desk) + "/deliveries/");
        assertThat(box.posted.poll(20, TimeUnit.SECONDS)).contains("\"resource_type\":\"Test\"");
        long id = Long.parseLong(Visitor.location(sent).replaceAll(".*/", ""));
        box.await(id, State.DELIVERED, 1);
        var page = dora.get(Visitor.location(sent));
        assertThat(text(page)).contains("Delivered", "The test account. 1 item", "200 in ", "It arrived.", "thanks");
        assertThat(page.body()).contains("\"resource_type\" : \"Test\"");
        assertThat(text(dora.get(path(desk)))).contains("The test account Works", "Arrived in 24 hours 1 100 %");

        Visitor.location(send(desk, "/deliveries/" + id + "/again"));
        assertThat(box.posted.poll(20, TimeUnit.SECONDS)).contains("\"Test\"");
        assertThat(box.await(id, State.DELIVERED, 2).line().attempts()).isEqualTo(2);
    }

    @Test
    void withoutAnAddressThereIsNothingToTest() throws Exception {
        box.rig.webhooks.start();
        Application mute = box.register("Mute", box.dora, null);
        var answer = send(mute, "/test");
        assertThat(answer.statusCode()).isEqualTo(409);
        assertThat(text(answer)).contains("A test needs a webhook address to go to");
        assertThat(text(dora.get(path(mute) + "/deliveries"))).contains("Nothing has been sent so far.");
    }

    @Test
    void aHostileAnswerIsText() throws Exception {
        box.rig.webhooks.start();
        box.status = 500;
        box.answer = "<script>alert(1)</script>\u001b[31m\u202egnorw\u0000" + "x".repeat(2_000);
        Application desk = box.register("Front Desk", box.dora, box.address());
        String page = Visitor.location(send(desk, "/test"));
        box.await(Long.parseLong(page.replaceAll(".*/", "")), State.WAITING, 1);
        var shown = dora.get(page);
        assertThat(shown.body())
                .contains("&lt;script", "‹U+001B›[31m‹U+202E›gnorw‹U+0000›xxx")
                .doesNotContain("<script>alert", "\u001b", "\u202e", "\u0000", "x".repeat(1_025));
        assertThat(text(shown)).contains("500 in ", "It answered 500.", "It is tried next: 22 Nov 2026, 10:00:0");
        assertThat(text(shown)).contains("Try it now");
        assertThat(shown.headers().firstValue("Content-Security-Policy").orElse(""))
                .contains("script-src 'self';");
    }

    @Test
    void developersSeeTheirOwnAndOperatorsAll() throws Exception {
        Application desk = box.live("Front Desk", box.dora);
        Application other = box.live("Other", box.developer("eve@example.com"));
        long endpoint = box.endpoint(other, Standing.NEW);
        long delivery = box.delivery(endpoint, State.FAILED, hour(1), REFUSED);
        box.endpoint(desk, Standing.NEW);
        for (String path : new String[] {
            path(other) + "/deliveries",
            path(other) + "/deliveries/" + delivery,
            path(desk) + "/deliveries/" + delivery,
            path(other) + "/deliveries/again?endpoint=" + endpoint + "&from=2026-11-22T00:00&to=2026-11-22T10:00"
        }) {
            assertThat(dora.get(path).statusCode()).as(path).isEqualTo(404);
        }
        assertThat(send(desk, "/deliveries/" + delivery + "/again").statusCode())
                .isEqualTo(404);
        assertThat(text(dora.get(path(desk) + "/deliveries?endpoint=" + endpoint)))
                .as("another's endpoint is none: the first of one's own is shown")
                .doesNotContain("22 Nov 2026, 09:00:00");
        for (String path : new String[] {"/webhooks", "/webhooks/" + endpoint}) {
            assertThat(dora.get(path).statusCode()).as(path).isEqualTo(403);
            assertThat(olga.get(path).statusCode()).as(path).isEqualTo(200);
        }
        assertThat(text(olga.get("/webhooks/" + endpoint + "/deliveries/" + delivery)))
                .contains("It answered 500.");
        assertThat(olga.get("/webhooks/99").statusCode()).isEqualTo(404);
    }

    @Test
    void whoIsPausedIsToldAndTriesAgain() throws Exception {
        Application desk = box.live("Front Desk", box.dora);
        long endpoint = box.endpoint(desk, paused());
        long waiting = box.delivery(endpoint, State.WAITING, hour(3), REFUSED);
        box.rig.outbox.write(sql -> {
            DeliveryStore.dropped(sql, endpoint, "more than 250000 waited", new Dropped(7, hour(9), hour(8)), hour(8));
            return null;
        });
        assertThat(text(dora.get("/developer"))).contains("Deliveries paused");
        assertThat(text(olga.get("/applications"))).contains("Deliveries paused");
        assertThat(text(olga.get("/applications/" + desk.id()))).contains("Paused since 22 Nov 2026, 00:00");
        assertThat(text(olga.get("/webhooks")))
                .contains("Front Desk Application · the customer's account · 127.0.0.1", "Paused since");
        assertThat(text(dora.get(path(desk))))
                .contains("The customer's account: deliveries are paused since 22 Nov 2026, 00:00")
                .contains("The last attempt: It answered 500.")
                .contains("Waits to be sent 1 the oldest for 3 hours")
                .contains("7 items of 22 Nov 2026, 01:00 to 22 Nov 2026, 02:00: more than 250000 waited");

        box.rig.webhooks.start();
        assertThat(Visitor.location(send(desk, "/resume", "endpoint", String.valueOf(endpoint))))
                .isEqualTo(path(desk));
        assertThat(box.posted.poll(20, TimeUnit.SECONDS)).contains("PersonCredential");
        box.await(waiting, State.DELIVERED, 2);
        assertThat(text(dora.get("/developer"))).doesNotContain("Deliveries paused");
        assertThat(text(dora.get(path(desk)))).contains("The customer's account Works");
    }

    @Test
    void aStretchIsPlannedBeforeItIsSent() throws Exception {
        Application desk = box.live("Front Desk", box.dora);
        long endpoint = box.endpoint(desk, Standing.NEW);
        box.delivery(endpoint, State.FAILED, hour(5), REFUSED);
        for (int ago = 4; ago >= 2; ago--) box.delivery(endpoint, State.FAILED, hour(ago), REFUSED);
        box.delivery(endpoint, State.DELIVERED, hour(2), new Attempt(hour(2), 10, 200, null, ""));
        box.rig.webhooks.start();
        String plan = path(desk) + "/deliveries/again?endpoint=" + endpoint + "&from=2026-11-22T06:00&to=";
        assertThat(text(dora.get(plan + "2026-11-22T08:00"))).contains("3 deliveries from 22 Nov 2026, 06:00 to");
        assertThat(text(dora.get(plan + "2026-11-22T08:00&delivered=on")))
                .contains("4 deliveries from", "also those that arrived");
        assertThat(text(dora.get(plan + "2026-11-22T06:59"))).contains("1 delivery from");
        assertThat(text(dora.get(path(desk) + "/deliveries/again?from=2026-11-01T00:00&to=2026-11-02T00:00")))
                .contains("there is nothing to send");
        for (String wrong : new String[] {"2026-11-22T05:59", "soon", ""}) {
            var answer = dora.get(plan + wrong);
            assertThat(answer.statusCode()).as(wrong).isEqualTo(422);
            assertThat(text(answer)).contains("Give two times of which the first is not after the other.");
        }
        assertThat(box.posted).isEmpty();
        var sent = send(
                desk,
                "/deliveries/again",
                "endpoint",
                String.valueOf(endpoint),
                "from",
                "2026-11-22T06:00",
                "to",
                "2026-11-22T08:00");
        assertThat(Visitor.location(sent)).isEqualTo(path(desk) + "/deliveries?endpoint=" + endpoint + "&sent=3");
        assertThat(text(dora.get(Visitor.location(sent)))).contains("Being sent again: 3 deliveries.");
        for (int i = 0; i < 3; i++)
            assertThat(box.posted.poll(20, TimeUnit.SECONDS)).isNotNull();
    }

    @Test
    void moreThanCanBeSentAtOnceIsSaid() throws Exception {
        Application desk = box.live("Front Desk", box.dora);
        long endpoint = box.endpoint(desk, Standing.NEW);
        box.delivery(endpoint, State.FAILED, hour(1));
        box.rig.outbox.write(
                sql -> sql.run("INSERT INTO delivery (endpoint_id, state, items, body, begun_at, created_at,"
                        + " ended_at) WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)"
                        + " SELECT endpoint_id, state, items, body, begun_at, created_at, ended_at FROM delivery, n"));
        String plan = path(desk) + "/deliveries/again?from=2026-11-22T06:00&to=2026-11-22T10:00";
        assertThat(text(dora.get(plan)))
                .contains(
                        "5,001 deliveries from", "At most 5,000 deliveries are sent at once", "Send 5,000 deliveries");
    }

    @Test
    void theLogHasPagesAndAFilter() throws Exception {
        Application desk = box.live("Front Desk", box.dora);
        long endpoint = box.endpoint(desk, Standing.NEW);
        for (int i = 0; i < 60; i++) {
            State state = i % 20 == 0 ? State.FAILED : State.DELIVERED;
            box.delivery(endpoint, state, hour(1), state == State.FAILED ? REFUSED : new Attempt(0, 7, 204, null, ""));
        }
        String log = path(desk) + "/deliveries";
        var first = dora.get(log);
        assertThat(rows(first)).isEqualTo(50);
        assertThat(text(first)).contains("1 item, 0 of 1 acknowledged · 1 attempt 204 in 7 ms");
        var older = Pattern.compile("href=\"([^\"]*before_id=[^\"]*)\"").matcher(first.body());
        assertThat(older.find()).isTrue();
        assertThat(rows(dora.get(older.group(1).replace("&amp;", "&")))).isEqualTo(10);
        var failed = dora.get(log + "?state=failed");
        assertThat(rows(failed)).isEqualTo(3);
        assertThat(text(failed)).contains("500 in 20 ms: It answered 500.");
        assertThat(rows(dora.get(log + "?state=lost&before_id=x&endpoint=-1&sent=x")))
                .isEqualTo(50);
    }

    private static long rows(HttpResponse<String> page) {
        return Pattern.compile("class=\"row\"").matcher(page.body()).results().count();
    }

    @Test
    void theWebhookSecretIsChangedWithoutABreak() throws Exception {
        Application desk = box.register("Front Desk", box.dora, box.address());
        String old = desk.secrets().webhook();
        var made = send(desk, "/webhook-secret");
        String next = Visitor.text(made, "webhook-secret-next");
        assertThat(next).matches("[A-Za-z0-9_-]{43}").isNotEqualTo(old);
        assertThat(text(made)).contains("Two secrets sign until 23 Nov 2026, 10:00");
        var later = dora.get(path(desk));
        assertThat(later.body()).doesNotContain(next, old);
        assertThat(text(later)).contains("Use only the new one now");
        assertThat(stored(desk).secrets().webhook()).isEqualTo(old);
        send(desk, "/webhook-secret/done");
        assertThat(stored(desk).secrets().webhook()).isEqualTo(next);
        assertThat(text(dora.get(path(desk)))).doesNotContain("Two secrets").contains("New webhook secret");
    }

    private Application stored(Application application) {
        return Objects.requireNonNull(box.rig.oauth.applications().get(application.id()));
    }

    @Test
    void operatorsHaveTheLogsOfRules() throws Exception {
        String url = "https://alarms.example/hook?key=topsecret";
        var rule = new Rule(
                0,
                "Night <alarms>",
                true,
                Listing.A,
                url,
                "shared",
                "api_key 1",
                new TreeSet<>(),
                new TreeSet<>(),
                0,
                0);
        long id = box.rig.database.write(sql -> NotificationRuleStore.insert(sql, rule));
        long endpoint = box.endpoint(EndpointStore.Kind.RULE, id, new Standing(2, hour(1), null, null, null));
        long gone = box.endpoint(EndpointStore.Kind.RULE, id + 1, Standing.NEW);
        long delivery = box.delivery(endpoint, State.WAITING, hour(1), REFUSED);
        var list = olga.get("/webhooks");
        assertThat(text(list))
                .contains("Night &lt;alarms&gt; Notification rule · the customer's account · alarms.example")
                .contains("The last attempt failed", "A rule that is gone");
        for (String path :
                new String[] {"/webhooks", "/webhooks/" + endpoint, "/webhooks/" + endpoint + "/deliveries/" + delivery
                }) {
            assertThat(olga.get(path).body()).as(path).doesNotContain("topsecret", "shared");
        }
        assertThat(olga.get("/webhooks/" + gone + "/deliveries/" + delivery).statusCode())
                .isEqualTo(404);
    }

    @Test
    void clicksAreLimited() throws Exception {
        Application desk = box.register("Front Desk", box.dora, null);
        dora.get(path(desk));
        int last = 0;
        for (int i = 0; i < 31; i++) last = dora.post(path(desk) + "/resume").statusCode();
        assertThat(last).isEqualTo(429);
        olga.get("/webhooks");
        long endpoint = box.endpoint(desk, Standing.NEW);
        for (int i = 0; i < 31; i++) {
            last = olga.post("/webhooks/" + endpoint + "/deliveries/again").statusCode();
        }
        assertThat(last).isEqualTo(429);
    }
}
