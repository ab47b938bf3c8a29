package dev.lintel.sim.pd;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/// What sets one reader apart from another: how it was delivered, and what its maker made of the standard.
public enum PdTrait {
    INSTALL_MODE("Delivered without a key: takes SCBK-D, and plain commands, until the first KEYSET."),
    STANDARD_KEY_STAYS("Takes SCBK-D beside its own key for ever: an open door that some readers have."),
    PLAIN_TOO("Answers plain commands although it has a key."),
    KEYSET_ACK_IN_CLEAR("Has dropped its session before it acknowledges KEYSET, as readers of a large maker do."),
    KEYS_LOST_ON_RESTART("Keeps a key that it was given only until it restarts."),
    ANY_CHALLENGE_ANSWERED("Answers a CHLNG about a key that it has not with its own, or with zeros, as libosdp."),
    NO_MARK("Sends no mark byte before its frames."),
    CRC_ALWAYS("Checks its replies by CRC even where the command had a checksum."),
    CHECKSUM_ONLY("Knows no CRC: answers frames that have one with NAK 1."),
    OUT_ACKNOWLEDGED("Answers OUT with ACK, not with the state of its outputs."),
    COMSET_IN_SESSION("Takes COMSET only in a secure session, as the standard allows: else NAK 6.");

    private final String sentence;

    PdTrait(String sentence) {
        this.sentence = sentence;
    }

    /// Its name for people: small letters and `-`.
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /// What it means, for a help text.
    public String sentence() {
        return sentence;
    }

    /// The trait of that name. Throws `IllegalArgumentException` in words.
    public static PdTrait of(String word) {
        for (PdTrait trait : values()) if (trait.word().equals(word)) return trait;
        String known = Arrays.stream(values()).map(PdTrait::word).collect(Collectors.joining(", "));
        throw new IllegalArgumentException("unknown trait '" + word + "'; known are " + known);
    }
}
