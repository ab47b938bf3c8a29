package dev.lintel.sim.pd;

import dev.lintel.reader.osdp.Command;
import dev.lintel.reader.osdp.OsdpFrame;
import dev.lintel.reader.osdp.Reply;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Where a PD is found on the line: its address and speed, which COMSET changes once COM has gone out. Kept over a
/// restart, as in a reader's flash.
final class PdLine {
    private static final Set<Integer> SPEEDS = Set.of(9_600, 19_200, 38_400, 57_600, 115_200, 230_400);

    private final PdLog log;
    private final Reply.@Nullable Com wilful;
    private int address;
    private int baud;
    private Reply.@Nullable Com coming;

    PdLine(PdSpec spec, PdLog log) {
        this.log = log;
        this.wilful = spec.settings().com();
        this.address = spec.address();
        this.baud = spec.baud();
        log.address(address);
    }

    /// Whether the standard knows the speed.
    static boolean isSpeed(long baud) {
        return baud <= Integer.MAX_VALUE && SPEEDS.contains((int) baud);
    }

    int address() {
        return address;
    }

    /// 0 when it takes any.
    int baud() {
        return baud;
    }

    /// COM, from the old address; the new one holds once [#moved] was called. An address that no single PD has is
    /// refused, a speed that the standard does not know is answered with the one that stays.
    Reply set(Command.ComSet wish) {
        if (wish.address() >= OsdpFrame.ADDRESS_ANY) return new Reply.Nak(Reply.Nak.BAD_RECORD);
        var answer =
                wilful != null ? wilful : new Reply.Com(wish.address(), isSpeed(wish.baud()) ? wish.baud() : kept());
        coming = answer;
        return answer;
    }

    /// COM has gone out: what it said holds from now on.
    void moved() {
        Reply.Com next = coming;
        coming = null;
        if (next == null) return;
        log.tell("comset", Map.of("address", next.address(), "baud", next.baud()));
        address = next.address();
        baud = isSpeed(next.baud()) ? (int) next.baud() : baud;
        log.address(address);
    }

    private long kept() {
        return baud == 0 ? 9_600 : baud;
    }
}
