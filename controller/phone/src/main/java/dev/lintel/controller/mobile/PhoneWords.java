package dev.lintel.controller.mobile;

import dev.lintel.controller.access.Reason;
import java.util.Map;

/// Why a door stays shut, in words for whoever stands before it with a phone: what they can do about it, and nothing of
/// the box.
final class PhoneWords {
    /// The decision may still come.
    static final String UNANSWERED = "The door did not answer. Look at it, and try again.";

    static final String SWITCHED_OFF = "Phones open no doors here.";

    private static final String INSIDE = "You are inside already, as far as this door knows. ";

    private static final String OTHERWISE = "This door is shut to you now.";

    private static final Map<String, String> OF = Map.ofEntries(
            Map.entry("lockdown", "This door is locked down."),
            Map.entry("tamper", "Somebody has tampered with the reader at this door: it opens to nobody."),
            Map.entry("credential_disabled", "This phone was taken off."),
            Map.entry("credential_not_yet_valid", "This phone is not valid yet."),
            Map.entry("credential_expired", "This phone is not valid any more."),
            Map.entry("credential_suspended", "This phone is suspended now."),
            Map.entry("credential_used_up", "All entries for which this phone was valid are used."),
            Map.entry("credential_unused", "This phone was not used for too long, and has expired."),
            Map.entry("not_accepted_here", "This door does not take phones now."),
            Map.entry("person_disabled", "You are not admitted any more. Ask whoever invited you."),
            Map.entry("person_not_yet_valid", "You are not admitted yet."),
            Map.entry("person_expired", "The time for which you were admitted is over."),
            Map.entry("no_permission", "This is no door of yours."),
            Map.entry("reservation_expired", "Your reservation is over."),
            Map.entry("clock", "The clock of this door is not right: it cannot tell whether you may pass now."),
            Map.entry("out_of_hours", "Outside the hours in which you may pass."),
            Map.entry("role_stale", "This door has not heard of you for too long."),
            Map.entry("passback", INSIDE + "Leave by a reader before you come in again."),
            Map.entry("interlock", "Another door has to be shut first."),
            Map.entry(PhoneAsking.SWITCHED_OFF, "Phones do not open this door."),
            Map.entry("not_ready", "The door could not decide. Try again."));

    /// The same to who may leave by the page.
    private static final String LEAVE =
            INSIDE + "Leave, by a reader or by Leave on this page, before you come in again.";

    /// To who leaves.
    private static final Map<String, String> OF_LEAVING = Map.of(
            Reason.PASSBACK.word(), "You are outside already, as far as this door knows.",
            Reason.NOT_ACCEPTED_HERE.word(), "This door is not left by phone: use its reader, or its button.");

    private PhoneWords() {}

    /// Whether it is about the person, whatever the door.
    static boolean isOfPerson(String reason) {
        return reason.startsWith("person_") || reason.startsWith("credential_");
    }

    /// @param reason the log's word
    /// @param side that the phone asked to pass from
    /// @param leave the page offers to leave by that door
    static String of(String reason, String side, boolean leave) {
        if (side.equals(PhoneDesk.EXIT)) return OF_LEAVING.getOrDefault(reason, of(reason));
        return leave && reason.equals(Reason.PASSBACK.word()) ? LEAVE : of(reason);
    }

    /// Of who comes in, wherever.
    ///
    /// @param reason the log's word
    static String of(String reason) {
        return OF.getOrDefault(reason, OTHERWISE);
    }
}
