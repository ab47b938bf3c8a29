package dev.lintel.controller.commission;

import dev.lintel.controller.action.OutputDesk;
import dev.lintel.controller.config.ConfigFile;
import dev.lintel.controller.config.ControllerConfig;
import dev.lintel.controller.config.DemoConfig;
import dev.lintel.controller.config.SharedPorts;
import dev.lintel.controller.door.DoorBoard;
import dev.lintel.controller.door.DoorOrders;
import dev.lintel.controller.event.EventLog;
import dev.lintel.controller.policy.FirstSite;
import dev.lintel.controller.policy.PolicyCatalog;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.PolicyStore;
import dev.lintel.controller.time.ClockReading;
import dev.lintel.controller.time.Time;
import dev.lintel.controller.yaml.Checked;
import dev.lintel.reader.gpio.EdgeListener;
import dev.lintel.reader.gpio.EdgeSource;
import dev.lintel.reader.gpio.GpioChip;
import dev.lintel.reader.gpio.GpioException;
import dev.lintel.reader.gpio.InputPoint;
import dev.lintel.reader.gpio.LineListener;
import dev.lintel.reader.gpio.LineSpec;
import dev.lintel.reader.gpio.OutputPoint;
import dev.lintel.reader.gpio.WirePair;
import dev.lintel.reader.hardware.HardwareException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// A box that is put into service, over a real database and real files; it begins anew only on paper, by [#restart].
public final class CommissionRig {
    /// Says what whoever makes the policy elsewhere is, as a hub's member would.
    public final AtomicReference<@Nullable String> elsewhere = new AtomicReference<>();
    /// What must not be broken off, in a sentence.
    public final AtomicReference<@Nullable String> busy = new AtomicReference<>();
    /// How often it was to begin anew.
    public final AtomicInteger begun = new AtomicInteger();

    private final Path folder;
    private final PolicyCatalog policy;
    private final EventLog log;
    private final Time time;
    private Commissioning commissioning;

    /// In the data folder `folder`, with the demo's doors until a file says otherwise.
    public CommissionRig(Path folder, Database database, Time time) {
        this.folder = folder;
        this.time = time;
        this.log = database.events();
        this.policy = new PolicyCatalog(new PolicyStore(database, time), time, _ -> {});
        policy.ruledBy(elsewhere::get);
        this.commissioning = made();
    }

    /// On a database that is empty so far: with the demo's site.
    static CommissionRig begun(Path folder, Database database, Time time) {
        var rig = new CommissionRig(folder, database, time);
        rig.policy.begin(FirstSite.demo());
        return rig;
    }

    public Commissioning commissioning() {
        return commissioning;
    }

    public PolicyCatalog policy() {
        return policy;
    }

    /// As a start does that comes to its end.
    public void restart() {
        commissioning = made();
    }

    /// What is done on wires: this rig has none.
    public WireDesk wires() {
        return wires(OutputDesk.NONE);
    }

    /// The same with these outputs.
    public WireDesk wires(OutputDesk outputs) {
        var config = DemoConfig.create();
        var lines = new Lines(config, port -> port, Map.of(), List::of);
        return new WireDesk(
                new LineDesk(lines, new KeyFiles(folder.resolve("keys")), log, time),
                new LearnDesk(new LearnDesk.Parts(
                        (_, _) -> null,
                        List.of(),
                        chip -> {
                            throw new HardwareException(chip + " is not there", null);
                        },
                        time)),
                new InputBoard(config, new DoorBoard(), new PointTap(new NoLines()), time),
                new DoorOrders(_ -> false, _ -> true, time),
                outputs,
                new BoxBoard(config, new PointTap(new NoLines()), outputs));
    }

    private Commissioning made() {
        WiringFile file = WiringFile.of(folder, DemoConfig.TEXT, SharedPorts::faults);
        file.keep();
        return new Commissioning(new Commissioning.Parts(
                running(folder),
                file,
                "",
                policy,
                TestSheet.open(folder, time),
                log,
                elsewhere::get,
                new Report.Facts(
                        "1.2.3",
                        () -> "https://lobby.local:8443",
                        () -> "AB:CD",
                        () -> ClockReading.trusted(time.now()),
                        elsewhere::get,
                        List::of),
                busy::get,
                begun::incrementAndGet,
                time));
    }

    private static ControllerConfig running(Path folder) {
        Path file = folder.resolve(WiringFile.FILE);
        if (!Files.exists(file)) return DemoConfig.create();
        return switch (ConfigFile.load(file)) {
            case Checked.Valid<ControllerConfig>(ControllerConfig config) -> config;
            case Checked.Faulty<ControllerConfig>(var faults) -> throw new IllegalStateException(faults.toString());
        };
    }

    /// A chip that nothing is wired to.
    private static final class NoLines implements GpioChip {
        @Override
        public InputPoint input(LineSpec line, int debounceMs, LineListener listener) {
            throw none(line.line());
        }

        @Override
        public OutputPoint output(LineSpec line) {
            throw none(line.line());
        }

        @Override
        public EdgeSource edges(WirePair lines, EdgeListener listener) {
            throw none(lines.d0());
        }

        @Override
        public void release(int line) {
            throw none(line);
        }

        @Override
        public void close() {}

        private static GpioException none(int line) {
            return new GpioException("there is no line " + line);
        }
    }
}
