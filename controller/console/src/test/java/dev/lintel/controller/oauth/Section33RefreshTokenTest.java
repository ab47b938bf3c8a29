package dev.lintel.controller.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.console.UserDesk;
import dev.lintel.controller.contract.Spec;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.oauth.Applications.By;
import dev.lintel.controller.oauth.Applications.Registered;
import dev.lintel.controller.oauth.OAuthClient.Pair;
import dev.lintel.controller.store.ApplicationStore.State;
import dev.lintel.controller.store.PermissionStore.Allowed;
import dev.lintel.controller.store.TestDatabase;
import dev.lintel.controller.store.UserStore.Kind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// 3.3 Refresh token.
class Section33RefreshTokenTest {
    @TempDir
    Path folder;

    private OAuthRig rig;
    private Registered desk;
    private Pair pair;

    @BeforeEach
    void start() {
        rig = new OAuthRig(folder);
        desk = rig.confidential();
        pair = rig.connect(desk);
    }

    @AfterEach
    void stop() {
        rig.close();
    }

    private void isOver(Pair ended) {
        assertThat(rig.works(ended)).isFalse();
        rig.renew(desk, ended.refresh()).refused(400, "invalid_grant");
        rig.time.advance(Duration.ofDays(2));
        rig.renew(desk, ended.refresh()).refused(400, "invalid_grant");
    }

    @Test
    @Spec({"3.3-1", "3.3-2", "3.3-9"})
    void usedOnceItIsReplacedByANewPairAndTheOldPairIsInvalidAtOnce() {
        Pair next = rig.renew(desk, pair.refresh()).pair();
        assertThat(rig.works(next)).isTrue();
        isOver(pair);
        assertThat(rig.works(rig.renew(desk, next.refresh()).pair())).isTrue();
    }

    @Test
    @Spec({"3.3-3", "3.3-9"})
    void itBecomesInvalidWhenItsAccessTokenIsRevoked() {
        rig.revoke(desk, "token", pair.access());
        isOver(pair);
    }

    @Test
    @Spec({"3.3-4", "3.3-9"})
    void itBecomesInvalidWhenItIsRevokedItself() {
        rig.revoke(desk, "token", pair.refresh());
        isOver(pair);
    }

    @Test
    @Spec({"3.3-5", "3.3-9"})
    void itBecomesInvalidWhenTheUserRemovesTheAppsAccess() {
        Registered other = rig.register("Other", false, State.LIVE, OAuthRig.BACK);
        Pair kept = rig.connect(other);
        assertThat(rig.oauth.disconnect(rig.olga, desk.application().id(), "olga@example.com"))
                .isTrue();
        isOver(pair);
        assertThat(rig.works(rig.renew(other, kept.refresh()).pair()))
                .as("another application's")
                .isTrue();
    }

    @Test
    @Spec({"3.3-5", "3.3-9"})
    void aCodeThatWaitsGoesWithTheAppsAccess() {
        String code = rig.code(desk);
        rig.oauth.disconnect(rig.olga, desk.application().id(), "olga@example.com");
        rig.redeem(desk, code).refused(400, "invalid_grant");
    }

    @Test
    @Spec({"3.3-6", "3.3-9"})
    void itBecomesInvalidWhenSupportRevokesAllOfTheUsersTokens() {
        Registered other = rig.register("Other", false, State.LIVE, OAuthRig.BACK);
        Pair second = rig.connect(other);
        rig.oauth.userEnded(rig.olga);
        isOver(pair);
        assertThat(rig.works(second)).isFalse();
        rig.renew(other, second.refresh()).refused(400, "invalid_grant");
    }

    @Test
    @Spec({"3.3-7", "3.3-9"})
    void itBecomesInvalidWhenTheUserIsDeleted() {
        rig.desk.remove(UserDesk.By.COMMAND_LINE, rig.olga);
        isOver(pair);
    }

    @Test
    @Spec({"3.3-7", "3.3-9"})
    void aPowerCutBetweenTheUsersEndAndTheTokensEndKeepsNoTokenGood() {
        rig.box.write(sql -> sql.run("DELETE FROM user WHERE id = ?", rig.olga));
        rig.oauth.finishEnds();
        isOver(pair);
    }

    @Test
    void whatADeveloperMadeWhoIsGoneIsOperatorsToLookAfter() {
        var details = desk.application().details();
        long id = rig.oauth
                .applications()
                .register(details, false, State.LIVE, new By("tess@example.com", rig.tess))
                .application()
                .id();
        rig.oauth.applications().seen(id);
        rig.desk.remove(UserDesk.By.COMMAND_LINE, rig.tess);
        var left = Objects.requireNonNull(rig.oauth.applications().get(id));
        assertThat(left.ownerId()).isNull();
        assertThat(left.state()).isEqualTo(State.LIVE);
        assertThat(rig.oauth.waiting()).isEqualTo(1);
    }

    /// A service whose disk is of no use for its database works on one in memory, which has no users.
    @Test
    void aBoxOnAnotherDatabaseEndsNothing() {
        try (var other = DataFolder.open(folder.resolve("memory"));
                var empty = TestDatabase.open(other, rig.time)) {
            new OAuth(rig.database, empty, rig.time).finishEnds();
        }
        assertThat(rig.works(pair)).isTrue();
        assertThat(rig.works(rig.renew(desk, pair.refresh()).pair())).isTrue();
    }

    @Test
    void aUserWhoIsMovedToAnotherAccountTakesNoTokenAlong() {
        rig.desk.setKind(UserDesk.By.COMMAND_LINE, rig.olga, Kind.DEVELOPER);
        isOver(pair);
        var allowed = new Allowed(desk.application().id(), rig.tess, 2, OAuthRig.SCOPE);
        Pair other = rig.redeem(desk, rig.code(desk, allowed, null)).pair();
        rig.box.write(sql -> sql.run("UPDATE user SET kind = 'user', account_id = 1 WHERE id = ?", rig.tess));
        rig.oauth.finishEnds(); // as after a power cut between the two databases
        assertThat(rig.works(other)).isFalse();
        rig.renew(desk, other.refresh()).refused(400, "invalid_grant");
    }

    @Test
    @Spec({"3.3-8", "3.3-9"})
    void itBecomesInvalidWhenTheApplicationIsDeleted() {
        rig.oauth.applications().delete(desk.application().id(), By.COMMAND_LINE);
        assertThat(rig.works(pair)).isFalse();
        rig.renew(desk, pair.refresh()).refused(400, "invalid_client");
        Registered again = rig.register("Desk", false, State.LIVE, OAuthRig.BACK);
        rig.renew(again, pair.refresh()).refused(400, "invalid_grant");
    }

    @Test
    @Spec({"3.3-1", "5.4-6"})
    void ofFiftyRefreshesAtOnceOneSucceedsAndItsPairWorks() throws Exception {
        var won = new ConcurrentLinkedQueue<Pair>();
        var lost = new AtomicInteger();
        var barrier = new CyclicBarrier(50);
        var threads = new ArrayList<Thread>();
        for (int i = 0; i < 50; i++) {
            threads.add(Thread.ofVirtual().start(() -> {
                await(barrier);
                var answer = rig.renew(desk, pair.refresh());
                if (answer.status() == 200) won.add(answer.pair());
                else if (answer.text().contains("\"invalid_grant\"")) lost.incrementAndGet();
            }));
        }
        for (Thread thread : threads) thread.join();
        assertThat(won).hasSize(1);
        assertThat(lost).hasValue(49);
        assertThat(rig.works(won.element())).isTrue();
        assertThat(rig.works(pair)).isFalse();
        assertThat(rig.works(rig.renew(desk, won.element().refresh()).pair())).isTrue();
    }

    private static void await(CyclicBarrier barrier) {
        try {
            barrier.await();
        } catch (Exception e) { // then the counts are wrong
            throw new IllegalStateException(e);
        }
    }
}
