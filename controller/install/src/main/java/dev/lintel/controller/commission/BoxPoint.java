package dev.lintel.controller.commission;

/// One line of the whole box at one moment. Immutable.
///
/// @param line what it is, such as `input bell`, `output siren`, `lockdown Reception`, `fire East` or `power`
/// @param output whether the box drives it
public record BoxPoint(String line, boolean output, boolean active) {
    /// `on` and `off` of an output, `active` and `inactive` of an input.
    public String state() {
        if (output) return active ? "on" : "off";
        return active ? "active" : "inactive";
    }
}
