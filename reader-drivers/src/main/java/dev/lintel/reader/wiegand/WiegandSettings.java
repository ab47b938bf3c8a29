package dev.lintel.reader.wiegand;

import dev.lintel.reader.format.CardFormats;
import dev.lintel.reader.keypad.Keypad;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a reader sends, as its configuration tells it.
///
/// @param keypad null where it has none: then short frames are cards
/// @param formats its cards'; only hints are drawn from them here
public record WiegandSettings(@Nullable Keypad keypad, CardFormats formats) {
    /// Cards of which nothing is known: no hint can be drawn from what they hold.
    public static WiegandSettings anyCard(@Nullable Keypad keypad) {
        return new WiegandSettings(keypad, CardFormats.of(List.of(), true));
    }
}
