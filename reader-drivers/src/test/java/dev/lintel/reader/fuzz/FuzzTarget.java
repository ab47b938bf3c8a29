package dev.lintel.reader.fuzz;

import java.util.Locale;

/// Every parser of this module, with what it promises.
enum FuzzTarget {
    FRAMES,
    COMMANDS,
    REPLIES,
    SECURE_SESSION,
    HANDSHAKE,
    FOLLOWER,
    BUS,
    EDGES,
    SERIAL,
    CARDS,
    CUSTOM_FORMATS,
    EXPRESSIONS,
    KEYPADS,
    PINS;

    /// The folder of its corpus.
    String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static FuzzTarget of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT).replace('-', '_'));
    }

    /// Throws when a promise is broken.
    void run(byte[] input) {
        switch (this) {
            case FRAMES -> OsdpTargets.frames(input);
            case COMMANDS -> OsdpTargets.commands(input);
            case REPLIES -> OsdpTargets.replies(input);
            case SECURE_SESSION -> SecureTargets.session(input);
            case HANDSHAKE -> SecureTargets.handshake(input);
            case FOLLOWER -> SecureTargets.follower(input);
            case BUS -> BusTarget.bus(input);
            case EDGES -> LineTargets.edges(input);
            case SERIAL -> LineTargets.serial(input);
            case CARDS -> CardTargets.cards(input);
            case CUSTOM_FORMATS -> CardTargets.customFormats(input);
            case EXPRESSIONS -> CardTargets.expressions(input);
            case KEYPADS -> KeypadTargets.keypads(input);
            case PINS -> KeypadTargets.pins(input);
        }
    }
}
