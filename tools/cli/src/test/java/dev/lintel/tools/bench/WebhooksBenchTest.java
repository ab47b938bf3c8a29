package dev.lintel.tools.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.time.SystemTime;
import dev.lintel.tools.CommandRun;
import dev.lintel.tools.bench.Bench.Setting;
import dev.lintel.tools.box.Box;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// How long a webhook takes, judged: on any machine whose cores are not taken by others.
class WebhooksBenchTest {
    @TempDir
    Path work;

    @Test
    void everyEventReachesNineReceiversOnceWhileATenthIsDead() {
        Report report = measured(new Bench.Effort(0, 0, 0, 1_000, 1));
        assertThat(report.figures())
                .filteredOn(figure -> figure.unit().isEmpty())
                .hasSize(2)
                .noneMatch(Figure::missed);
        assertThat(report.figures())
                .filteredOn(figure -> figure.unit().equals("ms"))
                .allMatch(one -> one.value() > 0);
    }

    /// A minute: run by `./lintel test --slow`.
    @Tag("slow")
    @Test
    void fiftyEventsASecondReachNineReceiversWithinHalfASecond() {
        Report report = measured(new Bench.Effort(0, 0, 0, 100_000, 10));
        assertThat(report.missed()).as(report.table()).isZero();
    }

    private Report measured(Bench.Effort effort) {
        var around = new Benches.Surroundings(work, new SystemTime(), WebhooksBenchTest::ask, _ -> {});
        var report = new Report(Machine.here(around.time()));
        report.begin("webhooks");
        WebhooksBench.run(new Setting(around, effort), report, folder -> new Boxed(Box.start(folder)));
        System.out.print(report.table());
        return report;
    }

    private static Map<String, @Nullable Object> ask(Path folder, Map<String, ? extends @Nullable Object> request) {
        CommandRun made = CommandRun.of(
                "key",
                "create",
                "--email",
                String.valueOf(request.get("email")),
                "--json",
                "--data",
                folder.toString());
        assertThat(made.exit()).as(made.err()).isZero();
        return made.json();
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
