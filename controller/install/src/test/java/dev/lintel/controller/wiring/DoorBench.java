package dev.lintel.controller.wiring;

import dev.lintel.controller.config.BoxInputs;
import dev.lintel.controller.config.ChannelWiring;
import dev.lintel.controller.config.ChannelWiring.Egress;
import dev.lintel.controller.config.ChannelWiring.Fail;
import dev.lintel.controller.door.DoorBoard;
import dev.lintel.controller.door.DoorLane;
import dev.lintel.controller.door.DoorMemory;
import dev.lintel.controller.door.DoorParts;
import dev.lintel.controller.door.DoorRules;
import dev.lintel.controller.door.DoorSettings;
import dev.lintel.controller.door.DoorTimes;
import dev.lintel.controller.door.DoorTimes.Relock;
import dev.lintel.controller.door.Doors;
import dev.lintel.controller.door.Lane;
import dev.lintel.controller.door.Shifts;
import dev.lintel.controller.door.Watchdog;
import dev.lintel.controller.event.EventLog;
import dev.lintel.controller.time.SystemTime;
import dev.lintel.reader.gpio.Bias;
import dev.lintel.reader.gpio.LineSpec;
import dev.lintel.reader.hardware.Hardware;
import dev.lintel.reader.hardware.HardwarePlan;
import dev.lintel.reader.hardware.HardwareProvider;
import dev.lintel.reader.hardware.Simulator;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/// A door with everything a door can have, on simulated hardware with its real threads, wired as a box wires it.
final class DoorBench implements AutoCloseable {
    static final long CHANNEL = 1;
    static final DoorTimes TIMES = new DoorTimes(
            Duration.ofSeconds(60),
            Duration.ofSeconds(90),
            Duration.ofSeconds(20),
            Duration.ofSeconds(30),
            Relock.CLOSE,
            true);

    private static final LineSpec FIRE = new LineSpec(11, false, Bias.PULL_DOWN);

    final SystemTime time = new SystemTime();
    final DoorBoard board = new DoorBoard();
    final Simulator simulator;
    private final Hardware hardware;
    private final EventLog log;
    private final Doors doors;
    private final DoorLane lane;
    private @Nullable Watchdog watchdog;
    /// What the inputs' own thread had to say and the lane had no room for.
    final AtomicInteger refused = new AtomicInteger();
    private final LinkedBlockingQueue<Long> releasedNs = new LinkedBlockingQueue<>();

    DoorBench(EventLog log, DoorMemory memory, DoorMemory.@Nullable Kept kept) {
        var wiring = new ChannelWiring(
                1,
                Map.of(),
                new ChannelWiring.Strike(new LineSpec(17, true), Fail.SECURE),
                new LineSpec(27, false),
                new LineSpec(22, false),
                true,
                new LineSpec(23, false),
                new LineSpec(24, false),
                new LineSpec(16, true),
                Egress.MECHANICAL,
                false);
        var plan = new HardwarePlan("sim", Map.of(), List.of(doorway(wiring)), Map.of(), FIRE);
        hardware = ServiceLoader.load(HardwareProvider.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(provider -> provider.name().equals("simulated"))
                .findFirst()
                .orElseThrow()
                .open(plan, time::nowNs);
        simulator = Objects.requireNonNull(hardware.simulator());
        simulator.onStrike(1, (released, atNs) -> {
            if (released) releasedNs.add(atNs);
        });
        var running = new AtomicReference<@Nullable DoorLane>();
        Lane toLane = input -> {
            DoorLane now = running.get();
            boolean taken = now != null && now.offer(input);
            if (!taken) refused.incrementAndGet();
            return taken;
        };
        var lines = new DoorLines(hardware.gpio(), time, toLane, CHANNEL, new AtomicReference<>(TIMES));
        DoorParts parts = lines.open(wiring, Map.of());
        var inputs = new BoxInputs(List.of(new BoxInputs.FireZone(FIRE, Set.of(1))), null, null);
        new BoxLines(time, toLane, log, (_, _) -> {})
                .open(hardware.gpio(), inputs, Map.of(1, new BoxLines.FireDoor(CHANNEL, parts.strike())), Set.of());
        this.log = log;
        doors = new Doors(time, log, board, Shifts.NONE, memory);
        doors.start(new DoorSettings(CHANNEL, 1, TIMES, DoorRules.PLAIN), parts, kept);
        lane = new DoorLane(doors, time, e -> {
            throw new AssertionError(e);
        });
        running.set(lane);
        lines.start();
    }

    private static HardwarePlan.Doorway doorway(ChannelWiring wiring) {
        return new HardwarePlan.Doorway(
                wiring.unit(),
                Map.of(),
                wiring.strike().released(),
                wiring.contact(),
                wiring.rex(),
                wiring.aux(),
                wiring.tamper(),
                wiring.alarm());
    }

    Lane lane() {
        return lane;
    }

    /// Lets a watchdog look after the lane, as a box does.
    void watch(Watchdog.Limits limits, IntConsumer halt) {
        var parts = new Watchdog.Parts(lane, doors, hardware.gpio()::aliveNs, log, halt);
        watchdog = new Watchdog(parts, limits, time).start();
    }

    boolean strikeReleased() {
        return "released".equals(simulator.state(1).get("strike"));
    }

    /// Waits for what another thread does.
    static void until(String what, BooleanSupplier holds) throws InterruptedException {
        var pause = new CountDownLatch(1);
        for (long leftMs = 10_000; !holds.getAsBoolean(); leftMs--) {
            if (leftMs <= 0) throw new AssertionError("not in time: " + what);
            pause.await(1, TimeUnit.MILLISECONDS);
        }
    }

    /// When the strike let go, monotonic; fails when it does not within ten seconds.
    long awaitReleasedNs() throws InterruptedException {
        Long atNs = releasedNs.poll(10, TimeUnit.SECONDS);
        if (atNs == null) throw new AssertionError("the strike was not released");
        return atNs;
    }

    static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        lane.close();
        if (watchdog != null) watchdog.close();
        hardware.close();
    }
}
