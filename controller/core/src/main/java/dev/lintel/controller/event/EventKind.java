package dev.lintel.controller.event;

import static dev.lintel.controller.event.EventClass.ACCESS;
import static dev.lintel.controller.event.EventClass.PERIMETER;
import static dev.lintel.controller.event.EventClass.STATUS;
import static dev.lintel.controller.event.EventClass.SYNC;
import static dev.lintel.controller.event.EventClass.SYSTEM;

import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Every kind of event there is, with its number in the store (never reused) and its codes in both listings. A kind
/// without a code in a listing does not show there. Compared with `docs/events.md` by a test.
public enum EventKind {
    CHANNEL_STARTED(1, STATUS, 1, 1, 40, "Channel started", "Channel online"),
    CHANNEL_STOPPED(2, STATUS, 2, 2, 41, "Channel stopped", "Channel offline"),
    CHANNEL_CONTACT_LOST(3, STATUS, 3, 3, 41, "Channel contact lost", "Channel offline"),
    ADMITTED_CARD(10, ACCESS, 10, 10, 10, "Admitted (card/fob)", "Access granted"),
    ADMITTED_PIN(11, ACCESS, 11, 11, 15, "Admitted (PIN)", "Access granted (PIN)"),
    ADMITTED_MANUAL(12, ACCESS, 12, 12, 14, "Admitted (manual)", "Access granted (remote)"),
    ADMITTED_REQUEST_EXIT(13, ACCESS, 13, 13, 10, "Admitted (request exit)", "Access granted"),
    ADMITTED_AUXILIARY(14, ACCESS, 14, 14, 10, "Admitted (auxiliary)", "Access granted"),
    ADMITTED_MOBILE(15, ACCESS, 15, 15, 16, "Admitted (mobile)", "Access granted (mobile)"),
    ADMITTED_UNLOCKED(16, ACCESS, 16, 16, 12, "Admitted (door unlocked)", "Access granted (schedule)"),
    ADMITTED_APPLE(17, ACCESS, 17, 17, 16, "Admitted (Apple wallet)", "Access granted (mobile)"),
    ADMITTED_GOOGLE(18, ACCESS, 18, 18, 16, "Admitted (Google wallet)", "Access granted (mobile)"),
    REJECTED_UNKNOWN_CARD(20, ACCESS, 20, 20, 25, "Rejected (unauthorised card/fob)", "Denied: invalid credential"),
    REJECTED_NO_PERMISSION(201, ACCESS, 20, 24, 23, "Rejected (unauthorised card/fob)", "Denied: no permission"),
    REJECTED_PERSON_DISABLED(202, ACCESS, 20, 24, 21, "Rejected (unauthorised card/fob)", "Denied: disabled person"),
    REJECTED_CREDENTIAL_DISABLED(
            203, ACCESS, 20, 24, 22, "Rejected (unauthorised card/fob)", "Denied: disabled credential"),
    REJECTED_RESERVATION_EXPIRED(
            204, ACCESS, 20, 24, 26, "Rejected (unauthorised card/fob)", "Denied: expired reservation"),
    REJECTED_OUT_OF_HOURS(21, ACCESS, 21, 21, 24, "Rejected (out of hours)", "Denied: outside schedule"),
    REJECTED_LOCKDOWN(22, ACCESS, 22, 22, 20, "Rejected (lock down)", "Access denied (generic)"),
    REJECTED_TAMPER(23, ACCESS, 23, 23, 20, "Rejected (tamper)", "Access denied (generic)"),
    REJECTED_UNKNOWN_PIN(24, ACCESS, 24, 24, 25, "Rejected (unauthorised PIN)", "Denied: invalid credential"),
    REJECTED_TIMEOUT(25, ACCESS, 25, 25, 20, "Rejected (second factor not given in time)", "Access denied (generic)"),
    REJECTED_WRONG_FACTOR(26, ACCESS, 26, 26, 20, "Rejected (second factor wrong)", "Access denied (generic)"),
    REJECTED_PASSBACK(28, ACCESS, 28, 28, 20, "Rejected (passback detected)", "Access denied (generic)"),
    REJECTED_PIN_LOCKED(320, ACCESS, 320, 320, 20, "Rejected (too many wrong PINs)", "Access denied (generic)"),
    REJECTED_CLOCK(321, ACCESS, 321, 321, 20, "Rejected (clock not trusted)", "Access denied (generic)"),
    REJECTED_NOT_READY(322, ACCESS, 322, 322, 20, "Rejected (no decision in time)", "Access denied (generic)"),
    REJECTED_INTERLOCK(323, ACCESS, 323, 323, 20, "Rejected (interlock)", "Access denied (generic)"),
    REJECTED_ALONE(324, ACCESS, 324, 324, 20, "Rejected (another person needed)", "Access denied (generic)"),
    REJECTED_THREAT_LEVEL(325, ACCESS, 325, 325, 20, "Rejected (threat level)", "Access denied (generic)"),
    REJECTED_NOT_APPROVED(326, ACCESS, 326, 326, 20, "Rejected (not approved)", "Access denied (generic)"),
    REJECTED_OCCUPANCY(329, ACCESS, 329, 329, 20, "Rejected (number of people in the area)", "Access denied (generic)"),
    REX_PRESSED(30, PERIMETER, 30, 30, 0, "Request exit button pressed", ""),
    DOOR_NORMAL(31, PERIMETER, 31, 31, 0, "Channel/door state normal", ""),
    FORCED_OPEN(32, PERIMETER, 32, 32, 46, "Channel/door state forced-open", "Door forced open"),
    EXTENDED_OPEN(33, PERIMETER, 33, 33, 47, "Channel/door state extended-open", "Door held open"),
    DOOR_EXTENDED_WARNING(330, PERIMETER, 330, 330, 0, "Door open too long soon", ""),
    READER_OFFLINE(331, STATUS, 331, 331, 41, "Reader offline", "Channel offline"),
    READER_ONLINE(332, STATUS, 332, 332, 40, "Reader online", "Channel online"),
    FIRE_RELEASE_ON(333, PERIMETER, 333, 333, 43, "Fire release started", "Channel mode unlock"),
    FIRE_RELEASE_OFF(334, PERIMETER, 334, 334, 42, "Fire release ended", "Channel mode normal"),
    EVACUATION_STARTED(390, PERIMETER, 390, 390, 43, "Evacuation started", "Channel mode unlock"),
    EVACUATION_ENDED(391, PERIMETER, 391, 391, 42, "Evacuation ended", "Channel mode normal"),
    DURESS(335, PERIMETER, 335, 335, 0, "Duress", ""),
    FIRST_RESPONDER(336, PERIMETER, 336, 336, 0, "First responder admitted in lockdown", ""),
    LINE_FAULT(337, PERIMETER, 337, 337, 0, "Line fault", ""),
    LINE_NORMAL(338, PERIMETER, 338, 338, 0, "Line works again", ""),
    EXIT_HELD(344, PERIMETER, 344, 344, 0, "Exit held for too long", ""),
    EXIT_LET_GO(345, PERIMETER, 345, 345, 0, "Exit let go", ""),
    ADMITTED_NOT_USED(346, STATUS, 346, 346, 0, "Admitted, and the door was not opened", ""),
    ALARM_REMINDER(360, PERIMETER, 360, 360, 0, "Alarm reminder", ""),
    ALARM_ACKNOWLEDGED(361, PERIMETER, 361, 361, 0, "Alarm acknowledged", ""),
    PIN_GUESSING(370, PERIMETER, 370, 370, 0, "Too many wrong PINs", ""),
    UNKNOWN_CARDS(371, PERIMETER, 371, 371, 0, "Many unknown cards at a reader", ""),
    UNKNOWN_CARDS_OVER(372, PERIMETER, 372, 372, 0, "No more unknown cards at the reader", ""),
    PASSBACK_FORGIVEN(374, STATUS, 374, 374, 0, "Passback forgiven", ""),
    AUTO_UNLOCK_STARTED(40, STATUS, 40, 40, 43, "Automatic unlock shift started", "Channel mode unlock"),
    AUTO_UNLOCK_ENDED(41, STATUS, 41, 41, 42, "Automatic unlock shift ended", "Channel mode normal"),
    MODE_UNLOCK(340, STATUS, 340, 340, 43, "Channel mode unlock", "Channel mode unlock"),
    MODE_NORMAL(341, STATUS, 341, 341, 42, "Channel mode normal", "Channel mode normal"),
    MODE_SECURE(362, STATUS, 362, 362, 42, "Channel mode secure", "Channel mode normal"),
    LOCKDOWN_ON(342, STATUS, 342, 342, 44, "Lockdown started", "Channel mode lockdown"),
    LOCKDOWN_OFF(343, STATUS, 343, 343, 42, "Lockdown ended", "Channel mode normal"),
    APPROVAL_REQUESTED(368, STATUS, 368, 368, 0, "Approval requested", ""),
    THREAT_LEVEL_CHANGED(383, STATUS, 383, 383, 0, "Threat level of a site changed", ""),
    AREA_EMPTY(392, STATUS, 392, 392, 0, "Area empty", ""),
    AREA_BELOW_MINIMUM(393, STATUS, 393, 393, 0, "Fewer people in an area than the minimum", ""),
    AREA_NORMAL(394, STATUS, 394, 394, 0, "Number of people in an area normal", ""),
    AREA_FULL(395, STATUS, 395, 395, 0, "Area full", ""),
    ADMISSION_REQUESTED(50, STATUS, 50, 50, 0, "Remote admission requested", ""),
    ADMISSION_DENIED(51, STATUS, 51, 51, 0, "Remote admission denied", ""),
    ADMISSION_OFFLINE(52, STATUS, 52, 52, 0, "Remote admission: channel offline", ""),
    MFA_STARTED(70, STATUS, 70, 70, 0, "Second factor awaited", ""),
    TAMPER(90, PERIMETER, 90, 90, 45, "Tamper detected", "Channel tamper alert"),
    TAMPER_CLEARED(91, PERIMETER, 91, 91, 0, "Tamper cleared", ""),
    SYNC_STARTED(100, SYNC, 100, 100, 60, "Channel sync started", "Sync started"),
    SYNC_NOT_REQUIRED(101, SYNC, 101, 101, 0, "Channel sync not required", ""),
    SYNC_COMPLETED(105, SYNC, 105, 105, 61, "Channel sync completed", "Sync completed"),
    SYNC_FAILED(106, SYNC, 106, 106, 62, "Channel sync failed", "Sync failed"),
    SYNC_TIMING_OUT(107, SYNC, 107, 107, 0, "Channel sync timing out", ""),
    CONFIGURATION_CHANGED(350, SYSTEM, 350, 350, 70, "Configuration change", "Configuration change"),
    CLOCK_STATE_CHANGED(351, SYSTEM, 351, 351, 0, "Clock state changed", ""),
    POWER_FAIL(352, SYSTEM, 352, 352, 0, "Power failure", ""),
    STORAGE_FAULT(353, SYSTEM, 353, 353, 0, "Storage fault", ""),
    UPDATE_INSTALLED(354, SYSTEM, 354, 354, 0, "Update installed", ""),
    DOORS_HUNG(355, SYSTEM, 355, 355, 0, "Doors hang: locks at rest", ""),
    DOORS_GO_ON(356, SYSTEM, 356, 356, 0, "Doors go on after a hang", ""),
    POWER_RESTORED(357, SYSTEM, 357, 357, 0, "Power restored", ""),
    BATTERY_LOW(358, SYSTEM, 358, 358, 0, "Battery low", ""),
    BATTERY_NORMAL(359, SYSTEM, 359, 359, 0, "Battery normal", "");

    /// Stands for no code in that listing.
    static final int NONE = 0;

    /// An admission by a reservation, in listing B.
    private static final int RESERVED_CODE = 13;

    private static final String RESERVED_LABEL = "Access granted (reservation)";
    private static final String PIN_LABEL = "Rejected (unauthorised PIN)";

    private final int number;
    private final EventClass eventClass;
    private final int codeA;
    private final int codeAForPin;
    private final int codeB;
    private final String labelA;
    private final String labelB;

    EventKind(int number, EventClass eventClass, int codeA, int codeAForPin, int codeB, String labelA, String labelB) {
        this.number = number;
        this.eventClass = eventClass;
        this.codeA = codeA;
        this.codeAForPin = codeAForPin;
        this.codeB = codeB;
        this.labelA = labelA;
        this.labelB = labelB;
    }

    /// The kind stored under `number`; throws `IllegalArgumentException` for one this version does not know.
    public static EventKind ofNumber(int number) {
        for (EventKind kind : values()) if (kind.number == number) return kind;
        throw new IllegalArgumentException("no event kind has the number " + number);
    }

    /// The number in the store.
    public int number() {
        return number;
    }

    public EventClass eventClass() {
        return eventClass;
    }

    /// Whether it is the admission of a credential, whose right may be from a reservation.
    public boolean mayBeReserved() {
        return switch (this) {
            case ADMITTED_CARD, ADMITTED_PIN, ADMITTED_MOBILE, ADMITTED_UNLOCKED, ADMITTED_APPLE, ADMITTED_GOOGLE ->
                true;
            default -> false;
        };
    }

    /// What events of this kind may be based on.
    public Set<Basis> bases() {
        if (this == ADMITTED_UNLOCKED) return EnumSet.allOf(Basis.class);
        return mayBeReserved() ? EnumSet.of(Basis.USUAL, Basis.RESERVED) : EnumSet.of(Basis.USUAL);
    }

    /// As the other [#code], of an event with that basis.
    public @Nullable Integer code(Listing listing, boolean pin, Basis basis) {
        if (listing != Listing.B) return code(listing, pin);
        return switch (basis) {
            case USUAL -> code(listing, pin);
            case RESERVED -> (Integer) RESERVED_CODE;
            case UNSCHEDULED -> (Integer) ADMITTED_CARD.codeB;
        };
    }

    String label(Listing listing, boolean pin, Basis basis) {
        if (listing != Listing.B) return label(listing, pin);
        return switch (basis) {
            case USUAL -> label(listing, pin);
            case RESERVED -> RESERVED_LABEL;
            case UNSCHEDULED -> ADMITTED_CARD.labelB;
        };
    }

    /// The code in `listing`, or null when the kind does not show there. `pin`: what was presented was a PIN.
    public @Nullable Integer code(Listing listing, boolean pin) {
        int code = listing == Listing.B ? codeB : pin ? codeAForPin : codeA;
        return code == NONE ? null : code;
    }

    /// The label that goes with [#code].
    public String label(Listing listing, boolean pin) {
        if (listing == Listing.B) return labelB.isEmpty() ? labelA : labelB;
        return pin && codeAForPin != codeA ? PIN_LABEL : labelA;
    }

    /// Whether the kind is an answer to somebody at the door: admitted or rejected.
    public boolean isActivity() {
        return eventClass == ACCESS;
    }

    public boolean isAdmitted() {
        return name().startsWith("ADMITTED_") && this != ADMITTED_NOT_USED;
    }

    public boolean isRejected() {
        return name().startsWith("REJECTED_");
    }
}
