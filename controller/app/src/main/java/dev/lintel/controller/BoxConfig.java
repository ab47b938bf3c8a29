package dev.lintel.controller;

import dev.lintel.controller.commission.WiringFile;
import dev.lintel.controller.config.BareConfig;
import dev.lintel.controller.config.ChannelWiring;
import dev.lintel.controller.config.ConfigFile;
import dev.lintel.controller.config.ControllerConfig;
import dev.lintel.controller.config.ControllerConfig.HardwareKind;
import dev.lintel.controller.config.DemoConfig;
import dev.lintel.controller.config.RunException;
import dev.lintel.controller.policy.FirstSite;
import dev.lintel.controller.policy.Policy;
import dev.lintel.controller.policy.PolicyCatalog;
import dev.lintel.controller.policy.SiteFile;
import dev.lintel.controller.yaml.Checked;
import dev.lintel.controller.yaml.Fault;
import java.nio.file.Files;
import java.nio.file.Path;
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
        ControllerConfig config = controller(options, surroundings.board(), faults);
        var siteFaults = new ArrayList<String>();
        Policy site = options.site() == null ? null : valid(SiteFile.load(options.site()), siteFaults);
        if (!surroundings.service()) faults.addAll(siteFaults);
        if (config == null) throw RunException.ofWiring(faults);
        if (!faults.isEmpty()) throw new RunException(faults);
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

    /// A box that is told of no file looks for it in its data folder, which outlives the system around it. Without one
    /// an installed box has no doors, and any other simulated ones.
    private static @Nullable ControllerConfig controller(RunOptions options, boolean board, List<String> faults) {
        Path file = options.config();
        Path own = options.data().resolve(WiringFile.FILE);
        if (file == null && Files.exists(own)) file = own;
        if (file != null) return valid(ConfigFile.load(file), faults);
        return board ? BareConfig.create() : DemoConfig.create();
    }

    /// Gives a new box its first policy, and one that began without doors those of its first file; applies the site's
    /// file. Returns why that is not applied: then nothing of it is.
    List<String> begin(PolicyCatalog policy, RunOptions options) {
        boolean demo = options.demo() && site == null && controller.hardware() == HardwareKind.SIMULATED;
        List<Integer> units =
                controller.channels().stream().map(ChannelWiring::unit).toList();
        if (!policy.begun()) policy.begin(demo ? FirstSite.demo() : FirstSite.bare(controller.name(), units));
        if (site != null) return policy.apply(site, "lintel run --site").refusals();
        Policy stands = policy.snapshot().policy();
        // Where a hub rules, this is refused: it says which doors there are.
        if (FirstSite.isBare(stands) && !units.isEmpty())
            policy.apply(FirstSite.withDoors(stands, units), "lintel run");
        return siteFaults;
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
