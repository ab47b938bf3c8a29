package dev.lintel.controller.mobile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.access.Limits;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.mobile.MobileDesk.Accepted;
import dev.lintel.controller.mobile.MobileDesk.By;
import dev.lintel.controller.policy.FirstSite;
import dev.lintel.controller.policy.PolicyCatalog;
import dev.lintel.controller.store.ChangeLogStore;
import dev.lintel.controller.store.Credential;
import dev.lintel.controller.store.CredentialStore;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.MobileStore.Invitation;
import dev.lintel.controller.store.MobileStore.Phone;
import dev.lintel.controller.store.PolicyStore;
import dev.lintel.controller.store.RightsStore;
import dev.lintel.controller.store.TestDatabase;
import dev.lintel.controller.time.HandTime;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MobileDeskTest {
    private static final By BY = new By("ops@example.com", "api_key 1");
    private static final long ADA = 1;

    private final HandTime time = new HandTime("2026-11-25T08:00:00Z");
    private final Vendor vendor = new Vendor();
    private Database database;
    private MobileDesk desk;

    /// Another maker's service, which may be away.
    private static final class Vendor implements MobileVendor {
        private boolean away;
        /// Ids that it knows of.
        private final Set<Long> known = new TreeSet<>();

        @Override
        public String name() {
            return "acme";
        }

        @Override
        public @Nullable String code(Invitation invitation) {
            return null;
        }

        @Override
        public void revoke(long credentialId) {
            if (away) throw new IllegalStateException("the service does not answer");
        }

        @Override
        public boolean isElsewhere() {
            return true;
        }

        @Override
        public void settle(List<Phone> standing) {
            if (away) throw new IllegalStateException("the service does not answer");
            known.clear();
            standing.forEach(phone -> known.add(phone.id()));
        }
    }

    @BeforeEach
    void start(@TempDir Path path) {
        var folder = DataFolder.open(path);
        database = TestDatabase.open(folder, time);
        new PolicyCatalog(new PolicyStore(database, time), time, _ -> {}).begin(FirstSite.demo());
        desk = MobileRig.desk(database, folder, MobileRig.BY_CODE, time);
    }

    @AfterEach
    void stop() {
        database.close();
    }

    /// What receivers are told is made of.
    private List<String> changes(long after) {
        return database.read(sql -> ChangeLogStore.after(sql, after, 100)).stream()
                .map(change -> change.action() + " " + change.resourceId())
                .toList();
    }

    private String status(long id) {
        return Objects.requireNonNull(desk.phone(id)).status();
    }

    @Test
    void eachStepIsToldToReceivers() {
        long before = database.read(ChangeLogStore::head);
        Credential invited = desk.inviteAnew(ADA, BY).credential();
        time.advance(java.time.Duration.ofSeconds(1));
        desk.inviteAnew(ADA, BY);
        String code = Objects.requireNonNull(desk.code(Objects.requireNonNull(desk.credential(invited.id()))))
                .code();
        PhoneKey key = PhoneKey.NOBODYS; // its private key is known to all, which a test may use
        MobileDesk.Bound bound = desk.redeem(code.replace("-", ""), key, "Chrome on Android");
        desk.revoke(bound.credentialId(), BY);
        long id = bound.credentialId();
        assertThat(changes(before))
                .containsExactly(
                        "create " + invited.id(),
                        "update " + invited.id(),
                        "destroy " + invited.id(),
                        "create " + id,
                        "update " + id,
                        "update " + id);
        assertThat(status(id)).isEqualTo("revoked");
        assertThatThrownBy(() -> desk.revoke(id, BY)).hasMessageContaining("revoked already");
        assertThatThrownBy(() -> desk.redeem(code.replace("-", ""), key, "")).hasMessageContaining("not good");
    }

    @Test
    void phone_keepsTheLimitsOfItsInvitation() {
        var limits = new Limits(null, time.now(), null, null, new Limits.Entries(3, time.now()), null);
        var invited = desk.inviteAnew(ADA, BY).credential();
        database.write(sql -> {
            CredentialStore.limit(sql, invited.id(), limits, time.nowMs());
            return true;
        });
        String code = Objects.requireNonNull(desk.code(Objects.requireNonNull(desk.credential(invited.id()))))
                .code();
        var bound = desk.redeem(code.replace("-", ""), PhoneKey.NOBODYS, "Chrome on Android");
        assertThat(Objects.requireNonNull(desk.credential(bound.credentialId())).limits())
                .isEqualTo(limits);
    }

    private void atVendor() {
        var settings = MobileRig.BY_CODE;
        var codes = new InvitationCodes(() -> new byte[InvitationCodes.KEY_BYTES]);
        desk = new MobileDesk(new MobileDesk.Parts(database, vendor, codes, settings, () -> {}, () -> null, time));
    }

    /// From the invitation to the end, as an adapter of a service elsewhere has it.
    @Test
    void aPhoneOfAnotherMakerIsInvitedThereShowsANumberHereAndIsTakenOffWhateverDeletesIt() {
        atVendor();
        long invited = desk.inviteAnew(ADA, BY).credential().id();
        vendor.away = true;
        desk.rounds().go();
        assertThat(vendor.known).isEmpty();
        assertThat(desk.rounds().fault()).contains("not all phones are yet at their service");
        vendor.away = false;
        desk.rounds().go();
        assertThat(desk.rounds().fault()).isNull();
        assertThat(vendor.known).containsExactly(invited);
        assertThatThrownBy(() -> desk.accepted(invited, new Accepted(1001, "")))
                .as("a card of the first site")
                .hasMessageContaining("another credential's");
        MobileDesk.Bound bound = desk.accepted(invited, new Accepted(70_001, "Pixel\n9"));
        assertThat(Objects.requireNonNull(desk.phone(bound.credentialId())).device())
                .isEqualTo("Pixel 9");
        assertThatThrownBy(() -> desk.accepted(invited, new Accepted(70_002, "")))
                .as("once")
                .hasMessageContaining("is no invitation");
        boolean opens = RightsStore.ask(
                database,
                rights -> Objects.requireNonNull(rights.card(70_001), "known by its number")
                        .credentialActive());
        assertThat(opens).isTrue();
        desk.rounds().go();
        assertThat(vendor.known).containsExactly(bound.credentialId());
        database.write(sql -> {
            CredentialStore.delete(sql, bound.credentialId()); // whoever does
            return true;
        });
        desk.rounds().go();
        assertThat(vendor.known).isEmpty();
    }

    @Test
    void aPhoneThatIsFoundAgainComesBackWithItsNumberAndAnAnswerThatIsLateIsNone() {
        atVendor();
        MobileDesk.Bound bound =
                desk.accepted(desk.inviteAnew(ADA, BY).credential().id(), new Accepted(70_001, ""));
        desk.revoke(bound.credentialId(), BY);
        long second = desk.inviteAnew(ADA, BY).credential().id();
        MobileDesk.Bound again = desk.accepted(second, new Accepted(70_001, "found again"));
        assertThat(status(again.credentialId())).isEqualTo("active");
        desk.revoke(again.credentialId(), BY);
        long late = desk.inviteAnew(ADA, BY).credential().id();
        time.advance(java.time.Duration.ofDays(8));
        assertThatThrownBy(() -> desk.accepted(late, new Accepted(70_001, ""))).hasMessageContaining("is over");
    }

    @Test
    void whileItsVendorIsAwayAPhoneOpensNothingAndIsRevokedLater() {
        atVendor();
        long id = desk.inviteAnew(ADA, BY).credential().id();
        database.write(sql -> sql.run("UPDATE credential SET status = 'active' WHERE id = ?", id)); // as it says
        vendor.away = true;
        desk.revoke(id, BY);
        assertThat(status(id)).isEqualTo("revoking");
        assertThatThrownBy(() -> desk.inviteAnew(ADA, BY)).hasMessageContaining("has a phone already, number " + id);
        desk.rounds().go();
        assertThat(status(id)).isEqualTo("revoking");
        vendor.away = false;
        desk.rounds().go();
        assertThat(status(id)).isEqualTo("revoked");
        assertThat(desk.inviteAnew(ADA, BY).credential().id()).isGreaterThan(id);
    }

    @Test
    void whereAHubHasThePeopleNothingIsDoneHere() {
        var elsewhere = new MobileDesk(new MobileDesk.Parts(
                database,
                vendor,
                new InvitationCodes(() -> new byte[InvitationCodes.KEY_BYTES]),
                MobileRig.BY_CODE,
                () -> {},
                () -> "this box follows hub.example",
                time));
        assertThatThrownBy(() -> elsewhere.inviteAnew(ADA, BY)).hasMessage("this box follows hub.example");
        assertThatThrownBy(() -> elsewhere.redeem("A".repeat(16), PhoneKey.NOBODYS, ""))
                .hasMessage("this box follows hub.example");
        assertThatThrownBy(() -> elsewhere.revoke(1, BY)).hasMessage("this box follows hub.example");
        assertThat(desk.list(Long.MAX_VALUE, 10)).isEmpty();
    }
}
