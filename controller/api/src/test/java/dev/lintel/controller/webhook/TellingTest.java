package dev.lintel.controller.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.api.Announcements.Fetched;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.event.Listing;
import dev.lintel.controller.oauth.Applications.By;
import dev.lintel.controller.store.ApplicationStore.Application;
import dev.lintel.controller.store.ApplicationStore.Details;
import dev.lintel.controller.store.ApplicationStore.State;
import dev.lintel.controller.store.DeliveryLog;
import dev.lintel.controller.store.NotificationRuleStore;
import dev.lintel.controller.store.NotificationRuleStore.Rule;
import dev.lintel.controller.webhook.FakeSender.Sent;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Rules, acknowledgements, secrets that change, and who is told no more.
class TellingTest {
    private static final String RULES = "account.notification_rule";

    @TempDir
    Path path;

    private OutboxRig rig;

    @BeforeEach
    void begin() {
        rig = new OutboxRig(path);
    }

    @AfterEach
    void end() {
        rig.close();
    }

    private long rule(Listing listing, String maker, Set<Integer> codes, Set<Long> channels) {
        var rule = new Rule(
                0,
                "doors",
                true,
                listing,
                "https://rule.example/hook",
                "its own secret",
                maker,
                new TreeSet<>(codes),
                new TreeSet<>(channels),
                0,
                0);
        long id = rig.box.write(sql -> NotificationRuleStore.insert(sql, rule));
        rig.audience.rulesChanged();
        rig.settle();
        return id;
    }

    private void change(long id, boolean active) {
        rig.box.write(sql -> {
            Rule old = java.util.Objects.requireNonNull(NotificationRuleStore.get(sql, id));
            var changed = new Rule(
                    id,
                    old.name(),
                    active,
                    old.listing(),
                    old.url(),
                    old.secret(),
                    old.maker(),
                    old.codes(),
                    old.channels(),
                    old.createdAtMs(),
                    old.updatedAtMs());
            NotificationRuleStore.update(sql, changed);
            return null;
        });
        rig.audience.rulesChanged();
        rig.settle();
    }

    @SuppressWarnings("unchecked") // a rule's body holds the event
    private static Map<String, @Nullable Object> event(Sent sent) {
        return (Map<String, @Nullable Object>)
                java.util.Objects.requireNonNull(sent.items().getFirst().get("event"));
    }

    @Test
    void aRulePostsTheEventInItsListingSignedByItsOwnSecret() {
        rule(Listing.B, "api_key 1", Set.of(46), Set.of());
        long id = rig.event(EventKind.FORCED_OPEN, 2);
        rig.event(EventKind.ADMITTED_CARD, 2);
        Sent sent = rig.one();
        assertThat(sent.ids()).containsExactly(Long.toString(id));
        assertThat(sent.items().getFirst())
                .containsEntry("resource_type", "Event")
                .containsEntry("action", "CREATE");
        assertThat(event(sent))
                .containsEntry("id", id)
                .containsEntry("event_code", 46L)
                .containsEntry("event_label", "Door forced open")
                .containsEntry("channel_name", "Back Door");
        long timestamp = Long.parseLong(sent.post().headers().get("Timestamp"));
        assertThat(sent.post().headers())
                .containsEntry(
                        "Signature",
                        Signature.of(
                                "its own secret", timestamp, sent.post().body().toArray()));
        assertThat(sent.post().to()).hasToString("https://rule.example/hook");
    }

    @Test
    void aRuleHearsOfItsCodesAtItsChannels() {
        rule(Listing.A, "api_key 1", Set.of(10, 40), Set.of(2L));
        rig.event(EventKind.ADMITTED_CARD, 1);
        rig.event(EventKind.REJECTED_PASSBACK, 2);
        long admitted = rig.event(EventKind.ADMITTED_CARD, 2);
        long unlocked = rig.event(EventKind.AUTO_UNLOCK_STARTED, 2); // neither access nor perimeter
        assertThat(rig.one().ids()).containsExactly(Long.toString(admitted), Long.toString(unlocked));
    }

    @Test
    void aRuleThatIsSwitchedOffOrGoneIsToldNothingMore() {
        long id = rule(Listing.A, "api_key 1", Set.of(10), Set.of());
        rig.event(EventKind.ADMITTED_CARD, 1);
        rig.one().fails();
        rig.settle();
        change(id, false);
        rig.event(EventKind.ADMITTED_CARD, 1);
        rig.after(Duration.ofSeconds(30));
        assertThat(rig.sender.take()).isEmpty();
        assertThat(rig.desk.endpoints().getFirst().given().getFirst().why()).isEqualTo(Step.UNHEARD);
        change(id, true);
        long later = rig.event(EventKind.ADMITTED_CARD, 1);
        assertThat(rig.one().ids()).containsExactly(Long.toString(later));
        rig.box.write(sql -> NotificationRuleStore.delete(sql, id));
        rig.audience.rulesChanged();
        rig.settle();
        rig.sender.take();
        rig.restart();
        rig.after(Duration.ofMinutes(2));
        assertThat(rig.desk.endpoints()).as("its log goes with it").isEmpty();
    }

    @Test
    void aRuleOfAnApplicationEndsWithTheLastPermission() {
        Application desk = approved("desk");
        long permission = rig.allow(desk, 7, RULES);
        rule(Listing.A, "application " + desk.clientId(), Set.of(10), Set.of());
        rig.event(EventKind.ADMITTED_CARD, 1);
        assertThat(rig.one().post().to()).hasToString("https://rule.example/hook");
        rig.revoke(permission);
        rig.settle();
        rig.event(EventKind.ADMITTED_CARD, 1);
        assertThat(rig.sent()).isEmpty();
    }

    private Application approved(String name) {
        Application made = rig.application(name);
        var details = made.details();
        var wanting = new Details(
                details.name(), details.shape(), details.listing(), null, details.redirects(), Set.of(RULES));
        rig.oauth.applications().change(made.id(), wanting, By.COMMAND_LINE);
        return rig.oauth.applications().approve(made.id(), Set.of(RULES), By.COMMAND_LINE);
    }

    /// A key's rule would send both.
    @Test
    void aRuleOfAnApplicationPostsTheKindsThatItsEventScopesShow() {
        Application desk = approved("desk");
        rig.allow(desk, 7, RULES, OutboxRig.ACCESS);
        rule(Listing.A, "application " + desk.clientId(), Set.of(10, 32), Set.of());
        rig.event(EventKind.FORCED_OPEN, 1);
        long admitted = rig.event(EventKind.ADMITTED_CARD, 1);
        Sent first = rig.one();
        assertThat(first.ids()).containsExactly(Long.toString(admitted));
        first.arrives();
        rig.allow(desk, 8, RULES, OutboxRig.PERIMETERS);
        rig.settle();
        long forced = rig.event(EventKind.FORCED_OPEN, 1);
        assertThat(rig.one().ids()).as("another user allows it").containsExactly(Long.toString(forced));
    }

    @Test
    void withoutTheOperatorsApprovalAPermissionForRulesAlonePostsNothing() {
        Application desk = approved("desk");
        rig.allow(desk, 7, RULES);
        rule(Listing.A, "application " + desk.clientId(), Set.of(10), Set.of());
        rig.oauth.applications().approve(desk.id(), Set.of(), By.COMMAND_LINE);
        rig.settle();
        rig.event(EventKind.ADMITTED_CARD, 1);
        assertThat(rig.sent()).isEmpty();
    }

    @Test
    void anApplicationThatIsNotLiveIsToldNothingOfTheCustomersAccount() {
        Application desk = rig.application("desk", OutboxRig.ACCESS);
        rig.settle();
        rig.oauth.applications().setState(desk.id(), State.TESTING, By.COMMAND_LINE);
        rig.settle();
        rig.event(EventKind.ADMITTED_CARD, 1);
        assertThat(rig.sent()).isEmpty();
    }

    /// Sent again by hand, too: an address alone is no leave to hear of anything but a test.
    @Test
    void whatArrivedIsNotSentAgainToWhoMayHearNoMore() {
        Application desk = rig.application("desk");
        long permission = rig.allow(desk, 7, OutboxRig.ACCESS);
        rig.settle();
        rig.event(EventKind.ADMITTED_CARD, 1);
        rig.one().arrives();
        rig.settle();
        rig.revoke(permission);
        rig.settle();
        long endpoint = rig.desk.endpoints().getFirst().endpoint().id();
        var asking = Thread.ofVirtual().unstarted(() -> rig.desk.again(endpoint, 0, rig.time.nowMs() + 1, true));
        asking.start();
        while (asking.isAlive()) rig.settle();
        rig.after(Duration.ofMinutes(2));
        assertThat(rig.sender.take()).isEmpty();
        assertThat(rig.desk.endpoints().getFirst().waiting()).isZero();
    }

    @Test
    void oneOfTwoUsersIsEnough() {
        Application desk = rig.application("desk", OutboxRig.ACCESS);
        long other = rig.allow(desk, 8, OutboxRig.PERIMETERS);
        rig.settle();
        rig.event(EventKind.ADMITTED_CARD, 1);
        rig.event(EventKind.FORCED_OPEN, 1);
        Sent both = rig.one();
        assertThat(both.items()).as("one webhook per change and application").hasSize(2);
        both.arrives();
        rig.revoke(other);
        rig.settle();
        long id = rig.event(EventKind.ADMITTED_CARD, 1);
        rig.event(EventKind.FORCED_OPEN, 1);
        assertThat(rig.one().ids()).containsExactly(Long.toString(id));
    }

    private int acknowledged() {
        long endpoint = rig.desk.endpoints().getFirst().endpoint().id();
        return rig.desk
                .list(endpoint, new DeliveryLog.Wanted(null, Long.MAX_VALUE, 1))
                .getFirst()
                .acknowledged();
    }

    private void fetched(String token, String type, long id, long accountId) {
        rig.inbox.fetched(new Fetched(token, type, id, accountId));
        rig.settle();
    }

    @Test
    void aTokenAcknowledgesWhatItCameWithAndNothingElse() {
        rig.application("desk", OutboxRig.ACCESS, OutboxRig.PEOPLE);
        rig.settle();
        long card = rig.credential(1, 5_000);
        long event = rig.event(EventKind.ADMITTED_CARD, 1);
        Sent sent = rig.one();
        Map<String, String> tokens = new java.util.HashMap<>();
        for (var item : sent.items()) {
            tokens.put(String.valueOf(item.get("resource_type")), String.valueOf(item.get("ack_token")));
        }
        String ofEvent = java.util.Objects.requireNonNull(tokens.get("Event"));
        fetched(ofEvent, "event", event + 1, 1);
        fetched(ofEvent, "credential", event, 1);
        fetched(ofEvent, "event", event, 2);
        fetched("x" + ofEvent.substring(1), "event", event, 1);
        fetched("nonsense", "event", event, 1);
        assertThat(acknowledged()).isZero();
        fetched(ofEvent, "event", event, 1);
        fetched(ofEvent, "event", event, 1);
        assertThat(acknowledged()).isEqualTo(1);
        fetched(java.util.Objects.requireNonNull(tokens.get("PersonCredential")), "credential", card, 1);
        assertThat(acknowledged()).isEqualTo(2);
    }

    @Test
    void whileASecretIsChangedBothSignAndTheOldOneStaysTheSignature() {
        Application desk = rig.application("desk", OutboxRig.ACCESS);
        rig.settle();
        String old = desk.secrets().webhook();
        Application changed = rig.oauth.applications().rotateWebhook(desk.id(), By.COMMAND_LINE);
        String next =
                java.util.Objects.requireNonNull(changed.secrets().rotation()).next();
        rig.event(EventKind.ADMITTED_CARD, 1);
        Sent sent = rig.one();
        byte[] body = sent.post().body().toArray();
        long timestamp = Long.parseLong(sent.post().headers().get("Timestamp"));
        assertThat(sent.post().headers())
                .containsEntry("Signature", Signature.of(old, timestamp, body))
                .containsEntry(
                        "Signature-Next",
                        Signature.of(old, timestamp, body) + "," + Signature.of(next, timestamp, body));
        rig.time.advance(Duration.ofHours(24).plusSeconds(1));
        rig.oauth.applications().endRotations();
        sent.fails();
        rig.settle();
        rig.after(Duration.ofSeconds(5));
        Sent again = rig.sender.take().getFirst();
        assertThat(again.post().headers())
                .as("signed again at each attempt")
                .containsEntry(
                        "Signature",
                        Signature.of(next, Long.parseLong(again.post().headers().get("Timestamp")), body))
                .doesNotContainKey("Signature-Next");
    }

    @Test
    void aDatabaseThatWasRestoredFromACopyIsToldOnFromWhereItIs() {
        rig.application("desk", OutboxRig.ACCESS);
        rig.settle();
        rig.event(EventKind.ADMITTED_CARD, 1);
        rig.one().arrives();
        rig.settle();
        rig.outboxDatabase.write(sql -> {
            dev.lintel.controller.store.OutboxStore.move(
                    sql, 1, new dev.lintel.controller.store.OutboxStore.Cursor(10_000, 10_000));
            return null;
        });
        rig.restart();
        rig.settle();
        rig.sender.take();
        long id = rig.event(EventKind.ADMITTED_CARD, 1);
        assertThat(rig.one().ids()).containsExactly(Long.toString(id));
    }

    @Test
    void aTestGoesWhereTheApplicationWantsItThoughNobodyLetsItIn() {
        Application desk = rig.application("desk");
        var asking = Thread.ofVirtual().unstarted(() -> rig.desk.test(desk.id(), 2));
        asking.start();
        while (asking.isAlive()) rig.settle();
        rig.settle();
        List<Sent> sent = rig.sender.take();
        assertThat(sent).hasSize(1);
        assertThat(sent.getFirst().items().getFirst())
                .containsEntry("resource_type", "Test")
                .containsEntry("resource_id", "2")
                .containsEntry("account_id", "2");
        sent.getFirst().arrives();
        rig.settle();
        assertThat(rig.desk.endpoints().getFirst().waiting()).isZero();
    }
}
