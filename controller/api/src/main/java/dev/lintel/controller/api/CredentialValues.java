package dev.lintel.controller.api;

import dev.lintel.controller.access.DuressPin;
import dev.lintel.controller.http.Errors;
import dev.lintel.controller.store.AccountStore;
import dev.lintel.controller.store.CredentialStore;
import dev.lintel.controller.store.CredentialType;
import dev.lintel.controller.store.Sql;
import java.security.SecureRandom;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads and makes credential values. Inside the transaction that will write them.
final class CredentialValues {
    /// Makes the service choose a PIN.
    private static final String GENERATE = PinView.MASK;
    /// Random tries for a PIN; with half of all PINs in use each fails once in two, so a hundred in a row never do.
    private static final int TRIES_MAX = 100;

    private final SecureRandom random = new SecureRandom();

    /// What was entered.
    ///
    /// @param freed credentials that may have the value already: the same transaction changes or removes them
    /// @param chosen values that the same request gives to others, among which this one is to be unique as well
    /// @param field under which faults are told
    record Entered(@Nullable String text, Set<Long> freed, Set<Long> chosen, String field) {
        Entered {
            freed = Set.copyOf(freed);
            chosen = Set.copyOf(chosen);
        }

        /// A request's only one; `exceptId` is the credential that is changed, 0 for none.
        Entered(@Nullable String text, long exceptId, String field) {
            this(text, Set.of(exceptId), Set.of(), field);
        }

        private boolean taken(Sql sql, CredentialType type, long number) {
            if (chosen.contains(number)) return true;
            Long holder = CredentialStore.holder(sql, type, number);
            return holder != null && !freed.contains(holder);
        }
    }

    /// The value as a number, checked for form, range and being free; null when it is wrong, which is then in
    /// `errors`.
    @Nullable
    Long read(Sql sql, CredentialType type, Entered entered, Errors errors) {
        String text = entered.text;
        String field = entered.field;
        String value = text == null ? "" : text.strip();
        if (value.isEmpty()) {
            errors.add(field, Errors.BLANK);
            return null;
        }
        if (type.isPin() && value.equals(GENERATE)) return generate(sql, type, entered, errors);
        Long number = digits(value);
        if (number == null || (type.isPin() && value.startsWith("0"))) { // typed as it is: 04711 is not 4711
            errors.add(field, Errors.INVALID);
        } else if (number < type.valueMin() || number > type.valueMax()) {
            errors.add(field, Errors.range(type.valueMin(), type.valueMax()));
        } else if (entered.taken(sql, type, number)) {
            if (type.isPin() && AccountStore.arePinsMasked(sql)) errors.addTakenPin(field);
            else errors.add(field, Errors.TAKEN);
        } else {
            return number;
        }
        return null;
    }

    /// Whether the text is a value that a credential of the type may have, whether or not it is free.
    static boolean isValue(CredentialType type, String text) {
        Long number = digits(text);
        boolean typed = !text.isEmpty() && !(type.isPin() && text.startsWith("0"));
        return typed && number != null && number >= type.valueMin() && number <= type.valueMax();
    }

    /// Decimal digits as a number; more than fit count as too large, anything else gives null.
    private static @Nullable Long digits(String text) {
        for (int i = 0; i < text.length(); i++) if (text.charAt(i) < '0' || text.charAt(i) > '9') return null;
        String significant = text.replaceFirst("^0+(?=.)", "");
        return significant.length() > 18 ? (Long) Long.MAX_VALUE : Long.valueOf(significant);
    }

    private @Nullable Long generate(Sql sql, CredentialType type, Entered entered, Errors errors) {
        for (int i = 0; i < 2 * TRIES_MAX; i++) {
            long pin = random.nextLong(type.valueMin(), type.valueMax() + 1);
            if (trivial(Long.toString(pin)) || isTaken(sql, type, pin, entered)) continue;
            // One that is another's PIN under duress only where so many PINs are in use that no other was found.
            if (i >= TRIES_MAX || !isNextToAnother(sql, type, pin, entered)) return pin;
        }
        for (long pin = type.valueMin(); pin <= type.valueMax(); pin++) {
            if (!trivial(Long.toString(pin)) && !isTaken(sql, type, pin, entered)) return pin;
        }
        errors.add(entered.field, "cannot be generated: every PIN is in use");
        return null;
    }

    /// Whether somebody's PIN is the one that is typed under duress in place of this, or the other way round.
    private static boolean isNextToAnother(Sql sql, CredentialType type, long pin, Entered entered) {
        return isTaken(sql, type, DuressPin.of(pin), entered) || isTaken(sql, type, DuressPin.meant(pin), entered);
    }

    /// By anybody at all: who asks for another PIN gets another one.
    private static boolean isTaken(Sql sql, CredentialType type, long pin, Entered entered) {
        return entered.chosen.contains(pin) || CredentialStore.holder(sql, type, pin) != null;
    }

    /// 1111, 1234, 4321, 1212 and their like: what a stranger tries first.
    static boolean trivial(String pin) {
        if (pin.charAt(0) == pin.charAt(2) && pin.charAt(1) == pin.charAt(3)) return true;
        int step = pin.charAt(1) - pin.charAt(0);
        if (step < -1 || step > 1) return false;
        for (int i = 2; i < pin.length(); i++) if (pin.charAt(i) - pin.charAt(i - 1) != step) return false;
        return true;
    }
}
