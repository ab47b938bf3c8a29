package dev.lintel.controller.oauth;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.event.Listing;
import dev.lintel.controller.event.MemoryLog;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.oauth.Applications.By;
import dev.lintel.controller.oauth.Permissions.Issued;
import dev.lintel.controller.oauth.Permissions.Shown;
import dev.lintel.controller.secret.Tokens;
import dev.lintel.controller.store.ApplicationStore.Application;
import dev.lintel.controller.store.ApplicationStore.Details;
import dev.lintel.controller.store.ApplicationStore.State;
import dev.lintel.controller.store.PermissionStore.Allowed;
import dev.lintel.controller.store.SideDatabase;
import dev.lintel.controller.store.StoreException;
import dev.lintel.controller.time.HandTime;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// On a real file.
class PermissionsTest {
    private static final String BACK = "https://desk.example/back";
    private static final String SCOPE = "account.event.readonly account.person.readonly";
    private static final String VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"; // RFC 7636, appendix B

    @TempDir
    Path path;

    private final HandTime time = new HandTime("2026-11-22T10:00:00Z");
    private final List<String> stolen = new ArrayList<>();
    private DataFolder folder;
    private SideDatabase database;
    private Permissions permissions;
    private Applications applications;
    private Application confidential;
    private Application open;

    @BeforeEach
    void begin() {
        folder = DataFolder.open(path.resolve("data"));
        openDatabase();
        confidential = register("Desk", false);
        open = register("Phone", true);
    }

    private void openDatabase() {
        database = SideDatabase.oauth(folder);
        permissions = new Permissions(database, time, (allowed, what) -> stolen.add(allowed.userId() + " " + what));
        applications = new Applications(database, new MemoryLog(), time);
    }

    private Application register(String name, boolean isOpen) {
        var details = new Details(name, "documented", Listing.A, null, List.of(BACK), Set.of("account.person"));
        return applications
                .register(details, isOpen, State.LIVE, By.COMMAND_LINE)
                .application();
    }

    @AfterEach
    void end() {
        database.close();
        folder.close();
    }

    private String allow(Application application, @Nullable String challenge) {
        return permissions.allow(new Allowed(application.id(), 7, 1, SCOPE), BACK, challenge);
    }

    private Issued connect(Application application) {
        return permissions.redeem(application, new Shown(allow(application, null), BACK, null));
    }

    private boolean isGood(Issued issued) {
        return permissions.bearer(Tokens.hash(issued.access())) != null;
    }

    private void refused(String error, Runnable work) {
        assertThatThrownBy(work::run)
                .isInstanceOfSatisfying(
                        OAuthRefusal.class,
                        e -> assertThat(e.reply().toString()).contains(error));
    }

    @Test
    void aCodeIsWorthOnePairOnceForTenMinutes() {
        String code = allow(confidential, null);
        Issued issued = permissions.redeem(confidential, new Shown(code, BACK, null));
        assertThat(issued.scope()).isEqualTo(SCOPE);
        assertThat(isGood(issued)).isTrue();
        String late = allow(confidential, null);
        time.advance(Duration.ofMinutes(10));
        refused("invalid_grant", () -> permissions.redeem(confidential, new Shown(late, BACK, null)));
    }

    @Test
    void aCodeUsedTwiceEndsWhatItWasWorthAndItsUserIsTold() {
        String code = allow(confidential, null);
        Issued first = permissions.redeem(confidential, new Shown(code, BACK, null));
        Issued renewed = permissions.renew(confidential, first.refresh(), null);
        refused("invalid_grant", () -> permissions.redeem(confidential, new Shown(code, BACK, null)));
        assertThat(isGood(renewed)).isFalse();
        refused("invalid_grant", () -> permissions.renew(confidential, renewed.refresh(), null));
        assertThat(stolen).containsExactly("7 a code was used again");
    }

    @Test
    void aCodeIsOfItsApplicationItsAddressAndItsProof() {
        String code = allow(confidential, null);
        refused("invalid_grant", () -> permissions.redeem(open, new Shown(code, BACK, null)));
        refused("invalid_grant", () -> permissions.redeem(confidential, new Shown(code, BACK + "/", null)));
        refused("invalid_grant", () -> permissions.redeem(confidential, new Shown(code, BACK, VERIFIER)));
        assertThat(isGood(permissions.redeem(confidential, new Shown(code, BACK, null))))
                .as("a wrong try does not spend it")
                .isTrue();
        String proved = allow(open, Pkce.challengeOf(VERIFIER));
        refused("invalid_grant", () -> permissions.redeem(open, new Shown(proved, BACK, null)));
        refused("invalid_grant", () -> permissions.redeem(open, new Shown(proved, BACK, VERIFIER + "x")));
        assertThat(isGood(permissions.redeem(open, new Shown(proved, BACK, VERIFIER))))
                .isTrue();
    }

    @Test
    void aNewPairEndsTheOldOneAtOnce() {
        Issued first = connect(confidential);
        Issued second = permissions.renew(confidential, first.refresh(), null);
        assertThat(isGood(first)).isFalse();
        assertThat(isGood(second)).isTrue();
        refused("invalid_grant", () -> permissions.renew(confidential, first.refresh(), null));
        time.advance(Duration.ofDays(3));
        refused("invalid_grant", () -> permissions.renew(confidential, first.refresh(), null));
        assertThat(isGood(permissions.renew(confidential, second.refresh(), null)))
                .as("a secret protects a confidential application: a repeat is no theft")
                .isTrue();
        assertThat(stolen).isEmpty();
    }

    @Test
    void ofFiftyAtOnceOneWins() throws Exception {
        Issued first = connect(confidential);
        var won = new ConcurrentLinkedQueue<Issued>();
        var lost = new AtomicInteger();
        var barrier = new CyclicBarrier(50);
        var threads = new ArrayList<Thread>();
        for (int i = 0; i < 50; i++) {
            threads.add(Thread.ofPlatform().start(() -> {
                try {
                    barrier.await();
                    won.add(permissions.renew(confidential, first.refresh(), null));
                } catch (OAuthRefusal e) {
                    lost.incrementAndGet();
                } catch (Exception e) { // the barrier's: then the counts are wrong, too
                    throw new IllegalStateException(e);
                }
            }));
        }
        for (Thread thread : threads) thread.join();
        assertThat(won).hasSize(1);
        assertThat(lost).hasValue(49);
        assertThat(isGood(won.element())).isTrue();
    }

    @Test
    void aPublicApplicationThatRepeatsLateIsTakenForAThief() {
        Issued first = connect(open);
        Issued second = permissions.renew(open, first.refresh(), null);
        time.advance(Duration.ofSeconds(60));
        refused("invalid_grant", () -> permissions.renew(open, first.refresh(), null));
        assertThat(isGood(second)).as("a lost answer is asked for again").isTrue();
        time.advance(Duration.ofSeconds(1));
        refused("invalid_grant", () -> permissions.renew(open, first.refresh(), null));
        assertThat(isGood(second)).isFalse();
        refused("invalid_grant", () -> permissions.renew(open, second.refresh(), null));
        assertThat(stolen).containsExactly("7 a refresh token was used again");
        refused("invalid_grant", () -> permissions.renew(open, first.refresh(), null));
        assertThat(stolen).as("told once").hasSize(1);
    }

    @Test
    void aScopeIsNarrowedForAnAccessTokenAndNeverWidened() {
        Issued first = connect(confidential);
        Issued narrow = permissions.renew(confidential, first.refresh(), Set.of("account.event.readonly"));
        assertThat(narrow.scope()).isEqualTo("account.event.readonly");
        refused(
                "invalid_scope",
                () -> permissions.renew(
                        confidential, narrow.refresh(), Set.of("account.event.readonly", "account.person")));
        assertThat(isGood(narrow)).as("a refusal spends nothing").isTrue();
        assertThat(permissions.renew(confidential, narrow.refresh(), null).scope())
                .as("the refresh token keeps what the user allowed")
                .isEqualTo(SCOPE);
    }

    @Test
    void revokingEitherTokenEndsBoth() {
        Issued first = connect(confidential);
        permissions.revoke(confidential, first.access());
        assertThat(isGood(first)).isFalse();
        refused("invalid_grant", () -> permissions.renew(confidential, first.refresh(), null));
        Issued second = connect(confidential);
        permissions.revoke(confidential, second.refresh());
        assertThat(isGood(second)).isFalse();
        Issued third = connect(confidential);
        Issued fourth = permissions.renew(confidential, third.refresh(), null);
        permissions.revoke(confidential, third.refresh());
        assertThat(isGood(fourth)).as("a spent one ends nothing").isTrue();
        refused("You are not authorized", () -> permissions.revoke(open, fourth.access()));
        assertThat(isGood(fourth)).isTrue();
        permissions.revoke(confidential, "nobody's");
    }

    @Test
    void anAccessTokenHoldsForAnHourAndARefreshTokenForEver() {
        Issued first = connect(confidential);
        time.advance(Duration.ofMinutes(60).minusMillis(1));
        assertThat(isGood(first)).isTrue();
        time.advance(Duration.ofMillis(1));
        assertThat(isGood(first)).isFalse();
        time.advance(Duration.ofDays(4000));
        assertThat(isGood(permissions.renew(confidential, first.refresh(), null)))
                .isTrue();
    }

    @Test
    void aClockThatIsSetBackMakesNoTokenLiveLonger() {
        Issued first = connect(confidential);
        time.setWall("2026-11-22T09:00:00Z");
        assertThat(isGood(first)).isFalse();
        assertThat(isGood(permissions.renew(confidential, first.refresh(), null)))
                .isTrue();
    }

    @Test
    void aStateTakesBackWhatItGave() {
        Issued house = connect(confidential);
        String code = permissions.allow(new Allowed(confidential.id(), 9, 2, SCOPE), BACK, null);
        Issued trial = permissions.redeem(confidential, new Shown(code, BACK, null));
        applications.setState(confidential.id(), State.TESTING, By.COMMAND_LINE);
        assertThat(isGood(house)).isFalse();
        assertThat(isGood(trial)).isTrue();
        Application testing = Objects.requireNonNull(applications.find(confidential.clientId()));
        refused("invalid_grant", () -> permissions.renew(testing, house.refresh(), null));
        applications.setState(confidential.id(), State.INACTIVE, By.COMMAND_LINE);
        assertThat(isGood(trial)).isFalse();
        applications.setState(confidential.id(), State.LIVE, By.COMMAND_LINE);
        assertThat(isGood(house)).as("nobody had disconnected it").isTrue();
        applications.delete(confidential.id(), By.COMMAND_LINE);
        assertThat(isGood(house)).isFalse();
    }

    @Test
    void whatWasAnsweredIsThereAfterARestart() throws Exception {
        Issued first = connect(confidential);
        Issued second = permissions.renew(confidential, first.refresh(), null);
        database.close();
        openDatabase();
        assertThat(isGood(second)).isTrue();
        refused("invalid_grant", () -> permissions.renew(confidential, first.refresh(), null));
        assertThat(isGood(permissions.renew(confidential, second.refresh(), null)))
                .isTrue();
    }

    @Test
    void noSecretIsInTheFileAndItIsItsOwnersAlone() throws Exception {
        String code = allow(confidential, null);
        Issued issued = permissions.redeem(confidential, new Shown(code, BACK, null));
        database.close();
        Path file = folder.path().resolve("oauth.db");
        String content = new String(Files.readAllBytes(file), java.nio.charset.StandardCharsets.ISO_8859_1);
        assertThat(content).contains("Desk").doesNotContain(code, issued.access(), issued.refresh());
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        openDatabase();
    }

    @Test
    void aSensitiveScopeHoldsAsLongAsOperatorsAgree() {
        String all = "account.person " + SCOPE;
        String code = permissions.allow(new Allowed(confidential.id(), 7, 1, all), BACK, null);
        Issued issued = permissions.redeem(confidential, new Shown(code, BACK, null));
        assertThat(issued.scope()).isEqualTo(all);
        Application less = applications.approve(confidential.id(), Set.of(), By.COMMAND_LINE);
        var pair = Objects.requireNonNull(permissions.bearer(Tokens.hash(issued.access())));
        assertThat(Bearers.standing(pair)).containsExactlyElementsOf(Scopes.split(SCOPE));
        Issued renewed = permissions.renew(less, issued.refresh(), null);
        assertThat(renewed.scope()).isEqualTo(SCOPE);
        refused("invalid_scope", () -> permissions.renew(less, renewed.refresh(), Set.of("account.person")));
    }

    @Test
    void aDamagedFileIsToldAndHurtsNothingElse() throws Exception {
        database.close();
        Path file = folder.path().resolve("oauth.db");
        byte[] good = Files.readAllBytes(file);
        Files.write(
                file,
                "this is no database, and has been none for a while".repeat(100).getBytes(UTF_8));
        database = SideDatabase.oauth(folder);
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> database.read(sql -> 0))
                    .isInstanceOfSatisfying(
                            StoreException.class, e -> assertThat(e.reason()).isEqualTo(StoreException.Reason.CLOSED));
            assertThat(database.fault()).contains("applications and tokens cannot be read");
        }
        Files.write(file, good);
        assertThat(database.<Integer>read(sql -> 7)).isEqualTo(7);
        assertThat(database.fault()).isNull();
    }

    @Test
    void aHundredDevicesOfOneUserHoldAndTheOldestGivesWay() {
        var issued = new ArrayList<Issued>();
        for (int i = 0; i < 101; i++) issued.add(connect(open));
        assertThat(isGood(issued.get(0))).isFalse();
        assertThat(issued.subList(1, 101)).allMatch(this::isGood);
    }

    @Test
    void oldSpentPairsAreForgotten() {
        Issued issued = connect(open);
        Issued oldest = issued;
        for (int i = 0; i < 120; i++) issued = permissions.renew(open, issued.refresh(), null);
        long kept = database.read(sql -> sql.get("SELECT count(*) FROM token", row -> row.number(1)));
        assertThat(kept).isEqualTo(100);
        time.advance(Duration.ofHours(1));
        Issued forgotten = oldest;
        refused("invalid_grant", () -> permissions.renew(open, forgotten.refresh(), null));
        assertThat(stolen).isEmpty();
    }
}
