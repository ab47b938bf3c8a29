package dev.lintel.sim.fault;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;

/// The ways in which a bad cable damages a frame on it. Pure but for the numbers drawn; used by [FaultyLine].
///
/// ```
///   FF 53 00 08 00 04 60 EB AA      as it was sent
///   FF 53 00 18 00 04 60 EB AA      BITS: one to three bits flipped
///   FF 53 00 08 9C 31 60 EB AA      BYTES: two to four in a row changed
///   FF 53 00 08 00 7E 04 60 EB AA   INSERTED: one to three bytes that nobody sent
///   FF 53 00 08 04 60 EB AA         DELETED: one to three bytes left out
///   FF 53 00 08 00                  CUT: the end is missing, the start may be all that is left
///   53 07 40 00 FF 53 00 08 00 ..   FALSE_START: whole, behind the start of a frame that never comes
/// ```
enum Damage {
    BITS {
        @Override
        byte[] to(byte[] frame, SplittableRandom random) {
            byte[] bytes = frame.clone();
            var bits = new BitSet(); // a set: the same bit twice would mend it
            for (int i = random.nextInt(1, MANY_MAX + 1); i > 0; i--)
                bits.set(random.nextInt(bytes.length * Byte.SIZE));
            bits.stream().forEach(bit -> bytes[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE));
            return bytes;
        }
    },
    BYTES {
        @Override
        byte[] to(byte[] frame, SplittableRandom random) {
            byte[] bytes = frame.clone();
            int count = random.nextInt(2, BURST_MAX + 1);
            int from = random.nextInt(bytes.length - count + 1);
            for (int i = from; i < from + count; i++) bytes[i] ^= (byte) random.nextInt(1, 256);
            return bytes;
        }
    },
    INSERTED {
        @Override
        byte[] to(byte[] frame, SplittableRandom random) {
            byte[] more = new byte[random.nextInt(1, MANY_MAX + 1)];
            random.nextBytes(more);
            int at = random.nextInt(frame.length + 1);
            return joined(Arrays.copyOf(frame, at), more, Arrays.copyOfRange(frame, at, frame.length));
        }
    },
    DELETED {
        @Override
        byte[] to(byte[] frame, SplittableRandom random) {
            int count = random.nextInt(1, MANY_MAX + 1);
            int at = random.nextInt(frame.length - count + 1);
            return joined(Arrays.copyOf(frame, at), Arrays.copyOfRange(frame, at + count, frame.length));
        }
    },
    CUT {
        @Override
        byte[] to(byte[] frame, SplittableRandom random) {
            return Arrays.copyOf(frame, random.nextInt(1, frame.length));
        }
    },
    FALSE_START {
        @Override
        byte[] to(byte[] frame, SplittableRandom random) {
            byte[] start = new byte[random.nextInt(1, HEADER_BYTES + 1)];
            random.nextBytes(start);
            start[0] = SOM;
            if (start.length > 3) start[3] = 0; // a length that a frame can have, so that the rest is waited for
            return joined(start, frame);
        }
    };

    private static final int SOM = 0x53;
    private static final int HEADER_BYTES = 5;
    private static final int MANY_MAX = 3;
    private static final int BURST_MAX = 4;

    private static final List<Damage> KINDS = List.of(values());

    /// The frame with this damage, at least one byte. What is changed may mean nothing, as the mark before a frame
    /// does: then it arrives whole. A frame is at least 7 bytes.
    abstract byte[] to(byte[] frame, SplittableRandom random);

    /// Any of the kinds.
    static Damage any(SplittableRandom random) {
        return KINDS.get(random.nextInt(KINDS.size()));
    }

    private static byte[] joined(byte[]... parts) {
        int length = 0;
        for (byte[] part : parts) length += part.length;
        byte[] all = new byte[length];
        int at = 0;
        for (byte[] part : parts) {
            System.arraycopy(part, 0, all, at, part.length);
            at += part.length;
        }
        return all;
    }
}
