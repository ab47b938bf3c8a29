package dev.lintel.controller.commission;

import dev.lintel.controller.door.DoorView;
import dev.lintel.controller.event.Event;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Sees what works at a door while somebody tries it: the door's pictures and events go in, what they show to work
/// comes out. What has two sides, such as a leaf that opens and closes, counts once it was at rest, on, and at rest
/// again. One thread.
///
/// ```
///   contact, tamper, fire     on in a picture, off in a later one
///   REX, auxiliary input      their event
///   a reader                  an event of a card or PIN that names its side
/// ```
///
/// What is on in the first picture is not at rest, or wired the other way round. The box cannot tell which:
/// whoever is there is asked ([Doubt]), and what is seen of it here counts for nothing meanwhile ([Doubts]).
public final class DoorTrial {
    private static final List<DoorTest> TWO_SIDED = List.of(DoorTest.CONTACT, DoorTest.TAMPER, DoorTest.FIRE);

    private final long channelId;
    private final Set<DoorTest> begun = EnumSet.noneOf(DoorTest.class);

    public DoorTrial(long channelId) {
        this.channelId = channelId;
    }

    /// What this picture of the door shows to work; `inputs` are its lines, null where they are not known.
    public Set<DoorTest> look(DoorView door, @Nullable Inputs inputs) {
        Set<DoorTest> on = on(door, inputs);
        Set<DoorTest> seen = EnumSet.noneOf(DoorTest.class);
        for (DoorTest test : TWO_SIDED) {
            if (on.contains(test)) begun.add(test);
            else if (begun.remove(test)) seen.add(test);
        }
        return seen;
    }

    /// What is not at rest in this picture.
    static Set<DoorTest> on(DoorView door, @Nullable Inputs inputs) {
        Set<DoorTest> on = EnumSet.noneOf(DoorTest.class);
        if (door.leafOpen()) on.add(DoorTest.CONTACT);
        if (door.tampered(DoorView.DOOR)) on.add(DoorTest.TAMPER);
        if (door.standing().fire()) on.add(DoorTest.FIRE);
        if (inputs != null && inputs.of(Point.Name.REX).active()) on.add(DoorTest.REX);
        if (inputs != null && inputs.of(Point.Name.AUX).active()) on.add(DoorTest.AUX);
        return on;
    }

    /// What this event shows to work.
    public Set<DoorTest> happened(Event event) {
        Set<DoorTest> seen = EnumSet.noneOf(DoorTest.class);
        Long channel = event.subject().channelId();
        if (channel == null || channel != channelId) return seen;
        EventKind kind = event.kind();
        switch (kind) {
            case ADMITTED_REQUEST_EXIT, REX_PRESSED -> seen.add(DoorTest.REX);
            case ADMITTED_AUXILIARY -> seen.add(DoorTest.AUX);
            default -> {
                if (kind.isAdmitted() || kind.isRejected() || kind == EventKind.MFA_STARTED) reader(event, seen);
            }
        }
        return seen;
    }

    private void reader(Event event, Set<DoorTest> seen) {
        if (event.draft().additional().containsKey(EventDraft.PHONE_REQUEST)) return; // a phone is at none
        Object side = event.draft().additional().get("reader");
        if ("entry".equals(side)) seen.add(DoorTest.ENTRY_READER);
        if ("exit".equals(side)) seen.add(DoorTest.EXIT_READER);
    }

    /// Whether the first half of it was seen and the second is awaited.
    public boolean halfSeen(DoorTest test) {
        return begun.contains(test);
    }
}
