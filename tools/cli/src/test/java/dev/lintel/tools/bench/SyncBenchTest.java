package dev.lintel.tools.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.time.SystemTime;
import dev.lintel.tools.ControlAsking;
import dev.lintel.tools.bench.Bench.Setting;
import dev.lintel.tools.bench.WebhooksBench.Starting;
import dev.lintel.tools.box.Box;
import java.net.URI;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// That nothing is lost on the way. Where the launcher gave its command line, as `./lintel test --slow` does, memory is
/// judged as well (without its flags a box takes more), and how long it takes, in times of plain inserts in the same
/// run: seconds say more of the machine than of the box.
class SyncBenchTest {
    private static final int MILLION = 1_000_000;
    /// Who shares the machine takes from one run and not from the other; what is slow each time is slow.
    private static final int RUNS_MAX = 3;

    private static final boolean IS_LAUNCHED = BoxProcess.known(BoxProcess.TESTED);

    @TempDir
    Path work;

    @Test
    void peopleAndTheEventsOfTenBoxesArrive() {
        Report report = measured(new Bench.Effort(200, 0, 0, 100, 1));
        assertThat(report.figures())
                .filteredOn(figure -> figure.unit().isEmpty())
                .hasSize(3)
                .noneMatch(Figure::missed);
    }

    /// Four minutes: run by `./lintel test --slow`.
    @Tag("slow")
    @Test
    void aHundredThousandPeopleAndFiveHundredBoxesAreWithinTheAims() {
        var effort = new Bench.Effort(100_000, 0, 0, 100_000, 10);
        Report report = measured(effort);
        for (int run = 1; run < RUNS_MAX && isSlow(report); run++) report = measured(effort);
        assertThat(report.figures())
                .as(report.table())
                .filteredOn(figure -> !figure.unit().equals("s"))
                .filteredOn(figure -> IS_LAUNCHED || !figure.unit().equals("MB"))
                .noneMatch(Figure::missed);
        assertThat(report.figures().stream().anyMatch(figure -> figure.unit().equals("×")))
                .as("judged in times of plain inserts")
                .isEqualTo(IS_LAUNCHED);
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
        assertThat(report.figures())
                .as(report.table())
                .filteredOn(figure -> IS_LAUNCHED && figure.unit().equals("MB"))
                .noneMatch(Figure::missed);
    }

    private static boolean isSlow(Report report) {
        return report.figures().stream().anyMatch(figure -> figure.unit().equals("×") && figure.missed());
    }

    private Report measured(Bench.Effort effort) {
        return measured(effort, Math.min(effort.people(), 100_000));
    }

    private Report measured(Bench.Effort effort, int people) {
        var around = new Benches.Surroundings(work, new SystemTime(), ControlAsking::ask, _ -> {});
        var report = new Report(Machine.here(around.time()));
        report.begin("sync");
        Starting starting = IS_LAUNCHED
                ? SyncBench.launched(BoxProcess.TESTED, around.time())
                : folder -> new Boxed(Box.start(folder));
        SyncBench.run(new Setting(around, effort), report, starting, people);
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
