package dev.lintel.controller.commission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.config.ConfigFile;
import dev.lintel.controller.config.ControllerConfig;
import dev.lintel.controller.event.MemoryLog;
import dev.lintel.controller.time.SystemTime;
import dev.lintel.controller.yaml.Checked;
import dev.lintel.reader.CardBits;
import dev.lintel.reader.ReaderEvent;
import dev.lintel.reader.hardware.PdEvent;
import dev.lintel.reader.hardware.PdPlan;
import dev.lintel.reader.hardware.PdSimulator;
import dev.lintel.reader.hardware.PdSimulatorProvider;
import dev.lintel.reader.osdp.OsdpBusDriver;
import dev.lintel.reader.osdp.PdSettings;
import dev.lintel.reader.osdp.Scbk;
import dev.lintel.reader.serial.SerialPorts;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A desk of lines with simulated readers behind a pseudo terminal, beside a bus that runs on it or on a line that is
/// free. Keys are in `folder`.
final class LineRig implements AutoCloseable {
    static final Duration WAIT = Duration.ofSeconds(30);

    final SystemTime time = new SystemTime();
    final MemoryLog log = new MemoryLog();
    /// Told what the simulated readers do.
    final AtomicReference<Consumer<PdEvent>> onPd = new AtomicReference<>(_ -> {});

    private final Path folder;
    private final BlockingQueue<ReaderEvent> events = new LinkedBlockingQueue<>();
    private @Nullable PdSimulator readers;
    private @Nullable OsdpBusDriver bus;
    private @Nullable LineDesk desk;

    LineRig(Path folder) {
        this.folder = folder;
    }

    /// The bus that runs on the readers' line.
    OsdpBusDriver bus() {
        return Objects.requireNonNull(bus);
    }

    @Override
    public void close() {
        if (desk != null) desk.close();
        if (bus != null) bus.close();
        if (readers != null) readers.close();
    }

    PdSimulator readers(@Nullable Scbk key, Set<String> traits, Integer... addresses) {
        var provider = ServiceLoader.load(PdSimulatorProvider.class).findFirst().orElseThrow();
        var plan = new PdPlan(PdPlan.PTY, 9_600, List.of(addresses), key, traits, 7L);
        var opened = provider.open(plan, time::nowNs, event -> onPd.get().accept(event));
        readers = opened;
        return opened;
    }

    private static ControllerConfig config(String bus, String reader) {
        String text = """
                hardware: board
                buses: {front: {protocol: osdp, port: %s}}
                channels:
                  - unit: 1
                    readers: {entry: {driver: osdp, bus: front, %s}}
                    strike: {line: 17}
                    egress: mechanical
                  - unit: 2
                    readers: {entry: {driver: serial, port: /dev/ttyS99, protocol: decimal}}
                    strike: {line: 18}
                    egress: mechanical
                """.formatted(bus, reader);
        return switch (ConfigFile.parse("controller.yaml", text)) {
            case Checked.Valid<ControllerConfig>(ControllerConfig valid) -> valid;
            case Checked.Faulty<ControllerConfig> faulty -> throw new AssertionError(faulty.toString());
        };
    }

    /// With a bus that runs on the readers' line, whose reader is at address 0.
    LineDesk besideABus(PdSimulator at, String reader) {
        var running = new OsdpBusDriver(
                "front",
                SerialPorts.opener(at.port(), 9_600),
                List.of(new PdSettings(0, events::add, null)),
                time::nowNs);
        bus = running;
        running.start();
        LentBus lent = new LentBus() {
            @Override
            public boolean lend(String why, Duration limit) throws InterruptedException {
                return running.pause(why, limit);
            }

            @Override
            public void takeBack() {
                running.resume();
            }
        };
        return desk(at.port(), reader, Map.of("front", lent));
    }

    LineDesk desk(String port, String reader, Map<String, LentBus> buses) {
        var lines = new Lines(config(port, reader), path -> path, buses, List::of);
        var made = new LineDesk(lines, KeyFiles.of(folder), log, time);
        desk = made;
        return made;
    }

    /// On a line that no bus has.
    LineDesk beside() {
        return desk("/dev/ttyS98", "address: 0", Map.of());
    }

    static WorkState ended(LineWork work) throws InterruptedException {
        assertThat(work.await(WAIT)).as("%s", work.state()).isTrue();
        return work.state();
    }

    void awaitOnline() throws InterruptedException {
        ReaderEvent event = events.poll(WAIT.toSeconds(), TimeUnit.SECONDS);
        while (event != null && !(event instanceof ReaderEvent.Online)) event = events.poll(10, TimeUnit.SECONDS);
        assertThat(event).as("it is online").isNotNull();
    }

    /// A card gets through, however short the bus was away.
    void awaitCard(PdSimulator at) throws InterruptedException {
        at.presentCard(0, CardBits.of("10101010"));
        ReaderEvent event = events.poll(WAIT.toSeconds(), TimeUnit.SECONDS);
        while (event != null && !(event instanceof ReaderEvent.Card)) event = events.poll(10, TimeUnit.SECONDS);
        assertThat(event).as("a card").isNotNull();
    }
}
