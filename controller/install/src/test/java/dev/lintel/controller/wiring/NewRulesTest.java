package dev.lintel.controller.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.config.ControllerConfig;
import dev.lintel.controller.config.DemoConfig;
import dev.lintel.controller.door.DoorBoard;
import dev.lintel.controller.door.LaneInput;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.policy.FirstSite;
import dev.lintel.controller.policy.Policy;
import dev.lintel.controller.policy.PolicyCatalog;
import dev.lintel.controller.policy.SiteFile;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.PolicyStore;
import dev.lintel.controller.store.TestDatabase;
import dev.lintel.controller.time.ClockReading;
import dev.lintel.controller.time.SystemTime;
import dev.lintel.controller.yaml.Checked;
import dev.lintel.reader.hardware.Hardware;
import dev.lintel.reader.hardware.HardwareProvider;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// New rules of the site on their way to the doors, past a lane that has no room for them.
class NewRulesTest {
    @TempDir
    Path folder;

    private final SystemTime time = new SystemTime();
    private final List<Duration> told = new CopyOnWriteArrayList<>(); // the front door's unlock times
    private volatile boolean full;
    private DataFolder data;
    private Database database;
    private Hardware hardware;
    private PolicyCatalog policy;
    private DoorWorks works;

    @BeforeEach
    void open() {
        data = DataFolder.open(folder);
        database = TestDatabase.open(data, time);
        ControllerConfig config = DemoConfig.create();
        hardware = ServiceLoader.load(HardwareProvider.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(provider -> provider.name().equals("simulated"))
                .findFirst()
                .orElseThrow()
                .open(config.toPlan(Map.of()), time::nowNs);
        var onPolicy = new AtomicReference<@Nullable DoorWorks>();
        policy = new PolicyCatalog(new PolicyStore(database, time), time, _ -> {
            DoorWorks running = onPolicy.get();
            if (running != null) running.onPolicy();
        });
        policy.begin(FirstSite.demo());
        var ground = new DoorWorks.Ground(
                config,
                database,
                database.events(),
                policy,
                hardware.gpio(),
                new DoorBoard(),
                () -> ClockReading.trusted(time.now()),
                time);
        works = new DoorWorks(ground, this::offer, fault -> {
            throw new AssertionError(fault);
        });
        works.open(_ -> Map.of());
        onPolicy.set(works);
    }

    @AfterEach
    void close() {
        hardware.close();
        database.close();
        data.close();
    }

    private boolean offer(LaneInput input) {
        if (full) return false;
        if (input instanceof LaneInput.NewRules rules && rules.channelId() == 1)
            told.add(rules.times().unlock());
        return true;
    }

    private void apply(String unlock) {
        String file = policy.export().replaceFirst("unlock: [0-9]+s", "unlock: " + unlock);
        if (!(SiteFile.parse("site.yaml", file) instanceof Checked.Valid<Policy> valid)) throw new AssertionError(file);
        assertThat(policy.apply(valid.value(), "test").changes()).hasSize(1);
    }

    @Test
    void whatTheLaneHadNoRoomForIsHandedOverLater() {
        full = true;
        apply("7s");
        assertThat(works.fault()).isEqualTo("the doors do not have the site's new rules yet");
        works.catchUp();
        assertThat(works.fault()).isNotNull();
        full = false;
        works.catchUp();
        assertThat(told).containsExactly(Duration.ofSeconds(7));
        assertThat(works.fault()).isNull();
    }

    @Test
    void whoCatchesUpTellsTheDoorsNothingOlderThanTheyHave() throws InterruptedException {
        full = true;
        apply("7s");
        full = false;
        Thread late = Thread.ofPlatform().unstarted(works::catchUp);
        synchronized (works.doorways()) {
            late.start();
            DoorBench.until("it waits for its turn", () -> late.getState() == Thread.State.BLOCKED);
            apply("9s");
        }
        late.join();
        assertThat(told.getLast()).isEqualTo(Duration.ofSeconds(9));
        assertThat(works.fault()).isNull();
    }
}
