package dev.lintel.controller.commission;

import dev.lintel.controller.config.ConfigFile;
import dev.lintel.controller.yaml.YamlEdit;
import dev.lintel.reader.serial.PortPlace;
import dev.lintel.reader.serial.TcpAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Lines of OSDP readers, as `buses` of `controller.yaml` has them. As [DoorForm]; of the machine only what
/// its links say is asked.
final class BusForm {
    private static final String BUSES = "buses";

    private BusForm() {}

    static Map<String, Object> all(YamlEdit file) {
        return file.entries(BUSES);
    }

    static YamlEdit written(YamlEdit file, String name, String port, int baud) {
        if (!name.matches("[a-z0-9][a-z0-9-]{0,30}")) {
            throw new CommissionException("a bus is named by small letters, digits and dashes, such as rs485-1");
        }
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("protocol", "osdp");
        tree.put("port", port.strip());
        tree.put("baud", Integer.toString(baud));
        return file.withEntry(BUSES, name, tree);
    }

    /// Throws [CommissionException] where there is no such bus, or where readers are on it.
    static YamlEdit without(YamlEdit file, String name) {
        if (!all(file).containsKey(name)) throw new CommissionException("there is no bus " + name);
        List<String> readers = readersOn(file, name);
        if (!readers.isEmpty()) {
            throw new CommissionException(name + " has " + String.join(", ", readers) + ": give "
                    + (readers.size() == 1 ? "it" : "them") + " another line first");
        }
        return file.withoutEntry(BUSES, name);
    }

    /// The readers that are on a bus, in words.
    static List<String> readersOn(YamlEdit file, String name) {
        var words = new ArrayList<String>();
        for (Map<String, Object> channel : file.items("channels")) {
            if (!(channel.get("readers") instanceof Map<?, ?> readers)) continue;
            readers.forEach((side, reader) -> {
                if (reader instanceof Map<?, ?> wired && name.equals(wired.get("bus"))) {
                    words.add("the " + side + " reader of unit " + channel.get("unit"));
                }
            });
        }
        return words;
    }

    /// The bus whose line is that device, by whichever name; null where none is. Throws [CommissionException]
    /// where it has another speed, which its other readers have too.
    static @Nullable String on(YamlEdit file, String port, int baud) {
        String place = PortPlace.of(port);
        for (Map.Entry<String, Object> bus : all(file).entrySet()) {
            if (!(bus.getValue() instanceof Map<?, ?> tree)) continue;
            if (!PortPlace.of(String.valueOf(tree.get("port"))).equals(place)) continue;
            String speed = String.valueOf(Objects.requireNonNullElse(tree.get("baud"), ConfigFile.BAUD));
            boolean same = TcpAddress.isMeant(port) || speed.equals(Integer.toString(baud));
            if (same) return bus.getKey();
            throw new CommissionException(bus.getKey() + " is at " + speed + " baud, and the reader at " + baud
                    + ": give the reader the line's speed (Readers on a line, Give a reader another address), or the"
                    + " line the reader's, which all its readers must have (Commissioning, Lines with OSDP readers)");
        }
        return null;
    }

    /// A name that none has.
    static String freeName(YamlEdit file) {
        int number = 1;
        while (all(file).containsKey("rs485-" + number)) number++;
        return "rs485-" + number;
    }
}
