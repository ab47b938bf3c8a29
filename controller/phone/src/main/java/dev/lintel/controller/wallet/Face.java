package dev.lintel.controller.wallet;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/// What a pass shows, whatever the wallet. Immutable; it holds the number that opens doors.
///
/// @param serial as wallets name it
/// @param token what it shows to this box
/// @param place whose doors it opens
/// @param person whose it is; empty: nobody's any more
/// @param number what its code says; null: it is void
/// @param changedAtMs when any of it last changed
record Face(
        String serial,
        String token,
        String place,
        String person,
        @Nullable Long number,
        long changedAtMs) {
    boolean isVoid() {
        return number == null;
    }

    /// The same as the wallets ask for it.
    Face of(String shownToken, long changed) {
        return new Face(serial, shownToken, place, person, number, changed);
    }

    /// Differs when something that wallets show differs.
    String hash() {
        try {
            String shown = place + "\n" + person + "\n" + number;
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(shown.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /// Neither number nor token.
    @Override
    public String toString() {
        return "Face[" + serial + "]";
    }
}
