package dev.lintel.reader.hardware;

import dev.lintel.reader.gpio.LineSpec;
import dev.lintel.reader.gpio.WirePair;
import dev.lintel.reader.keypad.Keypad;
import dev.lintel.reader.osdp.Scbk;
import dev.lintel.reader.serialcard.SerialProtocol;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The wiring, as the configuration tells it: what is connected to which line and port.
///
/// @param chip path of the GPIO chip, such as `/dev/gpiochip0`; the simulator ignores it
/// @param buses by name
/// @param keys base keys of OSDP readers, by name
/// @param doors one for each channel with a door
/// @param inputs the lines that are the whole box's
/// @param outputs the named outputs of the box
/// @param bare nothing is wired yet: no chip is opened, and none need be there
public record HardwarePlan(
        String chip,
        Map<String, Bus> buses,
        List<Doorway> doors,
        Map<String, Scbk> keys,
        List<BoxInput> inputs,
        List<BoxOutput> outputs,
        boolean bare) {
    public HardwarePlan {
        outputs = List.copyOf(outputs);
        inputs = List.copyOf(inputs);
        buses = Map.copyOf(buses);
        doors = List.copyOf(doors);
        keys = Map.copyOf(keys);
    }

    /// Without named outputs.
    public HardwarePlan(
            String chip,
            Map<String, Bus> buses,
            List<Doorway> doors,
            Map<String, Scbk> keys,
            List<BoxInput> inputs,
            boolean bare) {
        this(chip, buses, doors, keys, inputs, List.of(), bare);
    }

    /// Without a reader that has a key.
    public HardwarePlan(String chip, Map<String, Bus> buses, List<Doorway> doors) {
        this(chip, buses, doors, Map.of(), List.of(), false);
    }

    /// Without a fire input.
    public HardwarePlan(String chip, Map<String, Bus> buses, List<Doorway> doors, Map<String, Scbk> keys) {
        this(chip, buses, doors, keys, List.of(), false);
    }

    /// Of a box with a fire input.
    public HardwarePlan(
            String chip, Map<String, Bus> buses, List<Doorway> doors, Map<String, Scbk> keys, LineSpec fire) {
        this(chip, buses, doors, keys, List.of(new BoxInput(BoxInput.Kind.FIRE, "", fire)), false);
    }

    /// A line of the box.
    ///
    /// @param name empty where there is but one of its kind, without a name
    /// @param check the other contact of a change-over switch, active at rest; null without one
    public record BoxInput(
            Kind kind, String name, LineSpec line, @Nullable LineSpec check) {
        /// With one contact.
        public BoxInput(Kind kind, String name, LineSpec line) {
            this(kind, name, line, null);
        }

        /// What the input is for.
        public enum Kind {
            FIRE,
            LOCKDOWN,
            EVACUATION,
            THREAT,
            POWER,
            BATTERY_LOW,
            /// One that the actions of a site name.
            NAMED
        }
    }

    /// A named output of the box.
    public record BoxOutput(String name, LineSpec line) {}

    /// An OSDP bus. `port` is a device path or the simulator's name for one.
    public record Bus(String port, int baud) {}

    /// One doorway: `readers` by side (`entry`, `exit`); lines are null where nothing is wired.
    ///
    /// @param unit the channel's unit number, 1 or more
    /// @param contact active = leaf closed
    /// @param tamper active = the housing is open
    /// @param alarm the sounder's output
    public record Doorway(
            int unit,
            Map<String, ReaderWiring> readers,
            LineSpec strike,
            @Nullable LineSpec contact,
            @Nullable LineSpec rex,
            @Nullable LineSpec aux,
            @Nullable LineSpec tamper,
            @Nullable LineSpec alarm) {
        public Doorway {
            readers = Map.copyOf(readers);
        }

        /// Without tamper switch and sounder.
        public Doorway(
                int unit,
                Map<String, ReaderWiring> readers,
                LineSpec strike,
                @Nullable LineSpec contact,
                @Nullable LineSpec rex,
                @Nullable LineSpec aux) {
            this(unit, readers, strike, contact, rex, aux, null, null);
        }
    }

    /// How one reader is wired.
    public sealed interface ReaderWiring {
        /// A PD on an RS-485 bus. `bus` is a key of [HardwarePlan#buses].
        ///
        /// @param key the name of its base key, one of [HardwarePlan#keys]; null for a plain wire
        record Osdp(String bus, int address, @Nullable String key) implements ReaderWiring {
            /// On a plain wire.
            public Osdp(String bus, int address) {
                this(bus, address, null);
            }
        }

        /// Two data lines, and lines for LED and buzzer where wired.
        ///
        /// @param keypad how its keys come over the data lines; null where it has none
        record Wiegand(
                WirePair data,
                @Nullable LineSpec greenLed,
                @Nullable LineSpec redLed,
                @Nullable LineSpec buzzer,
                @Nullable Keypad keypad)
                implements ReaderWiring {
            /// Data lines that are pulled up, and no keypad.
            public Wiegand(
                    int d0, int d1, @Nullable LineSpec greenLed, @Nullable LineSpec redLed, @Nullable LineSpec buzzer) {
                this(new WirePair(d0, d1), greenLed, redLed, buzzer, null);
            }
        }

        /// A reader with a serial port of its own. `port` is a device path or the simulator's name for one.
        ///
        /// @param confirm whether a card's frame must come twice to count
        record Serial(String port, int baud, SerialProtocol protocol, boolean confirm) implements ReaderWiring {}
    }
}
