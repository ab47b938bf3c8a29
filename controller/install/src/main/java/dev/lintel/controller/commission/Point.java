package dev.lintel.controller.commission;

/// One line of a channel at one moment. Immutable.
///
/// @param wired whether there is such a line at all, and it was opened; `active` is false where there is none
/// @param active as [Name#state] has it in words
public record Point(boolean wired, boolean active) {
    static final Point NONE = new Point(false, false);

    /// What a channel may have. `word` is as in `controller.yaml`, where the line is named there.
    public enum Name {
        /// Active: the leaf is closed.
        CONTACT("contact", "closed", "open"),
        REX("rex", "active", "inactive"),
        AUX("aux", "active", "inactive"),
        TAMPER("tamper", "open", "closed"),
        /// Of the whole box, at the doors that it releases.
        FIRE("fire", "on", "off"),
        /// As the door lane has it.
        STRIKE("strike", "released", "secured"),
        SOUNDER("sounder", "on", "off"),
        ENTRY("entry reader", "online", "offline"),
        EXIT("exit reader", "online", "offline");

        private final String word;
        private final String on;
        private final String off;

        Name(String word, String on, String off) {
            this.word = word;
            this.on = on;
            this.off = off;
        }

        public String word() {
            return word;
        }

        /// What that level means.
        public String state(boolean active) {
            return active ? on : off;
        }

        /// Whether it is an input of the chip, which tells of its changes itself.
        boolean input() {
            return switch (this) {
                case CONTACT, REX, AUX, TAMPER, FIRE -> true;
                case STRIKE, SOUNDER, ENTRY, EXIT -> false;
            };
        }
    }
}
