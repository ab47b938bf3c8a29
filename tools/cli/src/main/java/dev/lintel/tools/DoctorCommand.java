package dev.lintel.tools;

import dev.lintel.controller.time.SystemTime;
import dev.lintel.controller.time.Time;
import dev.lintel.controller.update.Installer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `lintel doctor`: whether this machine can be, or is, a good door controller. Changes nothing but a scratch file.
@Command(
        name = "doctor",
        description = {
            "Looks at the machine, the data folder and the running process, and says what to do.",
            "Each line is ok, warn or fail, with what to do; the last is the verdict. Exit code 1 when something fails;"
                    + " warnings are no failure. With sudo it sees more."
        },
        mixinStandardHelpOptions = true,
        footer = {"%nExample:", "  lintel doctor --data /var/lib/lintel"})
final class DoctorCommand implements Callable<Integer> {
    @Option(names = "--https-port", paramLabel = "N", description = "Port of the pages (default: 8443).")
    int httpsPort = 8443;

    @Option(names = "--http-port", paramLabel = "N", description = "Port that redirects (default: 8080; 0: none).")
    int httpPort = 8080;

    @Mixin
    DataOption data = new DataOption();

    @Mixin
    Output output = new Output();

    @Option(names = "--whole", description = "Check databases to their end, however long that takes.")
    boolean whole;

    @Override
    public Integer call() {
        var progress = new TerminalProgress(output.spec);
        var checks = new Checks(
                data.folder, new SystemTime(), whole ? DatabaseChecks.WHOLE : DatabaseChecks.LIMIT, progress::show);
        List<Finding> findings = new ArrayList<>(checks.all());
        if (!checks.runs()) findings.addAll(ProcessChecks.ports(List.of(httpsPort, httpPort)));
        progress.clear();
        Verdict verdict = Verdict.of(findings);
        if (output.json) {
            Map<String, @Nullable Object> report = new LinkedHashMap<>();
            report.put("ok", !verdict.failed());
            report.put("verdict", verdict.sentence());
            report.put("running", checks.runs());
            report.put("checks", findings.stream().map(Finding::json).toList());
            output.print(report, String::valueOf);
        } else {
            for (Finding finding : findings) output.line(finding.sentence());
            output.line(verdict.sentence());
        }
        return verdict.failed() ? 1 : 0;
    }

    /// All there is to find, of the process too where one runs. Whatever hangs costs its own line alone.
    record Checks(Path data, Time time, Duration limit, Consumer<String> progress) {
        boolean runs() {
            return new ControlClient(data).runs();
        }

        List<Finding> all() {
            Path root = Path.of("/");
            var files = new KernelFiles(root);
            var findings = new ArrayList<Finding>();
            add(findings, "machine", () -> MachineChecks.all(files));
            add(findings, "board", () -> BoardChecks.all(files));
            add(findings, "clock", () -> ClockChecks.all(files));
            add(findings, "storage", () -> storage(files));
            add(findings, "partitions", () -> PartitionChecks.all(root));
            add(findings, "data folder", () -> DataFolderChecks.all(data));
            add(findings, "leftovers", () -> LeftoverChecks.all(data));
            findings.addAll(new DatabaseChecks(data, time, limit, progress).all());
            progress.accept("asking the machine");
            add(findings, "devices", HardwareChecks::all);
            add(findings, "ports", () -> PortChecks.all(files, Programs.said(List.of("nft", "list", "ruleset"))));
            add(findings, "service", () -> ServiceChecks.unit(Programs.said(ServiceChecks.ASK)));
            add(findings, "journal", () -> ServiceChecks.log(files, Programs.said(ServiceChecks.ASK_LOG)));
            add(findings, "version", () -> UpdateChecks.all(root, new Installer(root, time, _ -> {}), time.now()));
            progress.accept("asking the box");
            add(findings, "card", () -> CardChecks.all(root, () -> CardChecks.follows(new ControlClient(data))));
            add(findings, "process", this::process);
            return ProcessChecks.once(findings);
        }

        private List<Finding> storage(KernelFiles files) {
            var findings = new ArrayList<>(StorageChecks.all(files, data, Programs::said));
            Finding inodes = StorageChecks.inodes(Programs.said(List.of("stat", "-f", "-c", "%c %d", data.toString())));
            if (inodes != null) findings.add(inodes);
            return findings;
        }

        private List<Finding> process() {
            var client = new ControlClient(data);
            if (client.runs()) {
                var findings = new ArrayList<>(ProcessChecks.running(client));
                findings.addAll(CertificateChecks.running(client));
                return findings;
            }
            return StoredCertificateChecks.all(data, time.now());
        }

        private static void add(List<Finding> to, String check, Supplier<List<Finding>> look) {
            to.addAll(Limited.findings(check, Limited.USUAL, look));
        }
    }
}
