package dev.lintel.tools.simulation;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.tools.simulation.Premises.Door;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/// Operators who answer people waiting for approval, by the seed: they approve most, deny some and ignore some.
final class Approving {
    private static final long MS = 1_000_000L;
    private static final long S = TimeUnit.SECONDS.toNanos(1);
    /// Some of them come too late.
    private static final long LATEST_NS = 33 * S;

    private final World world;
    private final Random random;
    private final Deeds deeds;

    Approving(World world, Deeds deeds) {
        this.world = world;
        this.random = world.random;
        this.deeds = deeds;
    }

    private boolean one(int in) {
        return random.nextInt(in) == 0;
    }

    /// The log says that an operator is asked.
    void asked(EventDraft event) {
        if (!(event.additional().get("approval_id") instanceof Long id) || one(5)) return;
        boolean approved = !one(4);
        long decidedNs = random.nextLong(50 * MS, LATEST_NS);
        world.after(decidedNs, () -> decide(id, approved));
        if (one(6)) world.after(random.nextLong(50 * MS, LATEST_NS), () -> decide(id, !approved)); // another operator
        Door door = world.premises.door(Objects.requireNonNull(event.subject().channelId()));
        world.after(random.nextLong(S, LATEST_NS + 3 * S), () -> deeds.passThrough(door));
        Somebody who = world.premises.people().get((int)
                (Objects.requireNonNull(event.subject().personId()) - 1));
        // Who is not quick enough shows the card again, or another operator admits the person by hand.
        if (one(2)) world.after(decidedNs + random.nextLong(50 * MS, 6 * S), () -> deeds.shows(door, who));
        if (one(6)) world.after(random.nextLong(50 * MS, LATEST_NS), () -> deeds.letIn(door, who));
    }

    private void decide(long id, boolean approved) {
        boolean taken = world.box().decides(id, approved);
        if (taken != world.judge.entering.isAsked(id)) throw new Violation("request " + id + " is looked at: " + taken);
        if (taken) world.judge.presentations.operator(new Presentations.Approval(id, approved));
        world.tell(() -> "request " + id + (approved ? " approved" : " denied") + (taken ? "" : ", too late"));
    }
}
