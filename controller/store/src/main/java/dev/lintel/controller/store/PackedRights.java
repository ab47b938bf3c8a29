package dev.lintel.controller.store;

import dev.lintel.controller.access.Right;
import java.io.ByteArrayOutputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The rights of one person at several doors by their numbers, in one array: 6 to 10 bytes for a door with a right by a
/// role, some 20 for a reservation. Immutable.
///
/// ```
///   door, generation, bytes of its rights, rights..   door, generation, ..
///   right: flags, role?, shift?, group?, stale?, reservation?, from?, until?
/// ```
/// Numbers have seven bits in each byte, the lowest first; bit 7 is set where another byte follows.
final class PackedRights {
    static final PackedRights NONE = new PackedRights(new byte[0]);

    private static final int OBJECT_BYTES = 16;
    private static final int ARRAY_BYTES = 16;
    /// Sizes of objects are multiples of it.
    private static final int ALIGNED_BYTES = 8;

    private static final int ROLE = 1;
    private static final int SHIFT = 2;
    private static final int GROUP = 4;
    private static final int STALE = 8;
    private static final int RESERVED = 16;
    private static final int OF_GROUP = 32;

    private static final int DIGIT_BITS = 7;
    private static final int DIGIT = 0x7F;
    private static final int MORE = 0x80;

    private final byte[] packed;

    private PackedRights(byte[] packed) {
        this.packed = packed;
    }

    /// The rights at one door, as they were read.
    record AtDoor(List<Right> rights, long generation) {}

    /// What it takes of the heap.
    long bytes() {
        return OBJECT_BYTES + ARRAY_BYTES + Math.ceilDiv(packed.length, ALIGNED_BYTES) * (long) ALIGNED_BYTES;
    }

    /// Null where that door is not known.
    @Nullable
    AtDoor at(long door) {
        var in = new In(packed);
        while (in.hasMore()) {
            boolean found = in.number() == door;
            long generation = in.number();
            int end = in.end();
            if (!found) {
                in.at = end;
                continue;
            }
            var rights = new ArrayList<Right>();
            while (in.at < end) rights.add(right(in));
            return new AtDoor(rights, generation);
        }
        return null;
    }

    /// These rights, and those at `door` instead of what was known of it.
    PackedRights with(long door, AtDoor now) {
        var out = new Out();
        var in = new In(packed);
        while (in.hasMore()) {
            int from = in.at;
            boolean other = in.number() != door;
            in.number();
            int end = in.end();
            if (other) out.write(packed, from, end - from);
            in.at = end;
        }
        var rights = new Out();
        for (Right right : now.rights) put(rights, right);
        out.number(door);
        out.number(now.generation);
        out.number(rights.size());
        rights.writeTo(out);
        byte[] fresh = out.toByteArray();
        return Arrays.equals(fresh, packed) ? this : new PackedRights(fresh);
    }

    /// The latest generation of a door; -1 where none is known.
    long newest() {
        long newest = -1;
        var in = new In(packed);
        while (in.hasMore()) {
            in.number();
            newest = Math.max(newest, in.number());
            in.at = in.end();
        }
        return newest;
    }

    private static void put(Out out, Right right) {
        Right.Reservation reserved = right.reserved();
        out.number((right.roleId() == null ? 0 : ROLE)
                | (right.shiftId() == null ? 0 : SHIFT)
                | (right.groupId() == null ? 0 : GROUP)
                | (right.maxStaleMs() == null ? 0 : STALE)
                | (reserved == null ? 0 : reserved.ofGroup() ? RESERVED | OF_GROUP : RESERVED));
        out.unlessNull(right.roleId());
        out.unlessNull(right.shiftId());
        out.unlessNull(right.groupId());
        out.unlessNull(right.maxStaleMs());
        if (reserved == null) return;
        out.number(reserved.id());
        out.number(reserved.from().toEpochMilli());
        out.number(reserved.until().toEpochMilli());
    }

    private static Right right(In in) {
        int flags = (int) in.number();
        Long role = in.numberIf(flags & ROLE);
        Long shift = in.numberIf(flags & SHIFT);
        Long group = in.numberIf(flags & GROUP);
        Long stale = in.numberIf(flags & STALE);
        Right.Reservation reserved = (flags & RESERVED) == 0
                ? null
                : new Right.Reservation(
                        in.number(),
                        (flags & OF_GROUP) != 0,
                        Instant.ofEpochMilli(in.number()),
                        Instant.ofEpochMilli(in.number()));
        return new Right(role, shift, group, reserved, stale);
    }

    private static final class In {
        private final byte[] bytes;
        private int at;

        In(byte[] bytes) {
            this.bytes = bytes;
        }

        boolean hasMore() {
            return at < bytes.length;
        }

        long number() {
            long number = 0;
            for (int shift = 0; ; shift += DIGIT_BITS) {
                byte next = bytes[at++];
                number |= (long) (next & DIGIT) << shift;
                if (next >= 0) return number;
            }
        }

        @Nullable
        Long numberIf(int flag) {
            return flag == 0 ? null : Long.valueOf(number());
        }

        /// Of the rights whose length comes next.
        int end() {
            int length = (int) number();
            return at + length;
        }
    }

    private static final class Out extends ByteArrayOutputStream {
        void number(long number) {
            long rest = number;
            for (; (rest & ~DIGIT) != 0; rest >>>= DIGIT_BITS) write((int) ((rest & DIGIT) | MORE));
            write((int) rest);
        }

        void unlessNull(@Nullable Long number) {
            if (number != null) number(number);
        }

        void writeTo(Out other) {
            other.write(buf, 0, count);
        }
    }
}
