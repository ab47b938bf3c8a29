package dev.lintel.controller.wiring;

import dev.lintel.controller.commission.KeyFiles;
import dev.lintel.controller.config.ChannelWiring;
import dev.lintel.controller.config.ControllerConfig;
import dev.lintel.controller.config.ControllerConfig.HardwareKind;
import dev.lintel.controller.config.DemoConfig;
import dev.lintel.reader.hardware.HardwarePlan.ReaderWiring;
import dev.lintel.reader.osdp.Scbk;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The base keys that `controller.yaml` names, as they are at the start: see [KeyFiles]. A reader with a key never goes
/// on without it. [KeyRing] changes them while the box runs.
///
/// @param byName a key for every name that the file has; where one cannot be read, or was removed, one that no reader
/// has
/// @param faults what is wrong with key files, a sentence each
/// @param shared names that several readers have
public record ReaderKeys(Map<String, Scbk> byName, List<String> faults, Set<String> shared) {
    private static final Logger LOG = System.getLogger(ReaderKeys.class.getName());

    public ReaderKeys {
        byName = Map.copyOf(byName);
        faults = List.copyOf(faults);
        shared = Set.copyOf(shared);
    }

    /// Makes the key of the demo's OSDP reader at the first start. A simulated reader is made with the key that the
    /// box has, so none has to be paired. Where it cannot be written, [#read] reports that there is none.
    public static void makeForDemo(ControllerConfig config, KeyFiles files) {
        boolean wanted = config.hardware() == HardwareKind.SIMULATED && namesDemoKey(config);
        if (!wanted || files.exists(DemoConfig.KEY) || files.removed(DemoConfig.KEY)) return;
        try {
            files.make(DemoConfig.KEY);
        } catch (IOException e) {
            LOG.log(Level.WARNING, "the key of the simulated reader cannot be written: " + e.getMessage());
        }
    }

    private static boolean namesDemoKey(ControllerConfig config) {
        return config.channels().stream()
                .flatMap(channel -> channel.readers().values().stream())
                .anyMatch(reader ->
                        reader.wiring() instanceof ReaderWiring.Osdp osdp && DemoConfig.KEY.equals(osdp.key()));
    }

    public static ReaderKeys read(ControllerConfig config, KeyFiles files) {
        Map<String, Scbk> keys = new HashMap<>();
        List<String> faults = new ArrayList<>();
        Set<String> shared = new HashSet<>();
        for (ChannelWiring channel : config.channels()) {
            channel.readers().forEach((side, reader) -> {
                if (!(reader.wiring() instanceof ReaderWiring.Osdp osdp) || osdp.key() == null) return;
                String where = "unit " + channel.unit() + ", " + side + " reader: ";
                if (keys.containsKey(osdp.key())) shared.add(osdp.key());
                keys.computeIfAbsent(osdp.key(), name -> {
                    if (files.removed(name)) return nobodysKey();
                    try {
                        return files.key(name);
                    } catch (IllegalArgumentException e) { // in words, without the key
                        faults.add(where + "the key " + files.path(name) + " " + e.getMessage());
                        return nobodysKey();
                    }
                });
            });
        }
        return new ReaderKeys(keys, faults, shared);
    }

    private static Scbk nobodysKey() {
        byte[] key = new byte[Scbk.BYTES];
        new SecureRandom().nextBytes(key);
        return Scbk.ofAny(key);
    }
}
