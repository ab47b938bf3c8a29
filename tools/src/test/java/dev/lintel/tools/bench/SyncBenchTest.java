package dev.lintel.tools.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.time.SystemTime;
import dev.lintel.tools.ControlAsking;
import dev.lintel.tools.bench.Bench.Setting;
import dev.lintel.tools.box.Box;
import java.net.URI;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// That nothing is lost on the way, and that nothing takes several times as long as it should: the aims
/// themselves are for a quiet machine, and `lintel bench sync` judges them. Memory is not looked at: these
/// boxes are started without the launcher's flags.
class SyncBenchTest {
    private static final int MILLION = 1_000_000;
    /// How much slower a shared machine may be.
    private static final double SLOWER_MAX = 4;

    @TempDir
    Path work;

    @Test
    void twoThousandPeopleAndTheEventsOfTenBoxesArrive() {
        Report report = measured(new Bench.Effort(2_000, 0, 0, 1_000, 1));
        assertThat(report.figures())
                .filteredOn(figure -> figure.unit().isEmpty())
                .hasSize(3)
                .noneMatch(Figure::missed);
    }

    /// Three minutes: run by `./lintel test --slow`.
    @Tag("slow")
    @Test
    void aHundredThousandPeopleAndFiveHundredBoxesAreNotFarFromTheAims() {
        Report report = measured(new Bench.Effort(100_000, 0, 0, 100_000, 10));
        assertThat(report.figures())
                .as(report.table())
                .filteredOn(figure -> figure.unit().isEmpty())
                .hasSize(3)
                .noneMatch(Figure::missed);
        assertThat(report.figures())
                .as(report.table())
                .filteredOn(figure -> figure.aim() != null && !figure.unit().equals("MB"))
                .hasSizeGreaterThan(6)
                .allMatch(SyncBenchTest::isNear);
    }

    private static boolean isNear(Figure figure) {
        Figure.Aim aim = Objects.requireNonNull(figure.aim());
        double value = figure.value();
        return aim.met(aim.atMost() ? value / SLOWER_MAX : value * SLOWER_MAX);
    }

    /// Seven minutes: run by `./lintel test --slow`.
    @Tag("slow")
    @Test
    void aMillionPeopleComeToANewBox() {
        Report report = measured(new Bench.Effort(MILLION, 0, 0, 100_000, 10), MILLION);
        assertThat(report.figures())
                .as(report.table())
                .filteredOn(figure -> figure.unit().isEmpty())
                .hasSize(3)
                .noneMatch(Figure::missed);
    }

    private Report measured(Bench.Effort effort) {
        return measured(effort, Math.min(effort.people(), 100_000));
    }

    private Report measured(Bench.Effort effort, int people) {
        var around = new Benches.Surroundings(work, new SystemTime(), ControlAsking::ask, _ -> {});
        var report = new Report(Machine.here(around.time()));
        report.begin("sync");
        SyncBench.run(new Setting(around, effort), report, folder -> new Boxed(Box.start(folder)), people);
        System.out.print(report.table());
        return report;
    }

    private record Boxed(Box box) implements WebhooksBench.Subject {
        @Override
        public URI page() {
            return URI.create(box.url());
        }

        @Override
        public long pid() {
            return box.pid();
        }

        @Override
        public void close() {
            box.close();
        }
    }
}
