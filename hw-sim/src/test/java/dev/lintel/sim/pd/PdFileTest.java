package dev.lintel.sim.pd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.reader.Bytes;
import dev.lintel.reader.osdp.Command;
import dev.lintel.reader.osdp.Reply;
import dev.lintel.reader.osdp.Reply.FileStatus;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A file on its way into a PD.
class PdFileTest {
    private static final byte[] FILE = file();
    private static final int PIECE = 100;

    private static byte[] file() {
        byte[] bytes = new byte[250];
        for (int i = 0; i < bytes.length; i++) bytes[i] = (byte) (i * 7);
        return bytes;
    }

    private static HandPanel panel(PdSettings.FileRules rules) {
        return new HandPanel(new PdSpec(0).with(PdSettings.USUAL.withFiles(rules)));
    }

    private static Command piece(int offset, int length) {
        return new Command.FileTransfer(1, FILE.length, offset, Bytes.copyOf(FILE, offset, offset + length));
    }

    private static Command nothing() {
        return new Command.FileTransfer(1, FILE.length, FILE.length, Bytes.EMPTY);
    }

    private static FileStatus ask(HandPanel panel, Command command) {
        return (FileStatus) panel.ask(command);
    }

    private static void sendPieces(HandPanel panel) {
        assertThat(ask(panel, piece(0, PIECE)).status()).isEqualTo(FileStatus.GO_ON);
        assertThat(ask(panel, piece(PIECE, PIECE)).status()).isEqualTo(FileStatus.GO_ON);
    }

    private static String digest() throws NoSuchAlgorithmException {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(FILE));
    }

    @Test
    void piecesInOrderBecomeTheFile() throws NoSuchAlgorithmException {
        HandPanel panel = panel(PdSettings.FileRules.USUAL);
        assertThat(panel.pd.fileDigest()).isNull();
        sendPieces(panel);
        assertThat(panel.pd.fileDigest()).isNull();
        assertThat(ask(panel, piece(200, 50)).status()).isEqualTo(FileStatus.PROCESSED);
        assertThat(panel.pd.fileDigest()).isEqualTo(digest());
        sendPieces(panel); // the same file again
        assertThat(ask(panel, piece(200, 50)).status()).isEqualTo(FileStatus.PROCESSED);
    }

    @Test
    void aPieceThatComesAgainIsThereAlready() throws NoSuchAlgorithmException {
        HandPanel panel = panel(PdSettings.FileRules.USUAL);
        sendPieces(panel);
        assertThat(ask(panel, piece(PIECE, PIECE)).status()).isEqualTo(FileStatus.GO_ON);
        assertThat(ask(panel, piece(200, 50)).status()).isEqualTo(FileStatus.PROCESSED);
        assertThat(ask(panel, piece(200, 50)).status()).isEqualTo(FileStatus.PROCESSED);
        assertThat(panel.pd.fileDigest()).isEqualTo(digest());
    }

    @ParameterizedTest
    @CsvSource({"150,50", "50,100", "240,10"})
    void aPieceInTheWrongPlaceEndsIt(int offset, int length) {
        HandPanel panel = panel(PdSettings.FileRules.USUAL);
        assertThat(ask(panel, piece(0, PIECE)).status()).isEqualTo(FileStatus.GO_ON);
        assertThat(ask(panel, piece(offset, length)).status()).isEqualTo(FileStatus.MALFORMED);
        assertThat(ask(panel, piece(PIECE, PIECE)).status()).isEqualTo(FileStatus.ABORTED);
    }

    @Test
    void whatIsNoFileIsRefused() {
        HandPanel panel = panel(PdSettings.FileRules.USUAL);
        var unknown = new Command.FileTransfer(2, 10, 0, Bytes.of(1));
        assertThat(ask(panel, unknown).status()).isEqualTo(FileStatus.UNRECOGNIZED);
        var longer = new Command.FileTransfer(1, 10, 8, Bytes.of(1, 2, 3));
        assertThat(ask(panel, longer).status()).isEqualTo(FileStatus.MALFORMED);
        var huge = new Command.FileTransfer(1, 0xFFFF_FFFFL, 0, Bytes.of(1));
        assertThat(ask(panel, huge).status()).isEqualTo(FileStatus.MALFORMED);
        assertThat(ask(panel, nothing()).status()).isEqualTo(FileStatus.ABORTED);
    }

    @Test
    void abortEndsIt() {
        HandPanel panel = panel(PdSettings.FileRules.USUAL);
        sendPieces(panel);
        assertThat(panel.ask(new Command.Abort())).isEqualTo(new Reply.Ack());
        assertThat(ask(panel, piece(200, 50)).status()).isEqualTo(FileStatus.ABORTED);
        assertThat(panel.pd.fileDigest()).isNull();
    }

    @Test
    void itAsksForTimeAndForOtherSizesAndFinishesWhenAsked() {
        HandPanel panel = panel(new PdSettings.FileRules(40, 300, 2, false));
        assertThat(ask(panel, piece(0, PIECE))).isEqualTo(new FileStatus(1, 40, FileStatus.GO_ON, 300));
        ask(panel, piece(PIECE, PIECE));
        assertThat(ask(panel, piece(200, 50)).status()).isEqualTo(FileStatus.FINISHING);
        assertThat(ask(panel, nothing()).status()).isEqualTo(FileStatus.FINISHING);
        assertThat(ask(panel, nothing())).isEqualTo(new FileStatus(1, 0, FileStatus.PROCESSED, 0));
    }

    @Test
    void firmwareRestartsTheReader() {
        HandPanel panel = panel(new PdSettings.FileRules(0, 0, 0, true));
        sendPieces(panel);
        assertThat(ask(panel, piece(200, 50)).status()).isEqualTo(FileStatus.REBOOTING);
        panel.restart();
        assertThat(panel.tell(new Command.Poll())).isNull();
        panel.nowNs += OsdpPd.RESTART_NS;
        assertThat(panel.ask(new Command.Poll())).isEqualTo(new Reply.Ack());
    }
}
