package dev.lintel.reader.osdp;

import static dev.lintel.reader.osdp.BusBench.S;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.reader.Bytes;
import dev.lintel.reader.osdp.BusStatistics.PdStatistics;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Why a PD is offline although it answers, as its statistics say.
class OfflineReasonTest {
    private static final Scbk KEY = Scbk.ofHex("4d1f02a7be936c58d02e75fb19a48c33");
    private static final Scbk OTHER = Scbk.ofHex("b7c3590e62fa1d8844e19b3075cd2a6f");
    private static final String RESET = "it was reset to its factory key: pair it again";

    private final BusBench bench = new BusBench(List.of(new PdKey(5, KEY)));

    /// From now on the PD proves this key, and nothing else.
    private void proves(Scbk key) {
        bench.pds.put(5, f -> {
            Bytes rndA = Bytes.ofHex("0102030405060708");
            Bytes rndB = Bytes.ofHex("1112131415161718");
            Bytes proof = new SessionKeys(key, rndA).pdCryptogram(rndA, rndB);
            Bytes payload = new Reply.ClientCryptogram(rndB, rndB, proof).payload();
            return OsdpCodec.encodeMarked(OsdpFrame.reply(5, f.sequence(), true, payload)
                    .withBlock(SecureBlock.SCS_12, SecureBlock.keyOf(KEY)));
        });
    }

    private PdStatistics pd() {
        return bench.bus.pds().getFirst();
    }

    @Test
    void aReaderWithAnotherKeyAndOneThatWasResetAreToldApart() {
        assertThat(pd().insecureWhy()).isEmpty();
        assertThat(pd().offlineWhy()).isEmpty();
        proves(OTHER);
        bench.run(5 * S);
        assertThat(pd().insecureWhy()).isEqualTo("it has another key");
        assertThat(pd().offlineWhy()).isEqualTo("it has another key");
        proves(Scbk.standard());
        bench.run(5 * S);
        assertThat(pd().insecureWhy()).isEqualTo(RESET);
        assertThat(pd().offlineWhy()).isEqualTo(RESET);
    }

    @Test
    void aReaderThatDoesNotAnswerAnyMoreHasOnlyALastReason() {
        proves(Scbk.standard());
        bench.run(5 * S);
        bench.pds.remove(5);
        bench.run(10 * S);
        assertThat(pd().insecureWhy()).isEqualTo(RESET);
        assertThat(pd().offlineWhy()).isEmpty();
    }

    @Test
    void aReaderThatIsNotConnectedToItsPdIsNamedUntilThePdIsSilent() {
        var plain = new BusBench(5);
        plain.pds.put(
                5,
                f -> f.code() == Command.RSTAT
                        ? BusBench.reply(f, new Reply.ReaderStatus(Bytes.of(1)))
                        : BusBench.polite(f));
        plain.run(5 * S);
        assertThat(plain.bus.pds().getFirst().offlineWhy()).isEqualTo("it says that its reader is not connected");
        plain.pds.remove(5);
        plain.run(10 * S);
        assertThat(plain.bus.pds().getFirst().offlineWhy()).isEmpty();
    }
}
