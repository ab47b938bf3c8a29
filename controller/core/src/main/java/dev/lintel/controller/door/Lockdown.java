package dev.lintel.controller.door;

/// The ways through a door that a lockdown closes: credentials, the exit button, the auxiliary input. Fire and an
/// evacuation override it.
public record Lockdown(boolean card, boolean rex, boolean aux) {
    public static final Lockdown NONE = new Lockdown(false, false, false);

    public boolean any() {
        return card || rex || aux;
    }
}
