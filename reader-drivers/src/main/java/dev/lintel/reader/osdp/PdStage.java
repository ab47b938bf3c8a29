package dev.lintel.reader.osdp;

/// How far a PD's bring-up is: one command a stage, in this order.
enum PdStage {
    CHLNG,
    SCRYPT,
    /// Only while the PD is given a new key.
    KEYSET,
    ID,
    CAP,
    LSTAT,
    ISTAT,
    RSTAT,
    READY;

    PdStage next() {
        return switch (this) {
            case CHLNG -> SCRYPT;
            case SCRYPT, KEYSET -> ID;
            case ID -> CAP;
            case CAP -> LSTAT;
            case LSTAT -> ISTAT;
            case ISTAT -> RSTAT;
            case RSTAT, READY -> READY;
        };
    }
}
