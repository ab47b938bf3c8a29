package dev.lintel.controller.access;

import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/// The person a presented number belongs to, with what a decision needs of both.
///
/// @param credentialActive false for a credential that was revoked
/// @param validFrom first day of validity in the account's zone, or null
/// @param validTo last day of validity in the account's zone, or null
/// @param extendedUnlock the person needs the longer unlock time
public record Holder(
        long credentialId,
        boolean credentialActive,
        String credentialType,
        long personId,
        String personName,
        boolean enabled,
        @Nullable LocalDate validFrom,
        @Nullable LocalDate validTo,
        boolean extendedUnlock) {}
