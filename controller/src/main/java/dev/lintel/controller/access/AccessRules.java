package dev.lintel.controller.access;

import dev.lintel.reader.CardNumber;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Decides who may pass. Pure but for what it reads: the same rights, policy and instant give the same answer. Runs
/// on the decision thread.
public final class AccessRules {
    private final Rights rights;

    public AccessRules(Rights rights) {
        this.rights = rights;
    }

    /// A card or fob at a channel. `number` is null when none of the reader's formats fits its bits.
    public Decision card(@Nullable CardNumber number, long channelId, Instant at, AccessPolicy policy) {
        Holder holder = number == null || number.value() == CardNumber.TOO_LARGE ? null : rights.card(number.value());
        if (holder == null) return new Decision.Rejected(Reason.UNKNOWN_CARD, null);
        return holder(holder, channelId, at, policy);
    }

    /// A PIN alone at a channel; `digits` are 0-9 only. No PIN begins with 0: 04711 is not 4711.
    public Decision pin(String digits, long channelId, Instant at, AccessPolicy policy) {
        Holder holder = digits.startsWith("0") ? null : rights.pin(Long.parseLong(digits));
        if (holder == null) return new Decision.Rejected(Reason.UNKNOWN_PIN, null);
        return holder(holder, channelId, at, policy);
    }

    private Decision holder(Holder holder, long channelId, Instant at, AccessPolicy policy) {
        if (!holder.credentialActive()) return new Decision.Rejected(Reason.CREDENTIAL_DISABLED, holder);
        if (!holder.enabled()) return new Decision.Rejected(Reason.PERSON_DISABLED, holder);

        LocalDate today = at.atZone(policy.accountZone()).toLocalDate();
        if (holder.validFrom() != null && today.isBefore(holder.validFrom())) {
            return new Decision.Rejected(Reason.PERSON_NOT_YET_VALID, holder);
        }
        if (holder.validTo() != null && today.isAfter(holder.validTo())) {
            return new Decision.Rejected(Reason.PERSON_EXPIRED, holder);
        }

        List<Right> here = rights.at(holder.personId(), channelId);
        if (here.isEmpty()) return new Decision.Rejected(Reason.NO_PERMISSION, holder);
        for (Right right : here) {
            Long shift = right.shiftId();
            if (shift == null || policy.covers(shift, channelId, at)) return new Decision.Admitted(holder, right);
        }
        return new Decision.Rejected(Reason.OUT_OF_HOURS, holder);
    }
}
