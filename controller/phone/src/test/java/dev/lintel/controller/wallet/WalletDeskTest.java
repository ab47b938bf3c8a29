package dev.lintel.controller.wallet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.access.Holder;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.mobile.MobileDesk;
import dev.lintel.controller.mobile.MobileDesk.By;
import dev.lintel.controller.mobile.MobileException;
import dev.lintel.controller.mobile.MobileException.Reason;
import dev.lintel.controller.mobile.MobileRig;
import dev.lintel.controller.policy.FirstSite;
import dev.lintel.controller.policy.PolicyCatalog;
import dev.lintel.controller.store.ChangeLogStore;
import dev.lintel.controller.store.Credential;
import dev.lintel.controller.store.CredentialStore;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.EventStore;
import dev.lintel.controller.store.PersonStore;
import dev.lintel.controller.store.PolicyStore;
import dev.lintel.controller.store.RightsStore;
import dev.lintel.controller.store.TestDatabase;
import dev.lintel.controller.store.WalletStore;
import dev.lintel.controller.store.WalletStore.Pass;
import dev.lintel.controller.time.HandTime;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WalletDeskTest {
    private static final By BY = new By("ops@example.com", "api_key 1");
    private static final long ADA = 1;
    private static final long BEN = 2;

    @TempDir
    Path path;

    private final HandTime time = new HandTime("2026-11-25T08:00:00Z");
    private final AtomicReference<@Nullable String> elsewhere = new AtomicReference<>();
    private Database database;
    private WalletDesk desk;

    @BeforeEach
    void start() {
        var folder = DataFolder.open(path);
        database = TestDatabase.open(folder, time);
        new PolicyCatalog(new PolicyStore(database, time), time, _ -> {}).begin(FirstSite.demo());
        MobileDesk mobile = MobileRig.desk(database, folder, MobileRig.BY_CODE, elsewhere::get, time);
        desk = WalletRig.desk(database, folder, mobile, time);
    }

    @AfterEach
    void stop() {
        database.close();
    }

    private long invited(long person) {
        return desk.inviteAnew(person, BY).credentialId();
    }

    private Credential credential(long id) {
        return Objects.requireNonNull(desk.credential(id));
    }

    private String link(long id) {
        return WalletRig.link(Objects.requireNonNull(desk.url(credential(id))));
    }

    private long number(long id) {
        return Objects.requireNonNull(given(id), "no pass was made yet");
    }

    private @Nullable Long given(long id) {
        return database.<@Nullable Long>read(sql -> CredentialStore.number(sql, id));
    }

    private @Nullable Holder holder(long number) {
        return RightsStore.ask(database, rights -> Optional.ofNullable(rights.card(number)))
                .orElse(null);
    }

    private boolean opens(long number) {
        Holder holder = holder(number);
        return holder != null && holder.credentialActive();
    }

    private static void refused(ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        MobileException.class, e -> assertThat(e.reason()).isEqualTo(Reason.NOT_GOOD));
    }

    private List<String> changes(long after) {
        return database.read(sql -> ChangeLogStore.after(sql, after, 100)).stream()
                .map(change -> change.action() + " " + change.resourceId())
                .toList();
    }

    private void added(long id) {
        database.write(sql -> {
            desk.added(sql, credential(id), WalletDesk.APPLE, BY);
            return true;
        });
    }

    private void removed(long id, String wallet) {
        database.write(sql -> {
            desk.removed(sql, credential(id), wallet, BY);
            return true;
        });
    }

    @Test
    void aPassOpensOnceItIsMadeAndItsLinkEndsOnceItIsInAWallet() {
        long before = database.read(ChangeLogStore::head);
        long id = invited(ADA);
        assertThat(credential(id).status()).isEqualTo("invited");
        assertThat(desk.url(credential(id))).startsWith(WalletRig.URL + "/pass/" + id + "-");
        String link = link(id);
        desk.look(link);
        assertThat(given(id)).isNull();

        desk.apple(link);
        long number = number(id);
        assertThat(Long.toString(number)).hasSizeBetween(17, 17);
        assertThat(opens(number)).isTrue();
        desk.apple(link); // for an answer that got lost
        assertThat(number(id)).isEqualTo(number);

        added(id);
        assertThat(credential(id).status()).isEqualTo("added_to_wallet");
        assertThat(credential(id).value()).isEqualTo("apple");
        assertThat(desk.url(credential(id))).isNull();
        refused(() -> desk.look(link));
        refused(() -> desk.apple(link));
        refused(() -> desk.done(link, WalletDesk.APPLE));
        assertThat(opens(number)).isTrue();
        assertThat(changes(before)).containsExactly("create " + id, "update " + id, "update " + id);
    }

    @Test
    void takenOutItOpensNothingAndPutBackItDoes() {
        long id = invited(ADA);
        desk.apple(link(id));
        added(id);
        long number = number(id);
        removed(id, WalletDesk.GOOGLE); // which it is not in
        assertThat(opens(number)).isTrue();
        long before = database.read(ChangeLogStore::head);
        removed(id, WalletDesk.APPLE);
        assertThat(credential(id).status()).isEqualTo("removed");
        assertThat(opens(number)).isFalse();
        removed(id, WalletDesk.APPLE);
        assertThat(changes(before)).containsExactly("update " + id);
        added(id);
        assertThat(credential(id).status()).isEqualTo("added_to_wallet");
        assertThat(opens(number)).isTrue();

        removed(id, WalletDesk.APPLE);
        long second = invited(ADA); // what was taken out does not count, and comes to nothing
        assertThat(second).isNotEqualTo(id);
        assertThat(credential(id).status()).isEqualTo("revoked");
        added(id);
        desk.revoke(second, BY);
        added(id);
        assertThat(opens(number)).isFalse();
    }

    /// Its phone may tell at any time that it is back.
    @Test
    void whatWasTakenOutIsRevokedAndStaysSo() {
        long id = invited(ADA);
        desk.apple(link(id));
        added(id);
        removed(id, WalletDesk.APPLE);
        desk.revoke(id, BY);
        added(id);
        assertThat(credential(id).status()).isEqualTo("revoked");
        assertThat(opens(number(id))).isFalse();
    }

    /// Somebody else has followed the link, and has a pass by it.
    @Test
    void aNewLinkEndsThePassThatWasMadeByTheOneBefore() {
        long id = invited(ADA);
        desk.apple(link(id));
        long theirs = number(id);
        Pass first = pass(id);
        String token = desk.parts().secrets().token(first.nonce());
        assertThat(invited(ADA)).isEqualTo(id);
        assertThat(opens(theirs)).isFalse();
        desk.apple(link(id));
        assertThat(number(id)).isNotEqualTo(theirs);
        assertThat(opens(number(id))).isTrue();
        assertThat(pass(id).serial()).isNotEqualTo(first.serial());
        Pass left = Objects.requireNonNull(database.<@Nullable Pass>read(sql -> WalletStore.get(sql, first.serial())));
        Face theirFace = database.read(sql -> desk.face(sql, left));
        assertThat(theirFace.isVoid()).isTrue();
        assertThat(desk.parts().secrets().isToken(token, left.nonce())).isTrue();
        assertThat(credential(id).status()).isEqualTo("invited");
    }

    /// The hub that made it is followed no more.
    @Test
    void aPassThatAHubInvitedToIsMadeHereFromThenOn() {
        long id = invited(ADA);
        database.write(sql -> sql.run("DELETE FROM wallet_pass"));
        assertThat(desk.url(credential(id))).isNull();
        assertThat(invited(ADA)).isEqualTo(id);
        desk.apple(link(id));
        assertThat(opens(number(id))).isTrue();
    }

    private Pass pass(long id) {
        return database.read(sql -> Objects.requireNonNull(WalletStore.ofCredential(sql, id)));
    }

    /// By the file and by Google in turn: one pass, and one line of the log.
    @Test
    void askedForAgainAndAgainItIsOnePass() {
        long id = invited(ADA);
        long before = database.read(ChangeLogStore::head);
        for (int i = 0; i < 5; i++) desk.apple(link(id));
        assertThat(changes(before)).containsExactly("update " + id);
    }

    @Test
    void whereThePersonIsGoneOrAnotherBoxHasThemALinkLeadsNowhere() {
        long id = invited(ADA);
        String link = link(id);
        elsewhere.set("this box follows the hub North");
        assertThat(desk.url(credential(id))).isNull();
        refused(() -> desk.look(link));
        refused(() -> desk.apple(link));
        refused(() -> desk.done(link, WalletDesk.APPLE));
        assertThatThrownBy(() -> desk.revoke(id, BY)).hasMessageContaining("follows the hub");
        elsewhere.set(null);
        desk.look(link);
        database.write(sql -> PersonStore.delete(sql, ADA, time.nowMs()));
        refused(() -> desk.look(link));
        refused(() -> desk.apple(link));
    }

    @Test
    void aPersonWhoIsDisabledOpensNothingWithTheirPass() {
        long id = invited(ADA);
        desk.apple(link(id));
        database.write(sql -> sql.run("UPDATE person SET enabled = 0 WHERE id = ?", ADA));
        assertThat(Objects.requireNonNull(holder(number(id))).enabled()).isFalse();
    }

    @Test
    void whereNoWalletTellsItsPersonDoes() {
        long id = invited(ADA);
        String link = link(id);
        assertThat(desk.done(link, WalletDesk.APPLE)).as("no pass was made yet").isFalse();
        desk.apple(link);
        assertThat(desk.done(link, WalletDesk.APPLE)).isTrue();
        assertThat(credential(id).status()).isEqualTo("added_to_wallet");
        assertThat(opens(number(id))).isTrue();
        refused(() -> desk.done(link, WalletDesk.APPLE));
    }

    @Test
    void aLinkIsGoodForSomeDaysFromTheReadThatShowedIt() {
        long id = invited(ADA);
        String first = link(id);
        time.advance(Duration.ofDays(6));
        String later = link(id);
        assertThat(later).isNotEqualTo(first);
        desk.look(first);
        time.advance(Duration.ofDays(2));
        refused(() -> desk.look(first));
        desk.look(later);
        assertThat(link(id)).isNotEqualTo(later);
    }

    @Test
    void aLinkOfSomebodyElseOrOfNobodyIsRefusedInTheSameWords() {
        String adas = link(invited(ADA));
        String hash = adas.substring(adas.indexOf('-'));
        long gone = invited(BEN);
        String withdrawn = link(gone);
        desk.revoke(gone, BY);
        long ben = invited(BEN);
        desk.look(link(ben)); // so it is no more than the hash that is wrong
        for (String bad : List.of(ben + hash, "999" + hash, "nonsense", "", withdrawn)) {
            assertThatThrownBy(() -> desk.look(bad)).hasMessageStartingWith("This link is not good.");
        }
    }

    @Test
    void aNewLinkEndsTheOneBefore() {
        long id = invited(ADA);
        String first = link(id);
        assertThat(invited(ADA)).isEqualTo(id);
        refused(() -> desk.look(first));
        desk.look(link(id));
        desk.apple(link(id));
        added(id);
        assertThatThrownBy(() -> invited(ADA)).hasMessageContaining("has a pass already, number " + id);
    }

    @Test
    void revokedItOpensNothingAndTheLogKnowsWhose() {
        long id = invited(ADA);
        desk.apple(link(id));
        added(id);
        desk.revoke(id, BY);
        assertThat(credential(id).status()).isEqualTo("revoked");
        assertThat(opens(number(id))).isFalse();
        assertThat(Objects.requireNonNull(holder(number(id))).personId()).isEqualTo(ADA);
        assertThatThrownBy(() -> desk.revoke(id, BY)).hasMessageContaining("revoked already");
        added(id);
        assertThat(credential(id).status()).isEqualTo("revoked");
        assertThat(invited(ADA)).isNotEqualTo(id);
        assertThatThrownBy(() -> desk.revoke(9_999, BY)).hasMessageContaining("no pass 9999");
    }

    /// A pass that was made is in somebody's hands, whatever its wallet has told.
    @Test
    void withdrawnAfterItWasMadeItOpensNothing() {
        long id = invited(ADA);
        desk.apple(link(id));
        long number = number(id);
        desk.revoke(id, BY);
        assertThat(opens(number)).isFalse();
        assertThat(credential(id).status()).isEqualTo("revoked");
        long never = invited(BEN);
        desk.revoke(never, BY);
        assertThat(desk.credential(never)).isNull();
    }

    @Test
    void whatIsGoneLeavesAVoidPassUntilNoPhoneAsksForIt() {
        long id = invited(ADA);
        desk.apple(link(id));
        String serial = database.read(
                sql -> Objects.requireNonNull(WalletStore.ofCredential(sql, id)).serial());
        database.write(sql -> {
            CredentialStore.delete(sql, id);
            return true;
        });
        Face face = database.read(sql -> desk.face(sql, Objects.requireNonNull(WalletStore.get(sql, serial))));
        assertThat(face.isVoid()).isTrue();
        assertThat(face.person()).isEmpty();
        WalletRig.apple(desk).tell();
        assertThat(database.<@Nullable Pass>read(sql -> WalletStore.get(sql, serial)))
                .isNull();
    }

    /// Neither a link nor a pass's token is in any file of the box but, as a whole, nowhere; the number is in rows
    /// alone.
    @Test
    void linksAndTokensAreInNoFileAndTheNumberInNoEvent() throws Exception {
        long id = invited(ADA);
        String link = link(id);
        desk.apple(link);
        added(id);
        String token = database.read(sql -> desk.face(sql, Objects.requireNonNull(WalletStore.ofCredential(sql, id)))
                .token());
        String events = new EventStore(database)
                .newest(100).stream()
                        .filter(event -> event.kind() == EventKind.CONFIGURATION_CHANGED)
                        .map(event -> event.draft().additional().toString())
                        .toList()
                        .toString();
        assertThat(events)
                .contains("action=issue", "action=add_to_wallet")
                .doesNotContain(Long.toString(number(id)), link, token);
        database.awaitDisk(10_000);
        String hash = link.substring(link.lastIndexOf(id + "-") + 1);
        try (Stream<Path> files = Files.walk(path)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String all = new String(Files.readAllBytes(file), java.nio.charset.StandardCharsets.ISO_8859_1);
                assertThat(all.contains(link) || all.contains(hash) || all.contains(token))
                        .as(file.toString())
                        .isFalse();
            }
        }
    }
}
