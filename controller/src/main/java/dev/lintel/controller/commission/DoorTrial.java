package dev.lintel.controller.commission;

import dev.lintel.controller.door.DoorView;
import dev.lintel.controller.event.Event;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import java.util.EnumSet;
import java.util.Set;

/// Sees what works at a door while somebody tries it: the door's pictures and events go in, what they show for the
/// first
/// time comes out. What has two sides, such as a leaf that opens and closes, counts once both were seen in this order.
/// One thread.
///
/// ```
///   contact, tamper, fire     on in one picture, off in a later one
///   REX, auxiliary input      their event
///   a reader                  an event of a card or PIN that names its side
/// ```
public final class DoorTrial {
    private final long channelId;
    private final Set<DoorTest> begun = EnumSet.noneOf(DoorTest.class);
    private final Set<DoorTest> passed = EnumSet.noneOf(DoorTest.class);

    public DoorTrial(long channelId) {
        this.channelId = channelId;
    }

    /// What this picture of the door shows for the first time.
    public Set<DoorTest> look(DoorView door) {
        Set<DoorTest> fresh = EnumSet.noneOf(DoorTest.class);
        side(DoorTest.CONTACT, door.leafOpen(), fresh);
        side(DoorTest.TAMPER, door.tampered(DoorView.DOOR), fresh);
        side(DoorTest.FIRE, door.standing().fire(), fresh);
        return fresh;
    }

    private void side(DoorTest test, boolean on, Set<DoorTest> fresh) {
        if (on) begun.add(test);
        else if (begun.contains(test)) pass(test, fresh);
    }

    /// What this event shows for the first time.
    public Set<DoorTest> happened(Event event) {
        Set<DoorTest> fresh = EnumSet.noneOf(DoorTest.class);
        Long channel = event.subject().channelId();
        if (channel == null || channel != channelId) return fresh;
        EventKind kind = event.kind();
        switch (kind) {
            case ADMITTED_REQUEST_EXIT, REX_PRESSED -> pass(DoorTest.REX, fresh);
            case ADMITTED_AUXILIARY -> pass(DoorTest.AUX, fresh);
            default -> {
                if (kind.isAdmitted() || kind.isRejected() || kind == EventKind.MFA_STARTED) reader(event, fresh);
            }
        }
        return fresh;
    }

    private void reader(Event event, Set<DoorTest> fresh) {
        if (event.draft().additional().containsKey(EventDraft.PHONE_REQUEST)) return; // a phone is at none
        Object side = event.draft().additional().get("reader");
        if ("entry".equals(side)) pass(DoorTest.ENTRY_READER, fresh);
        if ("exit".equals(side)) pass(DoorTest.EXIT_READER, fresh);
    }

    private void pass(DoorTest test, Set<DoorTest> fresh) {
        if (passed.add(test)) fresh.add(test);
    }

    /// Whether the first half of it was seen and the second is awaited.
    public boolean halfSeen(DoorTest test) {
        return begun.contains(test) && !passed.contains(test);
    }
}
