package dev.lintel.reader.serialcard;

import java.util.LinkedHashMap;
import java.util.Map;

/// What a serial reader speaks.
public enum SerialProtocol {
    RDM6300("rdm6300", true),
    ID12LA("id12la", false),
    STX_BCC("stx-bcc", false),
    DECIMAL("decimal", false),
    HEX("hex", false),
    QR("qr", false);

    private final String word;
    private final boolean repeats;

    SerialProtocol(String word, boolean repeats) {
        this.word = word;
        this.repeats = repeats;
    }

    /// The word in the configuration.
    public String word() {
        return word;
    }

    /// Whether such readers send a card again and again while it lies there: then a frame that comes only once is a
    /// ghost. RDM6300 modules make such frames up with no card near, and their checksum holds.
    public boolean repeats() {
        return repeats;
    }

    /// All of them by their words.
    public static Map<String, SerialProtocol> byWord() {
        Map<String, SerialProtocol> words = new LinkedHashMap<>();
        for (SerialProtocol protocol : values()) words.put(protocol.word, protocol);
        return words;
    }

    FrameParser parser() {
        return switch (this) {
            case RDM6300, ID12LA -> new Em4100Frames();
            case STX_BCC -> new StxBccFrames();
            case DECIMAL -> new LineFrames(CardLines::decimal);
            case HEX -> new LineFrames(CardLines::hex);
            case QR -> new LineFrames(CardLines::text);
        };
    }
}
