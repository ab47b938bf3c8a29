package dev.lintel.tools.bench;

import dev.lintel.tools.bench.Figure.Aim;
import java.nio.file.Path;
import javax.net.ssl.SSLContext;

/// From the start of the process to doors that work and to an answer over HTTPS, with the launcher's start-up cache
/// and without, in turn. A box that was started before: its database and certificate are there.
final class StartBench implements Bench {
    private static final int RUNS = 7;

    private record Starts(Samples doors, Samples https) {
        Starts() {
            this(new Samples(), new Samples());
        }
    }

    @Override
    public void run(Setting setting, Report report) {
        boolean cache = BoxProcess.known(BoxProcess.CACHED);
        Path folder = Folders.fresh(setting.work(), "start");
        try {
            setting.say("start: the first one");
            var first = new Starts();
            start(cache ? BoxProcess.CACHED : BoxProcess.PLAIN, folder, setting, first);
            var cached = new Starts();
            var plain = new Starts();
            start(BoxProcess.PLAIN, folder, setting, new Starts()); // our own side of TLS is cold
            for (int i = 0; i < RUNS; i++) {
                setting.say("start: " + (i + 1) + " of " + RUNS);
                if (cache) start(BoxProcess.CACHED, folder, setting, cached);
                start(BoxProcess.PLAIN, folder, setting, plain);
            }
            if (cache) {
                report.addMs("with the cache: doors work", cached.doors.median(), Aim.atMost(300));
                report.addMs("with the cache: HTTPS answers", cached.https.median(), Aim.atMost(500));
            } else {
                report.note("with the cache: not measured, the launcher has made none");
            }
            report.addMs("without: doors work", plain.doors.median(), null);
            report.addMs("without: HTTPS answers", plain.https.median(), null);
            report.addMs("first start ever (makes database and certificate): HTTPS", first.https.median(), null);
            report.note("medians of " + RUNS + " starts each, in turn");
        } finally {
            Folders.delete(folder);
        }
    }

    private static void start(String command, Path folder, Setting setting, Starts into) {
        long begunNs = setting.time().nowNs();
        try (BoxProcess box = BoxProcess.start(command, folder, setting.time())) {
            SSLContext trust = Https.trust(folder);
            try (var https = new Https(trust, box.page(), null)) {
                https.get("/health");
            }
            into.https.add(setting.time().nowNs() - begunNs);
            into.doors.add(box.doorsNs());
        }
    }
}
