package dev.lintel.controller.wallet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.config.WalletConfig;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.mobile.MobileDesk.By;
import dev.lintel.controller.mobile.MobileException;
import dev.lintel.controller.mobile.MobileException.Reason;
import dev.lintel.controller.policy.FirstSite;
import dev.lintel.controller.policy.PolicyCatalog;
import dev.lintel.controller.store.ChangeLogStore;
import dev.lintel.controller.store.Credential;
import dev.lintel.controller.store.CredentialStore;
import dev.lintel.controller.store.DataFolder;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.EventStore;
import dev.lintel.controller.store.PolicyStore;
import dev.lintel.controller.store.RightsStore;
import dev.lintel.controller.store.WalletStore;
import dev.lintel.controller.time.HandTime;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WalletDeskTest {
    private static final By BY = new By("ops@example.com", "api_key 1");
    private static final long ADA = 1;
    private static final long BEN = 2;
    private static final String FROM = "192.0.2.7";

    @TempDir
    Path path;

    private final HandTime time = new HandTime("2026-11-25T08:00:00Z");
    private Database database;
    private WalletDesk desk;

    @BeforeEach
    void start() {
        var folder = DataFolder.open(path);
        database = Database.open(folder, time);
        new PolicyCatalog(new PolicyStore(database, time), time, _ -> {}).begin(FirstSite.demo());
        desk = WalletRig.desk(
                database, folder, WalletRig.With.of(database, folder, WalletConfig.NONE, time), time);
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
        return Objects.requireNonNull(database.<Long>read(sql -> CredentialStore.number(sql, id)));
    }

    private boolean opens(long number) {
        var holder = RightsStore.ask(database, rights -> rights.card(number));
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
        assertThat(desk.look(link, FROM).made()).isFalse();
        assertThat(database.<Long>read(sql -> CredentialStore.number(sql, id))).isNull();

        desk.apple(link, FROM);
        long number = number(id);
        assertThat(Long.toString(number)).hasSizeBetween(17, 17);
        assertThat(opens(number)).isTrue();
        assertThat(desk.look(link, FROM).made()).isTrue();
        desk.apple(link, FROM); // for an answer that got lost
        assertThat(number(id)).isEqualTo(number);

        added(id);
        assertThat(credential(id).status()).isEqualTo("added_to_wallet");
        assertThat(credential(id).value()).isEqualTo("apple");
        assertThat(desk.url(credential(id))).isNull();
        refused(() -> desk.look(link, FROM));
        refused(() -> desk.apple(link, FROM));
        refused(() -> desk.done(link, FROM));
        assertThat(opens(number)).isTrue();
        assertThat(changes(before)).containsExactly("create " + id, "update " + id, "update " + id);
    }

    @Test
    void takenOutItOpensNothingAndPutBackItDoes() {
        long id = invited(ADA);
        desk.apple(link(id), FROM);
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
        long second = invited(ADA); // what was taken out does not count
        assertThat(second).isNotEqualTo(id);
        added(id); // there is another one by now
        assertThat(credential(id).status()).isEqualTo("removed");
    }

    @Test
    void whereNoWalletTellsItsPersonDoes() {
        long id = invited(ADA);
        String link = link(id);
        refused(() -> desk.done(link, FROM)); // no pass was made yet
        desk.apple(link, FROM);
        desk.done(link, FROM);
        assertThat(credential(id).status()).isEqualTo("added_to_wallet");
        assertThat(opens(number(id))).isTrue();
        refused(() -> desk.done(link, FROM));
    }

    @Test
    void aLinkIsGoodForSomeDaysFromTheReadThatShowedIt() {
        long id = invited(ADA);
        String first = link(id);
        time.advance(Duration.ofDays(6));
        String later = link(id);
        assertThat(later).isNotEqualTo(first);
        desk.look(first, FROM);
        time.advance(Duration.ofDays(2));
        refused(() -> desk.look(first, FROM));
        desk.look(later, FROM);
        assertThat(link(id)).isNotEqualTo(later);
    }

    @Test
    void aLinkOfSomebodyElseOrOfNobodyIsRefusedInTheSameWords() {
        String adas = link(invited(ADA));
        long ben = invited(BEN);
        String hash = adas.substring(adas.indexOf('-'));
        String withdrawn = link(ben);
        desk.revoke(ben, BY);
        for (String bad : List.of(ben + hash, "999" + hash, "nonsense", "", withdrawn)) {
            assertThatThrownBy(() -> desk.look(bad, FROM)).hasMessageStartingWith("This link is not good.");
        }
    }

    @Test
    void aNewLinkEndsTheOneBefore() {
        long id = invited(ADA);
        String first = link(id);
        assertThat(invited(ADA)).isEqualTo(id);
        refused(() -> desk.look(first, FROM));
        desk.look(link(id), FROM);
        desk.apple(link(id), FROM);
        added(id);
        assertThatThrownBy(() -> invited(ADA)).hasMessageContaining("has a pass already, number " + id);
    }

    @Test
    void revokedItOpensNothingAndTheLogKnowsWhose() {
        long id = invited(ADA);
        desk.apple(link(id), FROM);
        added(id);
        desk.revoke(id, BY);
        assertThat(credential(id).status()).isEqualTo("revoked");
        assertThat(opens(number(id))).isFalse();
        assertThat(Objects.requireNonNull(RightsStore.ask(database, rights -> rights.card(number(id))))
                        .personId())
                .isEqualTo(ADA);
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
        desk.apple(link(id), FROM);
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
        desk.apple(link(id), FROM);
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
        assertThat(database.<WalletStore.Pass>read(sql -> WalletStore.get(sql, serial))).isNull();
    }

    /// Neither a link nor a pass's token is in any file of the box but, as a whole, nowhere; the number is in rows alone.
    @Test
    void linksAndTokensAreInNoFileAndTheNumberInNoEvent() throws Exception {
        long id = invited(ADA);
        String link = link(id);
        desk.apple(link, FROM);
        added(id);
        String token = database.read(sql ->
                desk.face(sql, Objects.requireNonNull(WalletStore.ofCredential(sql, id))).token());
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
