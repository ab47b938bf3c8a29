package dev.lintel.sim.fault;

import java.util.Arrays;
import java.util.stream.Collectors;

/// Everything that can be wrong with a simulated OSDP reader or the line to it.
public enum Fault {
    CABLE_PULLED("cable-pulled", "The reader's cable is pulled out: it hears nothing and nothing it says arrives."),
    DROP("drop", "Some commands and some replies are lost on their way."),
    CORRUPT(
            "corrupt",
            "Some commands and some replies arrive damaged: bits flipped, bytes changed, added or left out, the end"
                    + " missing, or behind a false start of a frame."),
    DELAY("delay", "Replies come late, but in time: up to 150 ms after the command."),
    LATE("late", "Some replies come when the panel has given up waiting for them."),
    MUTE("mute", "The reader hears and obeys, but nothing it says arrives."),
    GARBAGE(
            "garbage",
            "Bytes around commands and replies that nobody sent, some of them looking like a frame's start."),
    DRIBBLE("dribble", "Replies come byte by byte, with gaps between them."),
    DUPLICATE("duplicate", "Some replies come twice."),
    BUSY("busy", "The reader answers some commands with BUSY, up to three times."),
    WRONG_KEY("wrong-key", "The reader has another key than the panel."),
    PLAIN_ONLY("plain-only", "The reader answers everything in the clear and ignores security."),
    ECHO("echo", "The adapter echoes what the panel sends."),
    REBOOT("reboot", "The reader restarts, once.");

    private final String word;
    private final String sentence;

    Fault(String word, String sentence) {
        this.word = word;
        this.sentence = sentence;
    }

    /// Its name for people: small letters and `-`.
    public String word() {
        return word;
    }

    /// What it does, for a page or a help text.
    public String sentence() {
        return sentence;
    }

    /// The fault of that name. Throws `IllegalArgumentException` in words.
    public static Fault of(String word) {
        for (Fault fault : values()) if (fault.word.equals(word)) return fault;
        String known = Arrays.stream(values()).map(Fault::word).collect(Collectors.joining(", "));
        throw new IllegalArgumentException("unknown fault '" + word + "'; known are " + known);
    }
}
