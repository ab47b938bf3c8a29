package dev.lintel.controller;

import dev.lintel.controller.config.ChannelWiring;
import dev.lintel.controller.config.ControllerConfig;
import dev.lintel.controller.store.DataFolder;
import dev.lintel.reader.hardware.HardwarePlan.ReaderWiring;
import dev.lintel.reader.osdp.Scbk;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The base keys that `controller.yaml` names, from `keys/NAME` in the data folder: 32 hex digits, readable by the
/// owner only. Read once, at start. A reader with a key never goes on without it.
///
/// @param byName a key for every name that the file has; where one cannot be read, one that no reader has
/// @param faults what is wrong with key files, a sentence each
record ReaderKeys(Map<String, Scbk> byName, List<String> faults) {
    private static final int FILE_BYTES_MAX = 128; // 32 digits, and what an editor puts behind them
    private static final Set<PosixFilePermission> OWNERS =
            Set.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);

    ReaderKeys {
        byName = Map.copyOf(byName);
        faults = List.copyOf(faults);
    }

    static ReaderKeys read(ControllerConfig config, DataFolder folder) {
        Map<String, Scbk> keys = new HashMap<>();
        List<String> faults = new ArrayList<>();
        for (ChannelWiring channel : config.channels()) {
            channel.readers().forEach((side, reader) -> {
                if (!(reader.wiring() instanceof ReaderWiring.Osdp osdp) || osdp.key() == null) return;
                String where = "unit " + channel.unit() + ", " + side + " reader: ";
                keys.computeIfAbsent(osdp.key(), name -> {
                    Path file = folder.path().resolve("keys").resolve(name);
                    try {
                        return key(file);
                    } catch (IllegalArgumentException e) { // in words, without the key
                        faults.add(where + "the key " + file + " " + e.getMessage());
                        return nobodysKey();
                    }
                });
            });
        }
        return new ReaderKeys(keys, faults);
    }

    private static Scbk key(Path file) {
        try {
            if (!Files.exists(file)) {
                throw new IllegalArgumentException(
                        "is not there; 'lintel osdp key " + file.getFileName() + "' makes one");
            }
            if (!OWNERS.containsAll(Files.getPosixFilePermissions(file))) {
                throw new IllegalArgumentException(
                        "can be read by others: take their rights away (chmod 600), and use a new key");
            }
            if (Files.size(file) > FILE_BYTES_MAX) throw new IllegalArgumentException("is not 32 hex digits");
            byte[] text = Files.readAllBytes(file);
            try {
                return Scbk.ofHex(new String(text, StandardCharsets.US_ASCII).strip());
            } catch (IllegalArgumentException e) { // in words, without the key
                throw new IllegalArgumentException("is refused: " + e.getMessage(), e);
            } finally {
                Arrays.fill(text, (byte) 0);
            }
        } catch (IOException e) {
            throw new IllegalArgumentException("cannot be read: " + e.getMessage(), e);
        }
    }

    private static Scbk nobodysKey() {
        byte[] key = new byte[Scbk.BYTES];
        new SecureRandom().nextBytes(key);
        return Scbk.ofAny(key);
    }
}
