package dev.lintel.controller;

import dev.lintel.controller.commission.KeyFiles;
import dev.lintel.controller.config.ChannelWiring;
import dev.lintel.controller.config.ControllerConfig;
import dev.lintel.reader.hardware.HardwarePlan.ReaderWiring;
import dev.lintel.reader.osdp.Scbk;
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
record ReaderKeys(Map<String, Scbk> byName, List<String> faults, Set<String> shared) {
    ReaderKeys {
        byName = Map.copyOf(byName);
        faults = List.copyOf(faults);
        shared = Set.copyOf(shared);
    }

    static ReaderKeys read(ControllerConfig config, KeyFiles files) {
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
