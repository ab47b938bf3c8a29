package dev.lintel.controller.reference;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What came of a case, as far as anybody would notice. Immutable.
///
/// @param word `admitted`, `admitted duress`, `awaiting`, or why not
/// @param person whose it was
/// @param floors at an elevator: those permitted
/// @param responder lockdown was passed by a first responder
/// @param misplaced passback is broken, and only told of
/// @param area the area that is entered; empty where areas have no names
/// @param noted reasons that bar nobody here; but the clock, which is noted for what might have held beside
/// @param wrongPin whether it counts towards the keypad's rest
record Answer(
        String word,
        @Nullable Long person,
        @Nullable Long credential,
        List<Long> floors,
        boolean responder,
        boolean misplaced,
        String area,
        Set<String> noted,
        boolean wrongPin) {
    static Answer rejected(String word, @Nullable Long person, @Nullable Long credential, boolean wrongPin) {
        return new Answer(word, person, credential, List.of(), false, false, "", Set.of(), wrongPin);
    }
}
