package dev.lintel.tools;

import dev.lintel.reader.CardBits;
import dev.lintel.reader.format.CardFormats;
import java.math.BigInteger;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/// What is presented: exactly one of these.
final class Presented {
    private static final int CARD_BITS = 32;
    private static final int FOB_BITS = 40;

    @Option(names = "--card", paramLabel = "N", description = "A card whose number N is sent as 32 raw bits.")
    @Nullable
    BigInteger card;

    @Option(names = "--fob", paramLabel = "N", description = "A fob whose number N is sent as 40 raw bits.")
    @Nullable
    BigInteger fob;

    @Option(names = "--bits", paramLabel = "0101...", description = "These bits, first sent first.")
    @Nullable
    String bits;

    @ArgGroup(exclusive = false)
    @Nullable
    Formatted formatted;

    @Option(names = "--pin", paramLabel = "P", description = "The digits P on the keypad, then #.")
    @Nullable
    String pin;

    @Option(names = "--qr", paramLabel = "TEXT", description = "This text as a code, at a code scanner.")
    @Nullable
    String qr;

    /// A card of a known format.
    static final class Formatted {
        @Option(names = "--format", required = true, paramLabel = "F", description = "The card's format: H10301, ...")
        @SuppressWarnings("NullAway.Init") // picocli sets it before call()
        String format;

        @Option(names = "--facility", paramLabel = "N", description = "Its facility code (default: 0).")
        long facility;

        @Option(names = "--number", required = true, paramLabel = "N", description = "Its number.")
        long number;
    }

    /// The request's `bits`, `text` or `keys`. Throws picocli's `ParameterException` when the values make none.
    Map<String, Object> asRequest(CommandLine line) {
        try {
            if (card != null)
                return Map.of("bits", CardBits.ofNumber(card, CARD_BITS).toString());
            if (fob != null)
                return Map.of("bits", CardBits.ofNumber(fob, FOB_BITS).toString());
            if (bits != null) return Map.of("bits", CardBits.of(bits).toString());
            if (formatted != null) {
                CardBits encoded = CardFormats.encode(formatted.format, formatted.facility, formatted.number);
                return Map.of("bits", encoded.toString());
            }
        } catch (IllegalArgumentException e) { // the bits' or the format's own words
            throw new ParameterException(line, String.valueOf(e.getMessage()));
        }
        if (qr != null) return Map.of("text", qr);
        if (pin == null) throw new IllegalStateException("picocli lets one of them through");
        if (!pin.matches("[0-9]{1,31}")) throw new ParameterException(line, "a PIN is 1 to 31 digits");
        return Map.of("keys", pin + "#");
    }
}
