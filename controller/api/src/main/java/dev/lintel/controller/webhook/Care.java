package dev.lintel.controller.webhook;

import dev.lintel.controller.client.Sender;
import dev.lintel.controller.store.DeliveryStore;
import dev.lintel.controller.store.EndpointStore;
import dev.lintel.controller.store.OutboxStore;
import dev.lintel.controller.store.Sql;
import dev.lintel.controller.webhook.Lane.Moment;
import dev.lintel.controller.webhook.Outbox.Parts;
import java.time.Duration;
import java.util.List;

/// Looks after the outbox once a minute, in a step's transaction: ends what is too old, gives up on receivers that have
/// been away for too long, and keeps the file small.
final class Care {
    /// How long what has ended is kept, to be looked at and sent again.
    static final Duration KEPT = Duration.ofDays(14);
    /// In one transaction; the rest follows a minute later.
    private static final int FORGET_MAX = 2_000;

    private static final int EXPIRE_MAX = 500;
    private static final int FAIL_MAX = 20;
    private static final int DROP_MAX = 10_000;
    static final String NO_ROOM = "webhooks.db was full";

    private final Parts parts;
    private final Lanes lanes;
    private final Step step;

    Care(Parts parts, Lanes lanes, Step step) {
        this.parts = parts;
        this.lanes = lanes;
        this.step = step;
    }

    void look(Sql sql, Moment now) {
        expire(sql, now);
        for (Lane lane : lanes.all()) pause(sql, lane, now);
        DeliveryStore.forget(sql, now.ms() - KEPT.toMillis(), FORGET_MAX);
        DeliveryStore.forgetDropped(sql, now.ms() - KEPT.toMillis());
        makeRoom(sql);
        for (Lane lane : List.copyOf(lanes.all())) removeOrphan(sql, lane);
    }

    /// What has waited for five days has failed: what is in deliveries, and, at a paused endpoint, what is not yet.
    private void expire(Sql sql, Moment now) {
        long before = now.ms() - RetryPlan.LIFE.toMillis();
        // A little later than the last attempt, which is at that very time.
        long formedBefore = before - Sender.LIMIT_S * 4_000L;
        for (long id : DeliveryStore.begunBefore(sql, formedBefore, EXPIRE_MAX)) step.expire(id);
        for (Lane lane : lanes.all()) {
            if (!lane.isPaused() || lane.fresh() == 0) continue;
            int failed = 0;
            while (failed < FAIL_MAX && step.failOldest(lane, before)) failed++;
        }
    }

    private void pause(Sql sql, Lane lane, Moment now) {
        Long since = lane.standing().failingAtMs();
        boolean long5Days = since != null && now.ms() - since >= RetryPlan.LIFE.toMillis();
        if (lane.isPaused() || !lane.isOut() || !long5Days) return;
        lane.pause(now.ms());
        EndpointStore.keep(sql, lane.id(), lane.standing());
        step.tell(lane.key(), "paused: nothing has arrived for five days");
    }

    /// What has ended goes first, then what waits longest where most waits.
    private void makeRoom(Sql sql) {
        while (DeliveryStore.usedBytes(sql) > parts.limits().bytes()) {
            if (DeliveryStore.forget(sql, Long.MAX_VALUE, FORGET_MAX) > 0) continue;
            Lane fullest = null;
            for (Lane lane : lanes.all()) {
                if (fullest == null || lane.fresh() > fullest.fresh()) fullest = lane;
            }
            if (fullest == null || fullest.fresh() == 0) return;
            OutboxStore.Dropped dropped = OutboxStore.dropOldest(sql, fullest.id(), Long.MAX_VALUE, DROP_MAX);
            if (dropped.items() == 0) return;
            step.give(fullest, NO_ROOM, dropped);
        }
    }

    /// With its application, or its rule, goes all that was sent there: nobody may look at it any more.
    private void removeOrphan(Sql sql, Lane lane) {
        if (lane.flying() > 0
                || parts.audience().exists(lane.key(), parts.feed().sources())) return;
        if (DeliveryStore.remove(sql, lane.id(), FORGET_MAX) == FORGET_MAX) return; // the rest in a minute
        OutboxStore.Dropped waiting = OutboxStore.dropOldest(sql, lane.id(), Long.MAX_VALUE, DROP_MAX);
        lane.gone(waiting.items());
        if (waiting.items() == DROP_MAX) return;
        EndpointStore.delete(sql, lane.id());
        lanes.remove(lane);
    }
}
