package dev.lintel.sim.pd;

/// What sets one reader apart from another: how it was delivered, and what its maker made of the standard.
public enum PdTrait {
    /// Delivered without a key of its own: takes SCBK-D, and plain commands, until the first KEYSET.
    INSTALL_MODE,
    /// Takes SCBK-D beside its own key for ever: an open door that some readers have.
    STANDARD_KEY_STAYS,
    /// Answers plain commands although it has a key.
    PLAIN_TOO,
    /// Has dropped its session before it acknowledges KEYSET, as readers of one large maker do.
    KEYSET_ACK_IN_CLEAR,
    /// Keeps its key in memory that a restart empties: afterwards it is as it was delivered.
    KEYS_LOST_ON_RESTART,
    /// Answers a CHLNG about a key that it has not with the key that it has, or with zeros, as libosdp does.
    ANY_CHALLENGE_ANSWERED,
    /// Sends no mark byte before its frames.
    NO_MARK,
    /// Checks its replies by CRC even where the command had a checksum.
    CRC_ALWAYS,
    /// Knows no CRC: answers frames that have one with NAK 1.
    CHECKSUM_ONLY,
    /// Answers OUT with ACK, not with the state of its outputs.
    OUT_ACKNOWLEDGED
}
