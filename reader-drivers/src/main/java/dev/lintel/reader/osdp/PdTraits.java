package dev.lintel.reader.osdp;

import dev.lintel.reader.osdp.Reply.Capability;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// What a PD tells of itself, in words for an installer. Pure.
public final class PdTraits {
    private PdTraits() {}

    /// Vendor, model, serial number and firmware.
    public static String identity(Reply.Identity id) {
        return String.format(
                Locale.ROOT,
                "vendor %s, model %d version %d, serial number %d, firmware %s",
                id.vendor().hex(),
                id.model(),
                id.version(),
                id.serial(),
                firmware(id));
    }

    /// The firmware's version as people write it.
    public static String firmware(Reply.Identity id) {
        return "%d.%d.%d"
                .formatted(
                        id.firmware().at(0), id.firmware().at(1), id.firmware().at(2));
    }

    /// One line of the extended identity.
    public static String entry(Reply.IdentityEntry entry) {
        String name = switch (entry.tag()) {
            case Reply.IdentityEntry.MANUFACTURER -> "manufacturer";
            case Reply.IdentityEntry.PRODUCT -> "product";
            case Reply.IdentityEntry.SERIAL -> "serial number";
            case Reply.IdentityEntry.FIRMWARE -> "firmware";
            case Reply.IdentityEntry.HARDWARE -> "hardware";
            case Reply.IdentityEntry.URL -> "address";
            case Reply.IdentityEntry.CONFIGURATION -> "configuration";
            default -> "tag " + entry.tag();
        };
        return name + " " + entry.text();
    }

    /// Each capability in a few words; unknown ones with their numbers.
    public static List<String> capabilities(Reply.Capabilities told) {
        var words = new ArrayList<String>();
        for (Capability c : told.functions()) {
            String said = words(c);
            if (said != null) words.add(said);
        }
        return words;
    }

    /// Whether the PD knows the secure channel; null when it does not say.
    public static @Nullable Boolean knowsSecurity(Reply.Capabilities told) {
        for (Capability c : told.functions()) {
            if (c.function() == Capability.SECURITY) return (c.level() & 1) != 0;
        }
        return null;
    }

    private static @Nullable String words(Capability c) {
        int level = c.level();
        int count = c.count();
        return switch (c.function()) {
            case 1 -> count + (level >= 3 ? " supervised" : "") + " inputs";
            case 2 -> count + (level >= 3 ? " timed" : "") + " outputs";
            case 3 -> "cards as " + (level == 1 ? "bits" : level == 2 ? "digits" : "bits or digits");
            case 4 -> count + " LEDs (" + colours(level) + ")";
            case 5 -> level == 1 ? "buzzer, on and off" : "buzzer, timed";
            case 6 -> count + " displays of " + display(level);
            case 7 -> null; // obsolete
            case Capability.CHECK -> level == 0 ? "checksum only" : "CRC";
            case Capability.SECURITY ->
                (level & 1) == 0
                        ? "no secure channel"
                        : "secure channel" + ((count & 1) == 0 ? "" : ", the standard key still in it");
            case Capability.RECEIVE_BUFFER -> "takes frames of " + (level | count << 8) + " bytes";
            case 11 -> "takes messages of " + (level | count << 8) + " bytes";
            case 12 -> level == 0 ? null : "smart cards";
            case 13 -> count + " readers behind it";
            case 14 -> level == 0 ? null : "biometrics";
            case 15 -> level == 0 ? null : "secure PIN entry";
            case 16 -> "OSDP " + (level == 1 ? "IEC 60839-11-5" : level == 2 ? "2.2" : "version " + level);
            case 17 -> level == 0 ? null : "extended identity";
            default -> "function %d: %d, %d".formatted(c.function(), level, count);
        };
    }

    private static String colours(int level) {
        return switch (level) {
            case 1 -> "on and off";
            case 2 -> "timed";
            case 3 -> "two colours";
            case 4 -> "three colours";
            default -> "level " + level;
        };
    }

    private static String display(int level) {
        return switch (level) {
            case 1 -> "1 line of 16";
            case 2 -> "2 lines of 16";
            case 3 -> "4 lines of 16";
            default -> "level " + level;
        };
    }
}
