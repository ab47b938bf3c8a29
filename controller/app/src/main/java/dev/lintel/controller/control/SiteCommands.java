package dev.lintel.controller.control;

import dev.lintel.controller.policy.Change;
import dev.lintel.controller.policy.Policy;
import dev.lintel.controller.policy.PolicyCatalog;
import dev.lintel.controller.policy.SiteFile;
import dev.lintel.controller.policy.SitePlan;
import dev.lintel.controller.yaml.Checked;
import dev.lintel.controller.yaml.Fault;
import java.util.LinkedHashMap;
import java.util.Map;

/// `site plan`, `site apply` and `site export`: the policy file against what stands. Fields of the first two: `text`
/// (the file) and `name` (what faults call it). They answer a line a warning and a line a change; a file with faults
/// answers a line a fault and is refused.
public final class SiteCommands {
    private static final String RESTART = "channels come, go and move to another unit at the next restart of lintel;"
            + " until then doors work as they are wired now";

    private final PolicyCatalog catalog;

    public SiteCommands(PolicyCatalog catalog) {
        this.catalog = catalog;
    }

    public void plan(Request request, Responses out) {
        Policy wanted = read(request, out);
        warn(wanted, out);
        tell(catalog.plan(wanted), out);
    }

    public void apply(Request request, Responses out) {
        Policy wanted = read(request, out);
        warn(wanted, out);
        tell(catalog.apply(wanted, "lintel site apply"), out);
    }

    /// Of the wiring, which has no line in the file.
    private void warn(Policy wanted, Responses out) {
        for (String warning : catalog.warnings(wanted)) {
            out.send(Map.of("warning", warning, "text", "warning: " + warning));
        }
    }

    public void export(Request request, Responses out) {
        out.send(Map.of("text", catalog.export()));
    }

    private static Policy read(Request request, Responses out) {
        SiteFile.Read read = SiteFile.read(request.text("name"), request.text("text"));
        for (Fault warning : read.warnings()) out.send(json("warning", warning, "warning: " + warning));
        return switch (read.policy()) {
            case Checked.Valid<Policy>(Policy policy) -> policy;
            case Checked.Faulty<Policy>(var faults) -> {
                for (Fault fault : faults) out.send(json("fault", fault, fault.toString()));
                throw new Refused(faults.size() == 1 ? "1 fault" : faults.size() + " faults");
            }
        };
    }

    private static Map<String, Object> json(String kind, Fault fault, String text) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put(kind, fault.sentence());
        json.put("file", fault.file());
        json.put("line", fault.line());
        json.put("key", fault.key());
        json.put("text", text);
        return json;
    }

    private static void tell(SitePlan plan, Responses out) {
        for (Change change : plan.changes()) out.send(change.toTree());
        if (plan.needsRestart()) out.send(Map.of("restart_needed", true, "text", RESTART));
        if (!plan.refusals().isEmpty()) throw new Refused(String.join("\n", plan.refusals()));
    }
}
