package dev.lintel.controller.wallet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.config.WalletConfig;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.mobile.MobileDesk.By;
import dev.lintel.controller.mobile.MobileException;
import dev.lintel.controller.policy.FirstSite;
import dev.lintel.controller.policy.PolicyCatalog;
import dev.lintel.controller.store.Credential;
import dev.lintel.controller.store.CredentialStore;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.PersonStore;
import dev.lintel.controller.store.PolicyStore;
import dev.lintel.controller.store.TestDatabase;
import dev.lintel.controller.store.WalletStore;
import dev.lintel.controller.store.WalletStore.Pass;
import dev.lintel.controller.time.HandTime;
import dev.lintel.controller.wallet.AppleWallets.Named;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Apple's phones, and Apple's service for messages to them: a real server that speaks HTTP/2 and asks who calls.
class AppleWalletsTest {
    private static final By BY = new By("ops@example.com", "api_key 1");
    private static final String TYPE = "pass.dev.lintel";
    private static final String PHONE = "0f1e2d3c4b5a";
    private static final String PUSH = "ab".repeat(32);

    private final HandTime time = new HandTime("2026-11-25T08:00:00Z");
    private Database database;
    private WalletDesk desk;
    private PushServer apple;
    private AppleWallets wallets;
    private long id;

    @BeforeEach
    void start(@TempDir Path path) {
        var folder = DataFolder.open(path);
        database = TestDatabase.open(folder, time);
        new PolicyCatalog(new PolicyStore(database, time), time, _ -> {}).begin(FirstSite.demo());
        desk = WalletRig.desk(database, folder, WalletRig.With.of(database, folder, WalletConfig.NONE, time), time);
        apple = new PushServer();
        wallets = new AppleWallets(desk, new ApplePush(desk.parts().apple(), apple.address(), apple.trust()));
        id = desk.inviteAnew(1, BY).credentialId();
        desk.apple(WalletRig.link(Objects.requireNonNull(desk.url(credential()))));
    }

    @AfterEach
    void stop() {
        apple.close();
        database.close();
    }

    private Credential credential() {
        return Objects.requireNonNull(desk.credential(id));
    }

    private Pass pass() {
        return database.read(sql -> Objects.requireNonNull(WalletStore.ofCredential(sql, id)));
    }

    private Named named() {
        Pass pass = pass();
        return new Named(TYPE, pass.serial(), desk.parts().secrets().token(pass.nonce()));
    }

    @Test
    void aPhoneThatHasThePassMakesItAddedAndOneThatLosesItRemoved() {
        assertThat(wallets.register(named(), PHONE, PUSH)).isTrue();
        assertThat(credential().status()).isEqualTo("added_to_wallet");
        assertThat(credential().value()).isEqualTo("apple");
        assertThat(wallets.register(named(), PHONE, PUSH)).isFalse();
        assertThat(wallets.register(named(), "watch", PUSH)).isTrue();
        wallets.unregister(named(), PHONE);
        wallets.unregister(named(), "stranger");
        assertThat(credential().status()).as("the watch has it").isEqualTo("added_to_wallet");
        wallets.unregister(named(), "watch");
        assertThat(credential().status()).isEqualTo("removed");
        assertThat(wallets.register(named(), PHONE, PUSH)).isTrue();
        assertThat(credential().status()).isEqualTo("added_to_wallet");
    }

    @Test
    void whoeverHasNotThePassIsRefusedInOneWay() {
        Named right = named();
        for (Named wrong : List.of(
                new Named(TYPE, right.serial(), null),
                new Named(TYPE, right.serial(), right.token() + "x"),
                new Named(TYPE, "0".repeat(32), right.token()),
                new Named("pass.com.other", right.serial(), right.token()))) {
            assertThatThrownBy(() -> wallets.register(wrong, PHONE, PUSH)).hasMessage("not a pass of this box");
            assertThatThrownBy(() -> wallets.unregister(wrong, PHONE)).hasMessage("not a pass of this box");
            assertThatThrownBy(() -> wallets.latest(wrong, null)).hasMessage("not a pass of this box");
        }
        for (String device : List.of("", "a b", "x".repeat(129), "../up")) {
            assertThatThrownBy(() -> wallets.register(right, device, PUSH)).isInstanceOf(MobileException.class);
        }
        for (String token : List.of("", "xyz", "ab".repeat(201))) {
            assertThatThrownBy(() -> wallets.register(right, PHONE, token)).isInstanceOf(MobileException.class);
        }
        assertThatThrownBy(() -> wallets.register(right, PHONE, null)).isInstanceOf(MobileException.class);
        assertThat(credential().status()).isEqualTo("invited");
    }

    @Test
    void onlySoManyPhonesHearOfOnePass() {
        for (int i = 0; i < 16; i++)
            assertThat(wallets.register(named(), "phone" + i, PUSH)).isTrue();
        assertThatThrownBy(() -> wallets.register(named(), "phone16", PUSH)).isInstanceOf(MobileException.class);
        assertThat(wallets.register(named(), "phone3", PUSH)).isFalse();
    }

    @Test
    void aChangeIsToldToEachPhoneAndFetched() {
        wallets.register(named(), PHONE, PUSH);
        wallets.tell();
        assertThat(apple.told()).as("it has what stands").isEmpty();
        String tag = Objects.requireNonNull(wallets.changed(TYPE, PHONE, null)).tag();
        assertThat(wallets.changed(TYPE, PHONE, tag)).isNull();
        assertThat(wallets.changed(TYPE, "stranger", null)).isNull();
        assertThat(wallets.changed("pass.com.other", PHONE, null)).isNull();
        AppleWallets.Latest before = wallets.latest(named(), null);
        assertThat(wallets.latest(named(), before.changedAtMs() / 1_000).file()).isNull();

        time.advance(Duration.ofMinutes(1));
        database.write(sql -> {
            PersonStore.update(sql, 1, Map.of("last_name", "South"), time.nowMs());
            return true;
        });
        wallets.tell();
        assertThat(apple.told()).containsExactly(PUSH + " " + TYPE + " {}");
        assertThat(Objects.requireNonNull(wallets.changed(TYPE, PHONE, tag)).serials())
                .containsExactly(pass().serial());
        assertThat(wallets.latest(named(), before.changedAtMs() / 1_000).file()).isNotNull();
        wallets.tell();
        assertThat(apple.told()).as("once").hasSize(1);
    }

    @Test
    void aPassThatIsDeletedIsVoidOnThePhone() {
        wallets.register(named(), PHONE, PUSH);
        Named named = named();
        time.advance(Duration.ofMinutes(1));
        database.write(sql -> {
            CredentialStore.delete(sql, id);
            return true;
        });
        wallets.tell();
        assertThat(apple.told()).hasSize(1);
        Face face = database.read(sql -> desk.face(sql, Objects.requireNonNull(WalletStore.get(sql, named.serial()))));
        assertThat(face.isVoid()).isTrue();
        assertThat(wallets.latest(named, null).file()).isNotNull();
        wallets.unregister(named, PHONE);
        wallets.tell();
        assertThatThrownBy(() -> wallets.latest(named, null)).as("forgotten").isInstanceOf(MobileException.class);
    }

    @Test
    void whatAppleDoesNotTakeNowIsToldLaterAlsoAfterARestartAndAPhoneThatIsGoneIsForgotten() {
        wallets.register(named(), PHONE, PUSH);
        apple.answer(503, "");
        desk.revoke(id, BY);
        wallets.tell();
        assertThat(apple.told()).hasSize(1);
        wallets = new AppleWallets(desk, new ApplePush(desk.parts().apple(), apple.address(), apple.trust()));
        wallets.tell();
        assertThat(apple.told()).as("tried again").hasSize(2);
        apple.answer(410, "{\"reason\":\"Unregistered\"}");
        wallets.tell();
        assertThat(apple.told()).as("it is not asked all the time").hasSize(2);
        time.advance(Duration.ofSeconds(30));
        wallets.tell();
        String serial = pass().serial();
        long devices = database.read(sql -> WalletStore.devices(sql, serial));
        assertThat(devices).isZero();
        wallets.tell();
        assertThat(apple.told()).hasSize(3);
    }

    @Test
    void whileAppleIsAwayItIsAskedLessAndLessAndAfterAWhileItIsTold() {
        wallets.register(named(), PHONE, PUSH);
        apple.answer(503, "");
        desk.revoke(id, BY);
        for (int i = 0; i < 30; i++) { // a quarter of an hour
            wallets.tell();
            if (i == 10) assertThat(wallets.fault()).isNull();
            time.advance(Duration.ofSeconds(30));
        }
        assertThat(apple.told()).as("at once, after 30 s, 2 min, 10 min").hasSize(4);
        assertThat(wallets.fault()).contains("Apple's service is away");
        apple.answer(200, "");
        time.advance(Duration.ofMinutes(10));
        wallets.tell();
        assertThat(wallets.fault()).isNull();
    }

    /// The yearly certificate ends, or its file goes, while a phone is to be told.
    @Test
    void whatKeepsPassesFromBeingSignedIsToldAndNotThatAppleIsAway(@TempDir Path path) {
        wallets.register(named(), PHONE, PUSH);
        desk.revoke(id, BY);
        var gone = new WalletConfig.Apple(path.resolve("pass.pem"), path.resolve("pass.key"));
        AppleSigner signer = WalletRig.signer(DataFolder.open(path.resolve("data")), gone, time);
        var parts = desk.parts();
        var unsigned = new WalletDesk(new WalletDesk.Parts(
                database, parts.mobile(), parts.secrets(), signer, null, null, () -> WalletRig.URL, time));
        wallets = new AppleWallets(unsigned, new ApplePush(signer, apple.address(), apple.trust()));
        for (int i = 0; i < 30; i++) { // a quarter of an hour
            wallets.tell();
            assertThat(wallets.fault()).contains("pass.pem").doesNotContain("Apple's service");
            time.advance(Duration.ofSeconds(30));
        }
        assertThat(apple.told()).isEmpty();
    }

    /// A phone that Apple takes none for keeps no other one waiting.
    @Test
    void onePhonesFaultIsNotTheOthers() {
        String other = "cd".repeat(32);
        wallets.register(named(), PHONE, PUSH);
        wallets.register(named(), "watch", other);
        apple.answer(PUSH, 429, "{\"reason\":\"TooManyRequests\"}");
        desk.revoke(id, BY);
        wallets.tell();
        assertThat(apple.told()).hasSize(2);
        apple.answer(PUSH, 400, "{\"reason\":\"DeviceTokenNotForTopic\"}");
        wallets.tell();
        assertThat(apple.told())
                .as("the other was told")
                .hasSize(3)
                .last()
                .asString()
                .startsWith(PUSH);
        wallets.tell();
        assertThat(apple.told()).as("forgotten").hasSize(3);
    }

    /// Apple has called a phone gone, which takes the pass out all the same.
    @Test
    void aPhoneThatIsForgottenStillTakesThePassOut() {
        wallets.register(named(), PHONE, PUSH);
        database.write(sql -> {
            WalletStore.forgetToken(sql, PUSH);
            return true;
        });
        assertThat(credential().status()).isEqualTo("added_to_wallet");
        wallets.unregister(named(), PHONE);
        assertThat(credential().status()).isEqualTo("removed");
    }

    @Test
    void aChangeIsFetchedAlsoWhereTheClockWasSetBack() {
        wallets.register(named(), PHONE, PUSH);
        String tag = Objects.requireNonNull(wallets.changed(TYPE, PHONE, null)).tag();
        AppleWallets.Latest before = wallets.latest(named(), null);
        time.setWall("2020-01-01T00:00:00Z");
        desk.revoke(id, BY);
        wallets.tell();
        assertThat(Objects.requireNonNull(wallets.changed(TYPE, PHONE, tag)).serials())
                .containsExactly(pass().serial());
        assertThat(wallets.latest(named(), before.changedAtMs() / 1_000).file()).isNotNull();
    }

    /// It changed between the moment that its file was made and that its phone asked to hear of changes.
    @Test
    void aPhoneThatHasAnOlderPassIsToldAtOnce() {
        desk.revoke(id, BY);
        wallets.register(named(), PHONE, PUSH);
        wallets.tell();
        assertThat(apple.told()).hasSize(1);
    }

    @Test
    void theSenderShowsTheCertificateOfItsPasses() {
        wallets.register(named(), PHONE, PUSH);
        desk.revoke(id, BY);
        wallets.tell();
        assertThat(apple.caller()).contains("UID=pass.dev.lintel");
        assertThat(apple.protocol()).isEqualTo("HTTP_2");
    }
}
