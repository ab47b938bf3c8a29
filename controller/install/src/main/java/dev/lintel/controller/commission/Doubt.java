package dev.lintel.controller.commission;

import dev.lintel.controller.config.BoxInputs;
import dev.lintel.controller.config.ChannelWiring;
import dev.lintel.reader.gpio.LineSpec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What is asked about an input that was not at rest as somebody began to try a door: the switch may be of the other
/// kind, which only whoever stands there sees. Immutable.
///
/// @param question what the box saw then, and whether it was so
/// @param rest what somebody says who has brought it to rest since
/// @param field what is wrong then, as the forms and commands name it
/// @param level what it is to be in place of the other
public record Doubt(String question, String rest, String field, String level) {
    private static final String NOBODY_PRESSES = "Nobody presses it now";

    /// Null for a test of nothing that has a rest, or of what is not wired.
    public static @Nullable Doubt of(DoorTest test, ChannelWiring wiring, BoxInputs inputs) {
        return switch (test) {
            case CONTACT ->
                of("the leaf open", "Was it shut", "The door is shut now", "contact.closed", wiring.contact());
            case TAMPER ->
                of("the housing open", "Was it shut", "The housing is shut now", "tamper.active", wiring.tamper());
            case REX ->
                of("the exit button pressed", "Did nobody press it", NOBODY_PRESSES, "rex.active", wiring.rex());
            case AUX ->
                of("the auxiliary button pressed", "Did nobody press it", NOBODY_PRESSES, "aux.active", wiring.aux());
            case FIRE -> {
                String seen = "the fire panel release the door";
                LineSpec line = oneInput(wiring, inputs);
                yield of(seen, "Was the panel at rest", "The panel is at rest now", "fire.active", line);
            }
            case ENTRY_READER, EXIT_READER, ENTRY_LIGHT, EXIT_LIGHT, STRIKE, SOUNDER, FIRE_RELEASE -> null;
        };
    }

    /// The box's one fire input; null where it has zones, which are wired in the file alone.
    private static @Nullable LineSpec oneInput(ChannelWiring wiring, BoxInputs inputs) {
        List<BoxInputs.FireZone> zones = inputs.fireZones(wiring.unit());
        return zones.size() == 1 && zones.getFirst().name().isEmpty()
                ? zones.getFirst().line()
                : null;
    }

    private static @Nullable Doubt of(String seen, String was, String rest, String field, @Nullable LineSpec line) {
        if (line == null) return null;
        String question = "The box saw " + seen + " as the test began. " + was + "?";
        return new Doubt(question, rest, field, line.activeHigh() ? "low" : "high");
    }

    /// Whether it is the whole box's, not the door's.
    public boolean ofBox() {
        return field.startsWith("fire.");
    }

    /// The command that writes it the other way round.
    String command(int unit) {
        return "lintel commission " + (ofBox() ? "inputs " : "door " + unit + " ") + field + "=" + level;
    }
}
