package dev.lintel.reader.serialcard;

import dev.lintel.reader.Bytes;
import dev.lintel.reader.CardBits;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/// What a reader sends for a card: the other direction of [SerialFrames], for simulators and tests. A card of fewer
/// bits than the protocol has is sent with zeros before it, as its number.
public final class FrameWriter {
    /// The type byte that vendors give EM4100 cards.
    private static final int TYPE_EM = 0x02;

    private static final int EM_BITS = 8 * Em4100Frames.CARD_BYTES;

    private FrameWriter() {}

    /// Throws `IllegalArgumentException` in words when such a reader cannot read such a card.
    public static Bytes card(SerialProtocol protocol, CardBits card) {
        return switch (protocol) {
            case RDM6300 -> em4100(card, "");
            case ID12LA -> em4100(card, "\r\n");
            case STX_BCC -> stxBcc(card);
            case DECIMAL -> decimal(card);
            case HEX -> line(hex(card, Math.max(StxBccFrames.SERIAL_BYTES_MIN, (card.count() + 7) / 8)));
            case QR -> line(card.number().toString());
        };
    }

    /// A scanned code. Throws `IllegalArgumentException` when the text is not one line that a scanner sends.
    public static Bytes text(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length == 0 || bytes.length > LineFrames.LINE_BYTES_MAX) {
            throw new IllegalArgumentException("a code is 1 to " + LineFrames.LINE_BYTES_MAX + " bytes long");
        }
        var findings = new Findings();
        CardLines.text(bytes, findings);
        if (findings.take().isEmpty()) throw new IllegalArgumentException("a code has visible characters only");
        return line(text);
    }

    private static Bytes em4100(CardBits card, String lineEnd) {
        BigInteger number = card.number();
        if (number.bitLength() > EM_BITS) {
            throw new IllegalArgumentException("this reader reads cards of " + EM_BITS + " bits, not " + card.count());
        }
        String digits = hex(CardBits.ofNumber(number, EM_BITS), Em4100Frames.CARD_BYTES);
        Bytes bytes = Bytes.ofHex(digits);
        int check = 0;
        for (int i = 0; i < bytes.size(); i++) check ^= bytes.at(i);
        String content = digits + String.format(Locale.ROOT, "%02X", check) + lineEnd;
        return bytes((char) Em4100Frames.STX + content + (char) Em4100Frames.ETX);
    }

    private static Bytes stxBcc(CardBits card) {
        int size = Math.max(StxBccFrames.SERIAL_BYTES_MIN, (card.count() + 7) / 8);
        Bytes serial = CardBits.ofNumber(card.number(), 8 * size).leftJustified();
        var frame = new byte[size + StxBccFrames.OVERHEAD_BYTES];
        frame[0] = 0x02;
        frame[1] = (byte) frame.length;
        frame[2] = TYPE_EM;
        serial.copyTo(frame, 3);
        for (int i = 1; i < size + 3; i++) frame[size + 3] ^= frame[i];
        frame[size + 4] = 0x03;
        return Bytes.copyOf(frame);
    }

    private static Bytes decimal(CardBits card) {
        int digits = CardLines.digits(card.count());
        if (digits == 0) {
            throw new IllegalArgumentException("this reader prints cards of 64 bits at most, not " + card.count());
        }
        String number = card.number().toString();
        return line("0".repeat(digits - number.length()) + number);
    }

    private static String hex(CardBits card, int bytes) {
        String digits = card.number().toString(16).toUpperCase(Locale.ROOT);
        return "0".repeat(2 * bytes - digits.length()) + digits;
    }

    private static Bytes line(String text) {
        return bytes(text + "\r\n");
    }

    private static Bytes bytes(String text) {
        return Bytes.copyOf(text.getBytes(StandardCharsets.UTF_8));
    }
}
