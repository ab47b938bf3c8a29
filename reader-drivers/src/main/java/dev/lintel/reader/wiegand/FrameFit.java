package dev.lintel.reader.wiegand;

import dev.lintel.reader.CardBits;
import dev.lintel.reader.format.CardFormat;
import dev.lintel.reader.keypad.Keypad;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Whether bits keep the rules of the formats that a reader is said to send, as they are and with 0 and 1 exchanged.
/// Pure; any thread.
final class FrameFit {
    private final @Nullable Keypad keypad;
    private final List<CardFormat> ruled;

    FrameFit(WiegandSettings settings) {
        keypad = settings.keypad();
        // A format without a rule takes anything of its length: nothing can be told from it.
        ruled = settings.formats().layouts().stream().filter(FrameFit::hasRule).toList();
    }

    /// What became of the check.
    enum Verdict {
        /// No format of that length has a rule.
        UNKNOWN,
        FITS,
        /// Only with D0 and D1 exchanged.
        FITS_INVERTED,
        FITS_NEITHER
    }

    /// Of a frame that was handed on as a card.
    Verdict card(WiegandBurst burst) {
        boolean known = ruled.stream().anyMatch(format -> format.bits() == burst.edges());
        if (!known) return Verdict.UNKNOWN;
        if (fits(burst.bits())) return Verdict.FITS;
        return fits(burst.inverted()) ? Verdict.FITS_INVERTED : Verdict.FITS_NEITHER;
    }

    /// Of a frame as long as a key's that is no key.
    Verdict noKey(WiegandBurst burst) {
        boolean inverted = keypad != null && keypad.read(CardBits.of(burst.inverted())) instanceof Keypad.Frame.Keys;
        return inverted ? Verdict.FITS_INVERTED : Verdict.FITS_NEITHER;
    }

    private boolean fits(String bits) {
        CardBits card = CardBits.of(bits);
        return ruled.stream().anyMatch(format -> format.fields(card) != null);
    }

    private static boolean hasRule(CardFormat format) {
        return !format.parities().isEmpty() || !format.fixed().isEmpty();
    }
}
