package dev.lintel.controller.commission;

import dev.lintel.controller.door.DoorView;
import dev.lintel.controller.event.Event;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Sees what works at a door while somebody tries it: the door's pictures and events go in, what they show for
/// the first time comes out. What has two sides, such as a leaf that opens and closes, counts once it was at
/// rest, on, and at rest again. One thread.
///
/// ```
///   contact, tamper, fire     off in the first picture, on in a later one, off again
///   REX, auxiliary input      off in the first picture, and their event
///   a reader                  an event of a card or PIN that names its side
/// ```
///
/// What is on in the first picture is not at rest, or wired the other way round. The box cannot tell which:
/// whoever is there is asked ([Doubt]). It counts for nothing in this trial, nor in another that begins before they
/// say that it is at rest ([Doubts]).
public final class DoorTrial {
    private static final List<DoorTest> TWO_SIDED = List.of(DoorTest.CONTACT, DoorTest.TAMPER, DoorTest.FIRE);

    private final long channelId;
    private final Set<DoorTest> doubted = EnumSet.noneOf(DoorTest.class);
    private final Set<DoorTest> begun = EnumSet.noneOf(DoorTest.class);
    private final Set<DoorTest> passed = EnumSet.noneOf(DoorTest.class);
    private boolean looked;

    public DoorTrial(long channelId) {
        this.channelId = channelId;
    }

    /// What this picture of the door shows for the first time; `inputs` are its lines, null where they are not
    /// known.
    public Set<DoorTest> look(DoorView door, @Nullable Inputs inputs) {
        Set<DoorTest> on = on(door, inputs);
        if (!looked) doubted.addAll(on);
        looked = true;
        Set<DoorTest> fresh = EnumSet.noneOf(DoorTest.class);
        for (DoorTest test : TWO_SIDED) {
            if (on.contains(test)) begun.add(test);
            else if (begun.contains(test)) pass(test, fresh);
        }
        return fresh;
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

    /// Whether it has seen a picture.
    boolean looked() {
        return looked;
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
        if (!doubted.contains(test) && passed.add(test)) fresh.add(test);
    }

    /// Whether the first half of it was seen and the second is awaited.
    public boolean halfSeen(DoorTest test) {
        return begun.contains(test) && !passed.contains(test) && !doubted.contains(test);
    }

    /// What was not at rest as the trial began; nothing before its first picture.
    public Set<DoorTest> doubted() {
        return Set.copyOf(doubted);
    }
}
