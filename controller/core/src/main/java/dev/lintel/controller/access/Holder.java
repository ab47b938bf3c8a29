package dev.lintel.controller.access;

import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/// The person a presented number belongs to, with what a decision needs of both.
///
/// @param credentialId null when nothing was shown: a question about the person
/// @param credentialActive false for a credential that was revoked, or is not taken yet
/// @param credentialType its label
/// @param typeCode its class, such as 200 for a card
/// @param wallet that a pass is in, `apple` or `google`; empty for everything else
/// @param validFrom first day of validity in the account's zone, or null
/// @param validTo last day of validity in the account's zone, or null
/// @param extendedUnlock the person needs the longer unlock time
/// @param firstResponder the person passes lockdown
/// @param limits of the credential; [Limits#NONE] when nothing was shown
public record Holder(
        @Nullable Long credentialId,
        boolean credentialActive,
        String credentialType,
        int typeCode,
        String wallet,
        long personId,
        String personName,
        boolean enabled,
        @Nullable LocalDate validFrom,
        @Nullable LocalDate validTo,
        boolean extendedUnlock,
        boolean firstResponder,
        Limits limits) {
    private static final int VENDOR_MOBILE = 800;
    private static final int WALLET_PASS = 1001;

    /// With a credential without limits.
    public Holder(
            @Nullable Long credentialId,
            boolean credentialActive,
            String credentialType,
            int typeCode,
            String wallet,
            long personId,
            String personName,
            boolean enabled,
            @Nullable LocalDate validFrom,
            @Nullable LocalDate validTo,
            boolean extendedUnlock,
            boolean firstResponder) {
        this(
                credentialId,
                credentialActive,
                credentialType,
                typeCode,
                wallet,
                personId,
                personName,
                enabled,
                validFrom,
                validTo,
                extendedUnlock,
                firstResponder,
                Limits.NONE);
    }

    /// The same person at another door of one entry: the number of entries does not count there.
    Holder withoutEntries() {
        return new Holder(
                credentialId,
                credentialActive,
                credentialType,
                typeCode,
                wallet,
                personId,
                personName,
                enabled,
                validFrom,
                validTo,
                extendedUnlock,
                firstResponder,
                limits.withoutEntries());
    }

    boolean byPhone() {
        return typeCode == VENDOR_MOBILE || byWallet();
    }

    /// A pass in a phone's wallet shows its number as a code.
    boolean byWallet() {
        return typeCode == WALLET_PASS;
    }

    /// Whether the validity of the person or the credential begins or ends at all.
    boolean dated() {
        return validFrom != null || validTo != null || limits.isTimed();
    }
}
