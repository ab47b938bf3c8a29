package dev.lintel.tools.bench;

import dev.lintel.controller.time.Time;
import java.nio.file.Path;
import java.util.List;

/// All benches by name, in the order in which they run. Main thread.
public final class Benches {
    private record Named(String name, Bench bench) {}

    private static final List<Named> ALL = List.of(
            new Named("decision", new DecisionBench()),
            new Named("strike", new StrikeBench()),
            new Named("events", new EventsBench()),
            new Named("start", new StartBench()),
            new Named("memory", new MemoryBench()),
            new Named("api", new ApiBench()),
            new Named("webhooks", new WebhooksBench()),
            new Named("sync", new SyncBench()),
            new Named("codec", new CodecBench()),
            new Named("osdp", new OsdpBench()));

    private Benches() {}

    public static List<String> names() {
        return ALL.stream().map(Named::name).toList();
    }

    /// What all benches share: where they work, their clock, how they ask a running process and tell of progress.
    /// `work` is kept between runs: the decision's database is there.
    public record Surroundings(Path work, Time time, Control control, Progress progress) {}

    /// Runs `wanted`, or all when that is empty, with `people` in the decision's database.
    public static Report run(List<String> wanted, int people, Surroundings around) {
        return run(wanted, new Bench.Setting(around, Bench.Effort.full(people)));
    }

    static Report run(List<String> wanted, Bench.Setting setting) {
        var report = new Report(Machine.here(setting.time()));
        for (Named named : ALL) {
            if (!wanted.isEmpty() && !wanted.contains(named.name)) continue;
            report.begin(named.name);
            setting.say(named.name);
            named.bench.run(setting, report);
            report.note("load average afterwards " + Machine.loadNow());
        }
        return report;
    }
}
