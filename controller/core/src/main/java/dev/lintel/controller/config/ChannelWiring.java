package dev.lintel.controller.config;

import dev.lintel.reader.format.CardFormats;
import dev.lintel.reader.gpio.LineSpec;
import dev.lintel.reader.hardware.HardwarePlan.Doorway;
import dev.lintel.reader.hardware.HardwarePlan.ReaderWiring;
import dev.lintel.reader.keypad.PinRules;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What is wired to one channel. Immutable.
///
/// @param unit names the channel's wiring, 1 or more; `site.yaml` refers to it
/// @param readers by side: `entry`, `exit`; none at a floor, or at a door with exits only
/// @param contact active = leaf closed; null without one
/// @param rex the request-to-exit switch; null without one
/// @param rexReleases whether it releases the strike; else it only tells that somebody leaves by the handle
/// @param tamper active = the housing is open; null without one
/// @param alarm the sounder's output; null without one
/// @param egress whether leaving depends on this box
/// @param cutByPanel whether the fire panel itself cuts the lock's power, as the installer says
/// @param debounce of its inputs
public record ChannelWiring(
        int unit,
        Map<String, ReaderConfig> readers,
        Strike strike,
        @Nullable LineSpec contact,
        @Nullable LineSpec rex,
        boolean rexReleases,
        @Nullable LineSpec aux,
        @Nullable LineSpec tamper,
        @Nullable LineSpec alarm,
        Egress egress,
        boolean cutByPanel,
        Debounce debounce) {
    public ChannelWiring {
        readers = Map.copyOf(readers);
    }

    /// With the usual debounce.
    public ChannelWiring(
            int unit,
            Map<String, ReaderConfig> readers,
            Strike strike,
            @Nullable LineSpec contact,
            @Nullable LineSpec rex,
            boolean rexReleases,
            @Nullable LineSpec aux,
            @Nullable LineSpec tamper,
            @Nullable LineSpec alarm,
            Egress egress,
            boolean cutByPanel) {
        this(unit, readers, strike, contact, rex, rexReleases, aux, tamper, alarm, egress, cutByPanel, Debounce.USUAL);
    }

    /// The same with its lock, what lets people out, and the sounder, which is to be silent; and nothing else.
    public ChannelWiring exitsOnly() {
        return new ChannelWiring(
                unit, Map.of(), strike, null, rex, rexReleases, aux, null, alarm, egress, cutByPanel, debounce);
    }

    /// The lock's output.
    ///
    /// @param energised the line; active = current flows through the lock
    public record Strike(LineSpec energised, Fail fail) {
        /// The line as the door sees it: active = released, whatever the lock does with current.
        public LineSpec released() {
            boolean activeHigh = fail == Fail.SAFE ? !energised.activeHigh() : energised.activeHigh();
            return new LineSpec(energised.line(), activeHigh);
        }
    }

    /// What the lock does without power.
    public enum Fail {
        /// Stays locked; current releases it (a strike).
        SECURE,
        /// Lets go; current holds it (a maglock).
        SAFE
    }

    /// How people get out.
    public enum Egress {
        /// A handle or bar opens the door whatever this box does.
        MECHANICAL,
        /// Nobody leaves unless this box releases the lock: nothing may then keep it from doing so.
        CONTROLLER
    }

    /// One reader.
    ///
    /// @param formats card formats tried in this order, the first match wins
    /// @param pins when an entry at its keypad is whole
    public record ReaderConfig(ReaderWiring wiring, CardFormats formats, PinRules pins) {
        public static final List<String> FORMATS = List.of("H10301", "raw");

        /// A reader of which nothing more is said.
        static ReaderConfig usual(ReaderWiring wiring) {
            return new ReaderConfig(wiring, CardFormats.of(FORMATS), PinRules.USUAL);
        }
    }

    Doorway toDoorway() {
        Map<String, ReaderWiring> wirings = new LinkedHashMap<>();
        readers.forEach((side, reader) -> wirings.put(side, reader.wiring()));
        return new Doorway(unit, wirings, strike.released(), contact, rex, aux, tamper, alarm);
    }
}
