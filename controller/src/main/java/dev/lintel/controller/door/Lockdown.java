package dev.lintel.controller.door;

/// What a door in lockdown lets nobody use: credentials, the exit button, the auxiliary input. Fire and an
/// evacuation override all.
public record Lockdown(boolean card, boolean rex, boolean aux) {
    public static final Lockdown NONE = new Lockdown(false, false, false);

    public boolean any() {
        return card || rex || aux;
    }
}
