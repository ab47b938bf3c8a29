package dev.lintel.controller.api;

import dev.lintel.controller.store.CredentialStore;
import dev.lintel.controller.store.CredentialType;
import dev.lintel.controller.store.Sql;
import java.security.SecureRandom;
import org.jspecify.annotations.Nullable;

/// Reads and makes credential values. Inside the transaction that will write them.
final class CredentialValues {
    /// Makes the service choose a PIN.
    private static final String GENERATE = "******";
    /// Random tries for a PIN; with half of all PINs in use each fails once in two, so a hundred in a row never do.
    private static final int TRIES_MAX = 100;

    private final SecureRandom random = new SecureRandom();

    /// What was entered.
    ///
    /// @param exceptId the credential that may have the value already, being changed; 0 for none
    /// @param field under which faults are told
    record Entered(@Nullable String text, long exceptId, String field) {}

    /// The value as a number, checked for form, range and being free; null when it is wrong, which is then in
    /// `errors`.
    @Nullable
    Long read(Sql sql, CredentialType type, Entered entered, Errors errors) {
        String text = entered.text;
        String field = entered.field;
        long exceptId = entered.exceptId;
        String value = text == null ? "" : text.strip();
        if (value.isEmpty()) {
            errors.add(field, Errors.BLANK);
            return null;
        }
        if (type.isPin() && value.equals(GENERATE)) return generate(sql, type, field, errors);
        Long number = digits(value);
        if (number == null || (type.isPin() && value.startsWith("0"))) { // typed as it is: 04711 is not 4711
            errors.add(field, Errors.INVALID);
        } else if (number < type.valueMin() || number > type.valueMax()) {
            errors.add(field, Errors.range(type.valueMin(), type.valueMax()));
        } else if (CredentialStore.taken(sql, type, number, exceptId)) {
            errors.add(field, Errors.TAKEN);
        } else {
            return number;
        }
        return null;
    }

    /// Decimal digits as a number; more than fit count as too large, anything else gives null.
    private static @Nullable Long digits(String text) {
        for (int i = 0; i < text.length(); i++) if (text.charAt(i) < '0' || text.charAt(i) > '9') return null;
        String significant = text.replaceFirst("^0+(?=.)", "");
        return significant.length() > 18 ? (Long) Long.MAX_VALUE : Long.valueOf(significant);
    }

    private @Nullable Long generate(Sql sql, CredentialType type, String field, Errors errors) {
        for (int i = 0; i < TRIES_MAX; i++) {
            long pin = random.nextLong(type.valueMin(), type.valueMax() + 1);
            if (!trivial(Long.toString(pin)) && !CredentialStore.taken(sql, type, pin, 0)) return pin;
        }
        for (long pin = type.valueMin(); pin <= type.valueMax(); pin++) {
            if (!trivial(Long.toString(pin)) && !CredentialStore.taken(sql, type, pin, 0)) return pin;
        }
        errors.add(field, "cannot be generated: every PIN is in use");
        return null;
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
