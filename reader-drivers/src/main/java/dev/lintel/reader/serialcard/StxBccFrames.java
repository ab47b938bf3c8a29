package dev.lintel.reader.serialcard;

import dev.lintel.reader.Bytes;
import dev.lintel.reader.CardBits;

/// Binary frames with their length and a check byte.
///
/// ```
///   offset   0     1                   2      3 .. n-3        n-2                   n-1
///          | STX | LEN: whole frame  | TYPE | serial number | BCC: XOR of 1 .. n-3 | ETX |
///          | 02h | n, 8 to 37        |      |               |                      | 03h |
/// ```
///
/// Any byte may be an STX: so what does not hold at one is looked for again at the next byte.
final class StxBccFrames implements FrameParser {
    static final int OVERHEAD_BYTES = 5;
    /// The shortest number that readers cut a card to.
    static final int SERIAL_BYTES_MIN = 3;

    static final int SERIAL_BYTES_MAX = CardBits.BITS_MAX / 8;

    private static final int STX = 0x02;
    private static final int ETX = 0x03;
    private static final int FRAME_BYTES_MIN = OVERHEAD_BYTES + SERIAL_BYTES_MIN;
    private static final int FRAME_BYTES_MAX = OVERHEAD_BYTES + SERIAL_BYTES_MAX;

    private final byte[] buffer = new byte[FRAME_BYTES_MAX];
    private int filled;

    @Override
    public void feed(int value, Findings findings) {
        buffer[filled++] = (byte) value; // scan() left room: less than one frame
        scan(findings);
    }

    /// What looked like a start was none, or its frame is lost; a whole frame may stand behind it.
    @Override
    public void silence(Findings findings) {
        if (filled == 0) return;
        findings.refuse(FrameFault.CUT_SHORT);
        while (filled > 0) {
            noise(findings);
            scan(findings);
        }
    }

    @Override
    public boolean waiting() {
        return filled > 0;
    }

    private void scan(Findings findings) {
        while (filled > 0) {
            if (buffer[0] != STX) {
                noise(findings);
                continue;
            }
            if (filled == 1) return;
            int length = buffer[1] & 0xFF;
            if (length < FRAME_BYTES_MIN || length > FRAME_BYTES_MAX) {
                findings.refuse(FrameFault.LENGTH);
                noise(findings);
                continue;
            }
            if (filled < length) return;
            finish(length, findings);
        }
    }

    private void finish(int length, Findings findings) {
        if (buffer[length - 1] != ETX) {
            findings.refuse(FrameFault.NO_END);
            noise(findings);
            return;
        }
        int check = 0;
        for (int i = 1; i < length - 1; i++) check ^= buffer[i];
        Bytes serial = Bytes.copyOf(buffer, 3, length - 2);
        drop(length); // start, length and end agree: it was a frame, whatever its check byte says
        if (check == 0) findings.frame(new CardFrame.Card(CardBits.ofLeftJustified(serial, serial.size() * 8)));
        else findings.refuse(FrameFault.CHECKSUM);
    }

    private void noise(Findings findings) {
        findings.noise(1);
        drop(1);
    }

    private void drop(int count) {
        filled -= count;
        System.arraycopy(buffer, count, buffer, 0, filled);
    }
}
