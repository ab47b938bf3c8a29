package dev.lintel.reader.serialcard;

import dev.lintel.reader.CardBits;
import java.math.BigInteger;

/// RDM6300 and ID-12LA/20LA: an EM4100's 40 bits in hex digits of either case.
///
/// ```
///   offset   0     1 .. 10          11, 12               13, 14      13 or 15
///          | STX | 5 bytes in hex | XOR of them in hex | CR and LF | ETX |
///          | 02h |                |                    | ID-12LA   | 03h |
/// ```
///
/// No digit is an STX: whatever came before, a frame begins at each.
final class Em4100Frames implements FrameParser {
    static final int STX = 0x02;
    static final int ETX = 0x03;
    static final int CARD_BYTES = 5;

    private static final int DIGITS = 2 * (CARD_BYTES + 1);
    private static final int CONTENT_BYTES_MAX = DIGITS + 2;

    private final byte[] content = new byte[CONTENT_BYTES_MAX];
    private int filled;
    private boolean inside;

    @Override
    public void feed(int value, Findings findings) {
        if (value == STX) {
            if (inside) findings.refuse(FrameFault.CUT_SHORT);
            inside = true;
            filled = 0;
        } else if (!inside) {
            findings.noise(1);
        } else if (value == ETX) {
            inside = false;
            finish(findings);
        } else if (filled == content.length) {
            inside = false;
            findings.refuse(FrameFault.TOO_LONG);
        } else {
            content[filled++] = (byte) value;
        }
    }

    @Override
    public void silence(Findings findings) {
        if (inside) findings.refuse(FrameFault.CUT_SHORT);
        inside = false;
    }

    @Override
    public boolean waiting() {
        return inside;
    }

    private void finish(Findings findings) {
        boolean lineEnd = filled == CONTENT_BYTES_MAX && content[DIGITS] == '\r' && content[DIGITS + 1] == '\n';
        if (filled != DIGITS && !lineEnd) {
            findings.refuse(FrameFault.LENGTH);
            return;
        }
        var bytes = new byte[CARD_BYTES];
        int check = 0;
        for (int i = 0; i <= CARD_BYTES; i++) {
            int high = Digits.hex(content[2 * i]);
            int low = Digits.hex(content[2 * i + 1]);
            if (high < 0 || low < 0) {
                findings.refuse(FrameFault.NOT_A_DIGIT);
                return;
            }
            check ^= high << 4 | low;
            if (i < CARD_BYTES) bytes[i] = (byte) (high << 4 | low);
        }
        if (check == 0) findings.frame(new CardFrame.Card(CardBits.ofNumber(new BigInteger(1, bytes), 40)));
        else findings.refuse(FrameFault.CHECKSUM);
    }
}
