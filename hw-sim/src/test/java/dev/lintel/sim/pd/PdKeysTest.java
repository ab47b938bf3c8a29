package dev.lintel.sim.pd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.reader.osdp.Command;
import dev.lintel.reader.osdp.OsdpFrame;
import dev.lintel.reader.osdp.Reply;
import dev.lintel.reader.osdp.Scbk;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// How a PD comes to its key, and whom it believes before and after.
class PdKeysTest {
    private static final Scbk KEY = Scbk.ofHex("4d1f02a7be936c58d02e75fb19a48c33");
    private static final Scbk OTHER = Scbk.ofHex("b7c3590e62fa1d8844e19b3075cd2a6f");
    private static final Command.KeySet KEYSET = new Command.KeySet(Command.KeySet.TYPE_SCBK, KEY);
    private static final Reply REFUSED = new Reply.Nak(Reply.Nak.SECURITY_REQUIRED);

    private static HandPanel installing(PdTrait... more) {
        var traits = new ArrayList<>(List.of(more));
        traits.add(PdTrait.INSTALL_MODE);
        return new HandPanel(new PdSpec(0).with(PdSettings.of(traits.toArray(PdTrait[]::new))));
    }

    private static Reply.Capability security(HandPanel panel) {
        var reply = (Reply.Capabilities) panel.ask(new Command.Capabilities());
        return reply.functions().stream()
                .filter(c -> c.function() == Reply.Capability.SECURITY)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void inInstallModeItTakesTheStandardKeyUntilItIsGivenItsOwn() {
        HandPanel panel = installing();
        assertThat(security(panel)).isEqualTo(new Reply.Capability(9, 1, 1));
        assertThat(panel.open(KEY)).isFalse();
        assertThat(panel.open(Scbk.standard())).isTrue();
        assertThat(panel.ask(KEYSET)).isEqualTo(new Reply.Ack());
        assertThat(panel.ask(new Command.Poll())).isEqualTo(new Reply.Ack()); // still under the old keys
        assertThat(panel.open(Scbk.standard())).isFalse();
        assertThat(panel.open(KEY)).isTrue();
        assertThat(security(panel)).isEqualTo(new Reply.Capability(9, 1, 0));
        panel.restart();
        assertThat(panel.ask(new Command.Poll())).isEqualTo(REFUSED);
        assertThat(panel.ask(new Command.Id(0))).isInstanceOf(Reply.Identity.class);
    }

    @Test
    void aKeyIsGivenOnlyInASession() {
        HandPanel panel = installing();
        assertThat(panel.ask(new Command.Poll())).isEqualTo(new Reply.Ack());
        assertThat(panel.ask(KEYSET)).isEqualTo(REFUSED);
        assertThat(panel.open(Scbk.standard())).isTrue();
        var plain = new HandPanel(new PdSpec(0));
        assertThat(plain.ask(KEYSET)).isEqualTo(REFUSED);
        var keyed = new HandPanel(new PdSpec(0, OTHER));
        assertThat(keyed.ask(KEYSET)).isEqualTo(REFUSED);
        assertThat(keyed.open(OTHER)).isTrue();
    }

    @Test
    void aReaderIsGivenAnotherKeyInASessionOfItsOwn() {
        var panel = new HandPanel(new PdSpec(0, OTHER));
        assertThat(panel.open(OTHER)).isTrue();
        assertThat(panel.ask(KEYSET)).isEqualTo(new Reply.Ack());
        assertThat(panel.open(OTHER)).isFalse();
        assertThat(panel.open(KEY)).isTrue();
    }

    @Test
    void aKeyOfAnotherTypeIsRefusedAndTheOldOneStays() {
        var panel = new HandPanel(new PdSpec(0, OTHER));
        assertThat(panel.open(OTHER)).isTrue();
        assertThat(panel.ask(new Command.KeySet(2, KEY))).isEqualTo(new Reply.Nak(Reply.Nak.BAD_RECORD));
        assertThat(panel.open(OTHER)).isTrue();
    }

    @Test
    void oneMakersReadersAcknowledgeTheirKeyInTheClear() {
        HandPanel panel = installing(PdTrait.KEYSET_ACK_IN_CLEAR);
        assertThat(panel.open(Scbk.standard())).isTrue();
        assertThat(panel.ask(KEYSET)).isEqualTo(new Reply.Ack());
        assertThat(panel.pd.secure()).isFalse();
        assertThat(panel.open(KEY)).isTrue();
    }

    @Test
    void aLostAnswerToTheNewKeyIsRepeatedByteForByte() {
        var panel = new HandPanel(new PdSpec(0, OTHER));
        assertThat(panel.open(OTHER)).isTrue();
        OsdpFrame poll = panel.frame(new Command.Poll()); // of no session: what ends it
        assertThat(panel.ask(KEYSET)).isEqualTo(new Reply.Ack());
        assertThat(Objects.requireNonNull(panel.send(poll)).code()).isEqualTo(Reply.NAK);
        assertThat(panel.open(KEY)).isTrue();
    }

    @Test
    void theKeyOutlivesARestartExceptInReadersThatForgetIt() {
        HandPanel keeps = installing();
        HandPanel forgets = installing(PdTrait.KEYS_LOST_ON_RESTART);
        for (HandPanel panel : List.of(keeps, forgets)) {
            assertThat(panel.open(Scbk.standard())).isTrue();
            assertThat(panel.ask(KEYSET)).isEqualTo(new Reply.Ack());
            panel.pd.reboot(panel.nowNs);
        }
        assertThat(keeps.open(Scbk.standard())).isFalse();
        assertThat(keeps.open(KEY)).isTrue();
        assertThat(forgets.open(KEY)).isFalse();
        assertThat(forgets.open(Scbk.standard())).isTrue();
    }

    @Test
    void someReadersLeaveTheStandardKeyOpenForEver() {
        var panel = new HandPanel(new PdSpec(0, KEY).with(PdSettings.of(PdTrait.STANDARD_KEY_STAYS)));
        assertThat(panel.open(KEY)).isTrue();
        assertThat(panel.open(Scbk.standard())).isTrue();
        assertThat(security(panel)).isEqualTo(new Reply.Capability(9, 1, 1));
    }

    @Test
    void someReadersAnswerPlainCommandsToo() {
        var panel = new HandPanel(new PdSpec(0, KEY).with(PdSettings.of(PdTrait.PLAIN_TOO)));
        assertThat(panel.ask(new Command.Poll())).isEqualTo(new Reply.Ack());
        assertThat(panel.ask(KEYSET)).isEqualTo(REFUSED);
    }

    @Test
    void aSessionIsOverAfterEightSecondsOfSilence() {
        var panel = new HandPanel(new PdSpec(0, KEY));
        assertThat(panel.open(KEY)).isTrue();
        panel.nowNs += 7 * HandPanel.S;
        assertThat(panel.ask(new Command.Poll())).isEqualTo(new Reply.Ack());
        panel.nowNs += 8 * HandPanel.S;
        assertThat(panel.ask(new Command.Poll())).isEqualTo(REFUSED);
        assertThat(panel.open(KEY)).isTrue();
    }

    @Test
    void withAWrongKeyNobodyGetsInAndWithItsOwnBackAllIsWell() {
        var panel = new HandPanel(new PdSpec(0, KEY));
        panel.pd.wrongKey(OTHER);
        assertThat(panel.open(KEY)).isFalse();
        panel.pd.wrongKey(null);
        assertThat(panel.open(KEY)).isTrue();
    }

    @Test
    void plainOnlyItKnowsNothingOfSecurity() {
        var panel = new HandPanel(new PdSpec(0, KEY));
        assertThat(panel.open(KEY)).isTrue();
        panel.pd.plainOnly(true);
        assertThat(panel.open(KEY)).isFalse();
        panel.restart();
        assertThat(security(panel)).isEqualTo(new Reply.Capability(9, 0, 0));
        assertThat(panel.ask(new Command.Poll())).isEqualTo(new Reply.Ack());
        panel.pd.plainOnly(false);
        assertThat(panel.open(KEY)).isTrue();
    }
}
