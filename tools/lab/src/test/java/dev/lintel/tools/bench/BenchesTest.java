package dev.lintel.tools.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.time.SystemTime;
import dev.lintel.tools.bench.Figure.Aim;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Small runs: that each bench still measures what it says. The figures themselves are judged on a quiet machine.
class BenchesTest {
    private static final Bench.Effort SMALL = new Bench.Effort(2_000, 600, 3, 800, 1);

    @TempDir
    Path work;

    @Test
    void decisionsAreMeasuredAmongTwoThousandPeople() {
        Report report = run("decision");
        assertThat(report.figures())
                .allSatisfy(
                        figure -> assertThat(figure.value()).as(figure.what()).isPositive());
        assertThat(report.figures().getFirst().what()).isEqualTo("at 2,000 people, warm: p50");
    }

    @Test
    void cardsReachTheStrikeOnBothWires() {
        assertThat(run("strike").figures())
                .hasSize(9)
                .allSatisfy(
                        figure -> assertThat(figure.value()).as(figure.what()).isPositive());
    }

    @Test
    void everyAppendedEventIsFoundOnDisk() {
        assertThat(run("events").figures())
                .filteredOn(figure -> figure.what().equals("events lost"))
                .singleElement()
                .matches(figure -> figure.value() == 0 && !figure.missed());
    }

    @Test
    void theWiresCodeIsMeasured() {
        assertThat(run("codec").figures()).hasSize(3);
    }

    @Test
    void aFullBusIsPolledAsOftenAsPromised() {
        assertThat(run("osdp").figures())
                .hasSize(25)
                .noneMatch(Figure::missed)
                .allSatisfy(
                        figure -> assertThat(figure.value()).as(figure.what()).isPositive());
    }

    @Test
    void aBenchThatNeedsTheLauncherSaysSo() {
        assertThatThrownBy(() -> run("start"))
                .isInstanceOf(BenchException.class)
                .hasMessageContaining("./lintel bench");
        assertThatThrownBy(() -> run("api")).isInstanceOf(BenchException.class).hasMessageContaining("./lintel bench");
    }

    @Test
    void noCardNumberComesTwiceAndNoneThatIsStoredCountsAsUnknown() {
        var numbers = new TreeSet<Long>();
        for (long index = 1; index <= 8_000; index++) numbers.add(Crowd.number(index));
        assertThat(numbers).hasSize(8_000);
    }

    @Test
    void percentilesAreTheSmallestValueThatTheShareDoesNotExceed() {
        var samples = new Samples();
        for (long ns = 100; ns >= 1; ns--) samples.add(ns);
        assertThat(samples.median()).isEqualTo(50);
        assertThat(samples.percentile(0.99)).isEqualTo(99);
        assertThat(samples.max()).isEqualTo(100);
        assertThat(samples.mean()).isEqualTo(50.5);
    }

    @Test
    void aMissedAimIsMarkedInTheTableAndInJson() {
        var report = new Report(new Machine("cpu", 2, 512, "kernel", "jdk", "2026-01-01", "0.00"));
        report.begin("start");
        report.addMs("doors", 250_000_000L, Aim.atMost(300));
        report.addMs("pages", 750_000_000L, Aim.atMost(500));
        report.add("events", 9_000, "/s", Aim.atLeast(10_000));
        assertThat(report.table().lines())
                .anyMatch(line -> line.matches("start +doors +250 ms +≤ 300 ms +ok"))
                .anyMatch(line -> line.matches("start +pages +750 ms +≤ 500 ms +MISSED"))
                .anyMatch(line -> line.matches("start +events +9,000 /s +≥ 10,000 /s +MISSED"))
                .contains("2 of the aims are missed.");
        assertThat(report.json()).containsEntry("missed", 2L);
        assertThat(String.valueOf(report.json().get("figures")))
                .contains("met=false")
                .contains("met=true");
    }

    private Report run(String name) {
        var around = new Benches.Surroundings(
                work,
                new SystemTime(),
                (folder, request) -> {
                    throw new IllegalStateException("no box runs in a process of its own here");
                },
                _ -> {});
        return Benches.run(List.of(name), new Bench.Setting(around, SMALL));
    }
}
