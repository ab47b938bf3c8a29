package dev.lintel.controller.access;

import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// People, credentials and rights in memory.
final class TestRights implements Rights {
    static final int CARD = 200;
    static final int PIN = 10;
    static final int MOBILE = 800;
    static final int PASS = 1001;

    final Map<Long, Holder> cards = new HashMap<>();
    final Map<Long, Holder> pins = new HashMap<>();
    final Map<Long, Holder> phones = new HashMap<>();
    final Map<Long, Holder> people = new HashMap<>();
    final Map<Long, Long> secondPins = new HashMap<>();
    Limits secondPinLimits = Limits.NONE;
    /// Thrown for each card.
    @Nullable
    RuntimeException broken;

    final Map<Long, List<Right>> rights = new HashMap<>();

    /// Ada's card or PIN, with nothing wrong with it.
    static Holder ada(int typeCode) {
        return holder(1, typeCode, Validity.FULL);
    }

    /// What may be wrong with a credential and its person.
    ///
    /// @param from first day of validity, or null
    /// @param to last day of validity, or null
    record Validity(
            boolean active,
            boolean enabled,
            @Nullable String from,
            @Nullable String to) {
        static final Validity FULL = new Validity(true, true, null, null);
    }

    static Holder holder(long personId, int typeCode, Validity validity) {
        return new Holder(
                70 + personId,
                validity.active(),
                typeCode == PIN ? "PIN" : "Card",
                typeCode,
                "",
                personId,
                personId == 1 ? "Ada Demo" : "Ben Demo",
                validity.enabled(),
                validity.from() == null ? null : LocalDate.parse(validity.from()),
                validity.to() == null ? null : LocalDate.parse(validity.to()),
                false,
                false);
    }

    /// Ada's, in that wallet.
    static Holder pass(String wallet) {
        return new Holder(71L, true, "Wallet pass", PASS, wallet, 1, "Ada Demo", true, null, null, false, false);
    }

    /// The same with limits of the credential.
    static Holder limited(Holder holder, Limits limits) {
        return new Holder(
                holder.credentialId(),
                holder.credentialActive(),
                holder.credentialType(),
                holder.typeCode(),
                holder.wallet(),
                holder.personId(),
                holder.personName(),
                holder.enabled(),
                holder.validFrom(),
                holder.validTo(),
                holder.extendedUnlock(),
                holder.firstResponder(),
                limits);
    }

    static Holder responder(Holder holder) {
        return new Holder(
                holder.credentialId(),
                holder.credentialActive(),
                holder.credentialType(),
                holder.typeCode(),
                holder.wallet(),
                holder.personId(),
                holder.personName(),
                holder.enabled(),
                holder.validFrom(),
                holder.validTo(),
                true,
                true);
    }

    @Override
    public @Nullable Holder card(long number) {
        if (broken != null) throw broken;
        return cards.get(number);
    }

    @Override
    public @Nullable Holder pin(long number) {
        return pins.get(number);
    }

    @Override
    public @Nullable Holder credential(long id) {
        return phones.get(id);
    }

    @Override
    public @Nullable Holder person(long personId) {
        return people.get(personId);
    }

    @Override
    public @Nullable SecondPin secondPin(long personId) {
        Long pin = secondPins.get(personId);
        return pin == null ? null : new SecondPin(pin, secondPinLimits);
    }

    @Override
    public List<Right> at(long personId, long channelId) {
        return rights.getOrDefault(channelId, List.of());
    }
}
