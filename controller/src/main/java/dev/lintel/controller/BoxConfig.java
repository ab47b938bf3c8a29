package dev.lintel.controller;

import dev.lintel.controller.config.ConfigFile;
import dev.lintel.controller.config.ControllerConfig;
import dev.lintel.controller.config.DemoConfig;
import dev.lintel.controller.policy.Policy;
import dev.lintel.controller.policy.SiteFile;
import dev.lintel.controller.yaml.Checked;
import dev.lintel.controller.yaml.Fault;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Both files of a start, checked before anything begins: with a fault in either, nothing is opened or applied. Only a
/// service goes on without the site's: its doors work by what stands.
///
/// @param site the policy to apply, or null to leave what stands
/// @param siteFaults why a service has no policy to apply
record BoxConfig(ControllerConfig controller, @Nullable Policy site, List<String> siteFaults) {
    BoxConfig {
        siteFaults = List.copyOf(siteFaults);
    }

    /// Throws [RunException] with every fault of both files.
    static BoxConfig load(RunOptions options, Surroundings surroundings) {
        var faults = new ArrayList<String>();
        ControllerConfig config =
                options.config() == null ? DemoConfig.create() : valid(ConfigFile.load(options.config()), faults);
        var siteFaults = new ArrayList<String>();
        Policy site = options.site() == null ? null : valid(SiteFile.load(options.site()), siteFaults);
        if (!surroundings.service()) faults.addAll(siteFaults);
        if (config == null || !faults.isEmpty()) throw new RunException(faults);
        try {
            config = config.withPorts(options.httpsPort(), options.httpPort());
            String url = options.publicUrl() == null ? surroundings.publicUrl() : options.publicUrl();
            if (url != null) config = config.withPublicUrl(url);
            if (surroundings.rateLimit() != null) {
                config = config.withRateLimit(Integer.parseInt(surroundings.rateLimit()));
            }
        } catch (NumberFormatException e) {
            throw new RunException("LINTEL_RATE_LIMIT is a number of requests a minute, 0 for off");
        } catch (IllegalArgumentException e) {
            throw new RunException(String.valueOf(e.getMessage()));
        }
        return new BoxConfig(config, site, siteFaults);
    }

    private static <T> @Nullable T valid(Checked<T> checked, List<String> faults) {
        return switch (checked) {
            case Checked.Valid<T> valid -> valid.value();
            case Checked.Faulty<T> faulty -> {
                for (Fault fault : faulty.faults()) faults.add(fault.toString());
                yield null;
            }
        };
    }
}
