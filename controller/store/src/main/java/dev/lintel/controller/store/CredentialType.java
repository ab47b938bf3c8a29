package dev.lintel.controller.store;

/// A kind of credential, such as a card or a PIN.
///
/// @param slug names it as a field of the person
/// @param code its class: see the specification's table
public record CredentialType(long id, String label, String slug, int code) {
    public static final int PIN = 10;
    public static final int MULTI_FACTOR_PIN = 11;
    public static final int EM_PROX = 181;
    public static final int MIFARE = 200;
    public static final int DESFIRE = 203;
    public static final int VENDOR_MOBILE = 800;
    public static final int WALLET_PASS = 1001;

    /// Whether its value is a number on a card or fob: unique across all such types.
    public boolean isCard() {
        return code == EM_PROX || code == MIFARE || code == DESFIRE;
    }

    public boolean isPin() {
        return code == PIN || code == MULTI_FACTOR_PIN;
    }

    /// Whether it is a pass in a phone's wallet, whose number nobody is told.
    public boolean isPass() {
        return code == WALLET_PASS;
    }

    /// Whether it has a value at all; mobile types have none.
    public boolean hasValue() {
        return isCard() || isPin();
    }

    /// The smallest value, as a number.
    public long valueMin() {
        return isPin() ? 1_000 : 1;
    }

    /// The largest value, as a number: what the type's bits hold.
    public long valueMax() {
        return switch (code) {
            case PIN -> 32_767;
            case MULTI_FACTOR_PIN -> 9_999;
            case EM_PROX -> (1L << 40) - 1;
            case MIFARE -> (1L << 32) - 1;
            case DESFIRE -> (1L << 56) - 1;
            default -> 0;
        };
    }
}
