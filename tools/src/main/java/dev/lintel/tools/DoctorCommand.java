package dev.lintel.tools;

import dev.lintel.controller.time.SystemTime;
import dev.lintel.controller.time.Time;
import dev.lintel.controller.update.Installer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `lintel doctor`: whether this machine can be, or is, a good door controller. Changes nothing but a scratch file.
@Command(
        name = "doctor",
        description = {
            "Looks at the machine, the data folder and the running process, and says what to do.",
            "Exit code 1 when something fails; warnings are no failure."
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

    @Override
    public Integer call() {
        var client = new ControlClient(data.folder);
        boolean runs = client.runs();
        List<Finding> findings = new ArrayList<>(findings(data.folder, client, new SystemTime()));
        if (!runs) findings.addAll(ProcessChecks.ports(List.of(httpsPort, httpPort)));
        boolean failed = findings.stream().anyMatch(f -> f.state() == Finding.State.FAIL);
        if (output.json) {
            Map<String, @Nullable Object> report = new LinkedHashMap<>();
            report.put("ok", !failed);
            report.put("running", runs);
            report.put("checks", findings.stream().map(Finding::json).toList());
            output.print(report, String::valueOf);
        } else {
            for (Finding finding : findings) output.line(finding.sentence());
        }
        return failed ? 1 : 0;
    }

    /// What there is to find, of the process too where one runs.
    static List<Finding> findings(Path data, ControlClient client, Time time) {
        Path root = Path.of("/");
        var findings = new ArrayList<Finding>();
        findings.addAll(MachineChecks.all());
        findings.addAll(DataFolderChecks.all(data));
        findings.addAll(HardwareChecks.all());
        findings.addAll(UpdateChecks.all(root, new Installer(root, time, _ -> {}), time.now()));
        if (client.runs()) findings.addAll(ProcessChecks.running(client));
        if (client.runs()) findings.addAll(CertificateChecks.running(client));
        return findings;
    }
}
