package dev.lintel.sim.pd;

import dev.lintel.reader.osdp.OsdpCodec;
import dev.lintel.reader.osdp.Reply;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// How one simulated reader is built and how it behaves, besides its address, speed and key.
///
/// @param com what it answers to every COMSET it accepts, whatever was wished; null for the wish itself
public record PdSettings(Set<PdTrait> traits, Parts parts, FileRules files, Reply.@Nullable Com com) {
    /// A reader like many: two LEDs, a buzzer, a display of two rows, two inputs, two outputs.
    public static final PdSettings USUAL = of();

    public PdSettings {
        traits = Set.copyOf(traits);
    }

    /// The usual reader with these traits.
    public static PdSettings of(PdTrait... traits) {
        return new PdSettings(Set.of(traits), Parts.USUAL, FileRules.USUAL, null);
    }

    public boolean has(PdTrait trait) {
        return traits.contains(trait);
    }

    public PdSettings withTraits(PdTrait... others) {
        return new PdSettings(Set.of(others), parts, files, com);
    }

    public PdSettings withParts(Parts others) {
        return new PdSettings(traits, others, files, com);
    }

    public PdSettings withFiles(FileRules others) {
        return new PdSettings(traits, parts, others, com);
    }

    public PdSettings answeringComset(int address, long baud) {
        return new PdSettings(traits, parts, files, new Reply.Com(address, baud));
    }

    /// What a reader is made of.
    ///
    /// @param inputs 0..32
    /// @param outputs 0..32
    /// @param leds 0..32
    /// @param rows of its display, 16 characters each: 0 for none, 1, 2 or 4
    /// @param receiveBytes the longest frame it takes, 128..1440
    public record Parts(int inputs, int outputs, int leds, int rows, int receiveBytes) {
        public static final Parts USUAL = new Parts(2, 2, 2, 2, OsdpCodec.FRAME_BYTES_MAX);

        /// More than any reader has; every status reply still fits in the smallest packet.
        public static final int POINTS_MAX = 32;

        /// What every PD must take.
        public static final int RECEIVE_BYTES_MIN = 128;

        public Parts {
            if (!isCount(inputs) || !isCount(outputs) || !isCount(leds)) {
                throw new IllegalArgumentException("a reader has 0 to " + POINTS_MAX + " of each part");
            }
            if (rows < 0 || rows > 4 || rows == 3)
                throw new IllegalArgumentException("no display has " + rows + " rows");
            if (receiveBytes < RECEIVE_BYTES_MIN || receiveBytes > OsdpCodec.FRAME_BYTES_MAX) {
                throw new IllegalArgumentException("no reader takes frames of " + receiveBytes + " bytes");
            }
        }

        private static boolean isCount(int count) {
            return count >= 0 && count <= POINTS_MAX;
        }
    }

    /// What the reader asks for while it is sent a file.
    ///
    /// @param delayMs before the next piece, 0..65535
    /// @param sizeMax a new longest frame from the first piece on, 0 for no change
    /// @param finishing how often it answers that it is still finishing once everything is there
    /// @param reboots whether it restarts when it is through
    public record FileRules(int delayMs, int sizeMax, int finishing, boolean reboots) {
        public static final FileRules USUAL = new FileRules(0, 0, 0, false);
    }
}
