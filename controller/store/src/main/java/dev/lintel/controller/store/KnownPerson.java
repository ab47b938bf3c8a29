package dev.lintel.controller.store;

import dev.lintel.controller.access.Holder;
import dev.lintel.controller.access.Limits;
import dev.lintel.controller.access.Rights.SecondPin;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/// One person in [RightsMemory], with credentials and rights. Each part has the generation in which it was read.
/// Guarded by the memory, which has its people in a ring: by the time at which something was last asked of them.
final class KnownPerson {
    /// Where something is not known, a generation or a number. Both are 0 or more otherwise.
    static final long UNKNOWN = -1;

    // What the parts take of the heap on a 64-bit JVM: compared with the heap by RightsMemoryTest.
    private static final int PERSON_BYTES = 80;
    private static final int HOLDER_BYTES = 56;
    private static final int NAME_BYTES = 48;
    private static final int CHARACTER_BYTES = 2;
    private static final int DATE_BYTES = 24;
    private static final int CREDENTIAL_BYTES = 52; // with its reference
    private static final int ARRAY_BYTES = 20;
    /// A kind of its own, limits, and all that they may have.
    private static final int LIMITS_BYTES = 264;

    private static final Credential[] NONE = {};

    /// What the credentials of many people have in common: one object for all of them that have no limits.
    record Kind(String type, int typeCode, String wallet, Limits limits) {
        boolean isShared() {
            return limits.isNone();
        }

        /// Without the limits, which are the same in all kinds that are looked up.
        @Override
        public int hashCode() {
            return 31 * type.hashCode() + typeCode;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Kind kind
                    && typeCode == kind.typeCode
                    && type.equals(kind.type)
                    && wallet.equals(kind.wallet)
                    && limits.equals(kind.limits);
        }
    }

    /// A credential of a person.
    ///
    /// @param number of the card or the PIN, or [#UNKNOWN]
    record Credential(
            KnownPerson person, Kind kind, long id, long number, boolean isPin, boolean active, long generation) {
        boolean hasCard() {
            return number != UNKNOWN && !isPin;
        }

        boolean hasPin() {
            return number != UNKNOWN && isPin;
        }

        Holder holder() {
            return person.holder(this);
        }
    }

    final long id;
    private @Nullable Holder holder; // without a credential
    private long holderGeneration = UNKNOWN;
    private long secondPin = UNKNOWN;
    private Limits secondPinLimits = Limits.NONE;
    private long secondPinGeneration = UNKNOWN;
    private Credential[] credentials = NONE;
    private PackedRights rights = PackedRights.NONE;
    private long wholeGeneration = UNKNOWN;
    private KnownPerson earlier = this;
    private KnownPerson later = this;

    KnownPerson(long id) {
        this.id = id;
    }

    /// The person with the next later question; after the ring's head comes the person with the oldest one.
    KnownPerson later() {
        return later;
    }

    /// Something was asked of this person now.
    void moveToEnd(KnownPerson head) {
        leaveRing();
        earlier = head.earlier;
        later = head;
        earlier.later = this;
        head.earlier = this;
    }

    void leaveRing() {
        earlier.later = later;
        later.earlier = earlier;
        earlier = this;
        later = this;
    }

    /// What all parts take of the heap, without places in tables.
    long bytes() {
        long bytes = PERSON_BYTES + rights.bytes();
        if (credentials.length > 0) bytes += ARRAY_BYTES + (long) credentials.length * CREDENTIAL_BYTES;
        for (Credential each : credentials) if (!each.kind.isShared()) bytes += LIMITS_BYTES;
        if (!secondPinLimits.isNone()) bytes += LIMITS_BYTES;
        if (holder == null) return bytes;
        bytes += HOLDER_BYTES + NAME_BYTES + (long) holder.personName().length() * CHARACTER_BYTES;
        if (holder.validFrom() != null) bytes += DATE_BYTES;
        return holder.validTo() == null ? bytes : bytes + DATE_BYTES;
    }

    /// The latest generation of a part.
    long newest() {
        long ofCredentials = Arrays.stream(credentials)
                .mapToLong(Credential::generation)
                .max()
                .orElse(UNKNOWN);
        return LongStream.of(holderGeneration, secondPinGeneration, ofCredentials, rights.newest())
                .max()
                .orElseThrow();
    }

    /// The generation in which all parts were read together.
    long wholeGeneration() {
        return wholeGeneration;
    }

    void whole(long generation) {
        wholeGeneration = generation;
    }

    /// @param found with or without a credential
    void put(Holder found, long generation) {
        if (generation < holderGeneration) return;
        holder = new Holder(
                null,
                true,
                "",
                0,
                "",
                id,
                found.personName(),
                found.enabled(),
                found.validFrom(),
                found.validTo(),
                found.extendedUnlock(),
                found.firstResponder());
        holderGeneration = generation;
    }

    RightsMemory.@Nullable Known holder(long generation) {
        return holderGeneration < generation || holder == null
                ? null
                : new RightsMemory.Known(holder, holderGeneration);
    }

    private Holder holder(Credential credential) {
        if (holder == null) throw new IllegalStateException("a credential is kept with its person");
        return new Holder(
                credential.id,
                credential.active,
                credential.kind.type,
                credential.kind.typeCode,
                credential.kind.wallet,
                id,
                holder.personName(),
                holder.enabled(),
                holder.validFrom(),
                holder.validTo(),
                holder.extendedUnlock(),
                holder.firstResponder(),
                credential.kind.limits);
    }

    Credential[] credentials() {
        return credentials;
    }

    void add(Credential credential) {
        credentials = Arrays.copyOf(credentials, credentials.length + 1);
        credentials[credentials.length - 1] = credential;
    }

    void remove(Credential credential) {
        credentials = Arrays.stream(credentials)
                .filter(each -> each.id != credential.id)
                .toArray(Credential[]::new);
    }

    void putSecondPin(@Nullable SecondPin pin, long generation) {
        if (generation < secondPinGeneration) return;
        secondPin = pin == null ? UNKNOWN : pin.number();
        secondPinLimits = pin == null ? Limits.NONE : pin.limits();
        secondPinGeneration = generation;
    }

    RightsMemory.@Nullable Known secondPin(long generation) {
        if (secondPinGeneration == UNKNOWN || secondPinGeneration < generation) return null;
        var pin = secondPin == UNKNOWN ? null : new SecondPin(secondPin, secondPinLimits);
        return new RightsMemory.Known(pin, secondPinGeneration);
    }

    void putRights(long door, PackedRights.AtDoor now) {
        PackedRights.AtDoor before = rights.at(door);
        if (before == null || before.generation() <= now.generation()) rights = rights.with(door, now);
    }

    RightsMemory.@Nullable Known rights(long door, long generation) {
        PackedRights.AtDoor known = rights.at(door);
        return known == null || known.generation() < generation
                ? null
                : new RightsMemory.Known(known.rights(), known.generation());
    }
}
