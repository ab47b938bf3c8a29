package dev.lintel.reader.osdp;

/// The security block's types and what its data say. 11..14 are the handshake, 15..18 the traffic of a session.
public final class SecureBlock {
    public static final int SCS_11 = 0x11;
    public static final int SCS_12 = 0x12;
    public static final int SCS_13 = 0x13;
    public static final int SCS_14 = 0x14;

    /// A command under a MAC, without data.
    public static final int SCS_15 = 0x15;

    /// A reply under a MAC, without data.
    public static final int SCS_16 = 0x16;

    /// A command under a MAC, its data encrypted.
    public static final int SCS_17 = 0x17;

    /// A reply under a MAC, its data encrypted.
    public static final int SCS_18 = 0x18;

    /// Data of SCS_11 to SCS_13: the handshake is about SCBK-D, or about the PD's own SCBK.
    public static final int KEY_STANDARD = 0;

    public static final int KEY_OWN = 1;

    /// Data of SCS_14.
    public static final int ACCEPTED = 1;

    public static final int REFUSED = 0xFF;

    /// At the end of every frame with SCS_15 to SCS_18.
    static final int MAC_BYTES = 4;

    private SecureBlock() {}

    /// Whether frames of this type end in a MAC.
    static boolean hasMac(int type) {
        return type >= SCS_15 && type <= SCS_18;
    }

    /// Whether the data of frames of this type are encrypted.
    static boolean encrypts(int type) {
        return type == SCS_17 || type == SCS_18;
    }

    static int keyOf(Scbk scbk) {
        return scbk.isStandard() ? KEY_STANDARD : KEY_OWN;
    }
}
