package dev.lintel.controller.commission;

import dev.lintel.controller.config.BoxInputs;
import dev.lintel.controller.config.ChannelWiring;
import dev.lintel.reader.gpio.LineSpec;
import org.jspecify.annotations.Nullable;

/// What is asked about an input that is not at rest as somebody begins to try a door: the switch may be of the other
/// kind, which only whoever stands there sees. Immutable.
///
/// @param question what the box sees, and whether it is so
/// @param field what is wrong then, as the forms and commands name it
/// @param level what it is to be in place of the other
public record Doubt(String question, String field, String level) {
    /// Null for a test of nothing that has a rest, or of what is not wired.
    public static @Nullable Doubt of(DoorTest test, ChannelWiring wiring, BoxInputs inputs) {
        BoxInputs.Fire fire = inputs.fire();
        return switch (test) {
            case CONTACT -> of("The box sees the leaf open. Is it shut?", "contact.closed", wiring.contact());
            case TAMPER -> of("The box sees the housing open. Is it shut?", "tamper.active", wiring.tamper());
            case REX -> of("The box sees the exit button pressed. Does nobody press it?", "rex.active", wiring.rex());
            case AUX ->
                of("The box sees the auxiliary button pressed. Does nobody press it?", "aux.active", wiring.aux());
            case FIRE ->
                of(
                        "The box sees the fire panel release the door. Is the panel at rest?",
                        "fire.active",
                        fire == null ? null : fire.line());
            case ENTRY_READER, EXIT_READER, ENTRY_LIGHT, EXIT_LIGHT, STRIKE, SOUNDER -> null;
        };
    }

    private static @Nullable Doubt of(String question, String field, @Nullable LineSpec line) {
        return line == null ? null : new Doubt(question, field, line.activeHigh() ? "low" : "high");
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
