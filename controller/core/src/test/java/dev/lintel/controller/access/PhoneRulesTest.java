package dev.lintel.controller.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.access.ChannelAccess.Means;
import dev.lintel.controller.time.ClockReading;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Phones and passes, as far as they are other than cards.
class PhoneRulesTest {
    private static final ClockReading MONDAY = ClockReading.trusted(Instant.parse("2026-03-02T10:00:00Z"));
    private static final long CHANNEL = 1;

    private final TestRights rights = new TestRights();
    private final TestPolicy policy = new TestPolicy();

    PhoneRulesTest() {
        rights.rights.put(CHANNEL, List.of(Right.byRole(1, null, null)));
    }

    private static Evidence.Card card(long number) {
        return AccessRulesTest.card(number);
    }

    private Decision ask(Evidence evidence) {
        return new AccessRules(rights)
                .decide(
                        new Question(CHANNEL, "entry", evidence, null),
                        new Circumstances(MONDAY, policy, Gate.PLAIN, false, Places.NONE));
    }

    private static void rejected(Decision decision, Reason reason) {
        assertThat(decision)
                .isInstanceOfSatisfying(
                        Decision.Rejected.class, r -> assertThat(r.reason()).isEqualTo(reason));
    }

    private static void admitted(Decision decision) {
        assertThat(decision).isInstanceOf(Decision.Admitted.class);
    }

    @Test
    void aPhoneIsNoCard() {
        rights.cards.put(1001L, TestRights.ada(TestRights.MOBILE));
        policy.accept(Means.CARD);
        rejected(ask(card(1001)), Reason.NOT_ACCEPTED_HERE);
        policy.accept(Means.MOBILE);
        admitted(ask(card(1001)));
    }

    /// Whatever reader it was held to.
    @Test
    void aPassOfAWalletIsTakenOnlyWhereCodesAre() {
        rights.cards.put(1001L, TestRights.ada(TestRights.PASS));
        rejected(ask(card(1001)), Reason.NOT_ACCEPTED_HERE);
        policy.accept(Means.CARD, Means.PIN, Means.MOBILE);
        rejected(ask(card(1001)), Reason.NOT_ACCEPTED_HERE);
        policy.accept(Means.QR);
        admitted(ask(card(1001)));
    }

    /// Whether its reader tells of a code or of a card's bits.
    @Test
    void aPassIsNeverOneOfTwoFactors() {
        rights.cards.put(1001L, TestRights.ada(TestRights.PASS));
        policy.accept(Means.CARD_THEN_PIN);
        rejected(ask(card(1001)), Reason.NOT_ACCEPTED_HERE);
        rejected(ask(new Evidence.Code(card(1001).number())), Reason.NOT_ACCEPTED_HERE);
        policy.accept(Means.CARD_THEN_PIN, Means.QR);
        admitted(ask(card(1001)));
        admitted(ask(new Evidence.Code(card(1001).number())));
    }

    /// Named by the id of its credential, which proves nothing of any other kind.
    @Test
    void aPhoneIsWhatItsCredentialIs() {
        rejected(ask(new Evidence.Phone(7)), Reason.UNKNOWN_CARD);
        for (int kind : List.of(TestRights.CARD, TestRights.PIN, TestRights.PASS)) {
            rights.phones.put(7L, TestRights.ada(kind));
            rejected(ask(new Evidence.Phone(7)), Reason.UNKNOWN_CARD);
        }
        rights.phones.put(7L, TestRights.ada(TestRights.MOBILE));
        admitted(ask(new Evidence.Phone(7)));
        policy.accept(Means.CARD, Means.PIN, Means.QR);
        rejected(ask(new Evidence.Phone(7)), Reason.NOT_ACCEPTED_HERE);
        policy.accept(Means.CARD_THEN_PIN, Means.PIN_THEN_CARD);
        rejected(ask(new Evidence.Phone(7)), Reason.NOT_ACCEPTED_HERE);
        policy.accept(Means.MOBILE);
        rights.phones.put(
                7L, TestRights.holder(1, TestRights.MOBILE, new TestRights.Validity(false, true, null, null)));
        rejected(ask(new Evidence.Phone(7)), Reason.CREDENTIAL_DISABLED);
    }

    private Decision leave(Gate gate) {
        return new AccessRules(rights)
                .decide(
                        new Question(CHANNEL, "exit", new Evidence.Phone(7), null),
                        new Circumstances(MONDAY, policy, gate, false, Places.NONE));
    }

    /// It says so, and may be outside: what bars who comes in bars it.
    @Test
    void aPhoneThatLeavesPassesNothingThatItWouldNotPassOnItsWayIn() {
        rights.phones.put(7L, TestRights.ada(TestRights.MOBILE));
        admitted(leave(new Gate(false, false, true, "normal")));
        rejected(leave(new Gate(true, false, true, "normal")), Reason.LOCKDOWN);
        rejected(leave(new Gate(false, true, true, "normal")), Reason.TAMPER);
        policy.accept(Means.CARD_THEN_PIN);
        policy.acceptedAtExit = List.of(ChannelAccess.Accepted.USUAL);
        rejected(leave(Gate.PLAIN), Reason.NOT_ACCEPTED_HERE);
        policy.accept(Means.CARD_THEN_PIN, Means.MOBILE);
        admitted(leave(Gate.PLAIN));
        policy.acceptedAtExit = List.of(new ChannelAccess.Accepted(null, java.util.Set.of(Means.CARD)));
        rejected(leave(Gate.PLAIN), Reason.NOT_ACCEPTED_HERE);
    }

    @Test
    void aDoorWithoutAnExitReaderIsNotLeftByPhone() {
        rights.phones.put(7L, TestRights.ada(TestRights.MOBILE));
        rejected(leave(new Gate(false, false, false, false, "normal")), Reason.NOT_ACCEPTED_HERE);
    }
}
