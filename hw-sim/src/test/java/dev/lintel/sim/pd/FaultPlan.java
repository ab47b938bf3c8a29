package dev.lintel.sim.pd;

import dev.lintel.reader.osdp.Reply;
import dev.lintel.sim.fault.Fault;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/// What goes wrong on one bus, drawn from a seed: faults of all kinds, of random lengths, one over another.
///
/// @param steps in the order of time
/// @param endNs when the last fault is over
record FaultPlan(int pds, List<Step> steps, long endNs) {
    private static final long MS = 1_000_000;
    private static final long S = 1_000 * MS;
    private static final List<Fault> FAULTS = List.of(Fault.values());
    private static final int FAULTS_MAX = 6;
    private static final int TIMES_MAX = 8;
    private static final long SHORT_NS_MAX = 3 * S;

    /// Long enough for the ACU to call the reader offline, and for the reader to give the ACU up.
    private static final long LONG_NS_MAX = 13 * S;

    private static final Set<Fault> OF_KEYS = EnumSet.of(Fault.WRONG_KEY, Fault.PLAIN_ONLY);

    /// What goes wrong, or is over: the line, or the reader itself.
    sealed interface What {
        record Switch(Fault fault, boolean on) implements What {}

        record Busy(int times) implements What {}

        record Refuse(int reason, int times) implements What {}

        /// What ends it, or null when it ends by itself.
        default @Nullable What over() {
            return switch (this) {
                case Switch s -> s.fault == Fault.REBOOT ? null : new Switch(s.fault, false);
                case Busy _ -> new Busy(0);
                case Refuse r -> new Refuse(r.reason, 0);
            };
        }
    }

    record Step(long atNs, int address, What what) {
        /// Whether everybody on the bus has it.
        boolean ofAll() {
            return what instanceof What.Switch s && s.fault == Fault.ECHO;
        }

        void play(SimOsdpBus bus) {
            switch (what) {
                case What.Switch(Fault fault, boolean on) -> bus.fault(address, fault, on);
                case What.Busy(int times) -> bus.on(address, pd -> pd.busy(times));
                case What.Refuse(int reason, int times) -> bus.on(address, pd -> pd.refuse(reason, times));
            }
        }

        void play(PdBus bus, long nowNs) {
            switch (what) {
                case What.Switch(Fault fault, boolean on) -> bus.fault(address, fault, on, nowNs);
                case What.Busy(int times) -> bus.pd(address).busy(times);
                case What.Refuse(int reason, int times) -> bus.pd(address).refuse(reason, times);
            }
        }
    }

    /// Times count from 0. `spanNs` is how long new faults begin; `longOnes` allows such as outlast the 8 s after
    /// which a reader is offline.
    static FaultPlan draw(SplittableRandom random, boolean keys, long spanNs, boolean longOnes) {
        int pds = 2 + random.nextInt(2);
        var steps = new ArrayList<Step>();
        var used = new ArrayList<EnumSet<Fault>>();
        for (int i = 0; i < pds; i++) used.add(EnumSet.noneOf(Fault.class));
        long endNs = 0;
        int count = 1 + random.nextInt(FAULTS_MAX);
        for (int i = 0; i < count; i++) {
            int address = random.nextInt(10) < 7 ? 0 : random.nextInt(pds - 1); // the last one is well
            long fromNs = random.nextLong(spanNs);
            boolean isLong = longOnes && random.nextInt(12) == 0;
            long untilNs = fromNs + random.nextLong(20 * MS, isLong ? LONG_NS_MAX : Math.min(SHORT_NS_MAX, spanNs));
            What what = what(random);
            if (what instanceof What.Switch(Fault fault, boolean on) && on) {
                if (fault == Fault.ECHO) address = 0; // the whole bus's
                if ((!keys && OF_KEYS.contains(fault)) || !used.get(address).add(fault)) continue;
            }
            steps.add(new Step(fromNs, address, what));
            What over = what.over();
            if (over != null) steps.add(new Step(untilNs, address, over));
            endNs = Math.max(endNs, over == null ? fromNs : untilNs);
        }
        steps.sort(Comparator.comparingLong(Step::atNs));
        return new FaultPlan(pds, List.copyOf(steps), endNs);
    }

    private static What what(SplittableRandom random) {
        int kind = random.nextInt(FAULTS.size() + 2);
        if (kind < FAULTS.size()) return new What.Switch(FAULTS.get(kind), true);
        int times = random.nextInt(1, TIMES_MAX);
        if (kind == FAULTS.size()) return new What.Busy(times);
        return new What.Refuse(random.nextInt(Reply.Nak.BAD_CHECK, Reply.Nak.BAD_RECORD + 1), times);
    }
}
