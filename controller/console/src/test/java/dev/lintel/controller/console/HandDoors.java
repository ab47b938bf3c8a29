package dev.lintel.controller.console;

import dev.lintel.controller.door.DoorView;
import dev.lintel.controller.door.DoorViews;
import dev.lintel.controller.door.LaneInput;
import dev.lintel.controller.door.Standing;
import dev.lintel.controller.door.StandingInput;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Doors that a test moves by hand.
final class HandDoors implements DoorViews {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Map<Long, DoorView> views = new TreeMap<>();
    private long revision;

    /// What operators have asked for.
    final BlockingQueue<LaneInput.Commanded> asked = new LinkedBlockingQueue<>();
    /// In place of doing it, when not null.
    volatile @Nullable String refusal;

    /// Where whom a door has let in is told of.
    volatile Consumer<EventDraft> log = _ -> {};

    /// Does as a door would with what an operator asks for.
    boolean take(LaneInput input) {
        if (input instanceof LaneInput.ByHand byHand) return letIn(byHand);
        if (!(input instanceof LaneInput.Commanded command)) return false;
        asked.add(command);
        String why = of(command.channelId()) == null ? "there is no door at this channel" : refusal;
        if (why == null) {
            DoorView before = Objects.requireNonNull(of(command.channelId()));
            var then = before.standing().step(new StandingInput.Commanded(command.command()), null);
            stand(command.channelId(), then.standing());
        }
        command.answer().accept(why);
        return true;
    }

    /// Lets in whoever is asked for, unless there is a refusal: then that is the log's reason.
    private boolean letIn(LaneInput.ByHand asked) {
        EventDraft event = asked.event();
        var additional = new LinkedHashMap<>(event.additional());
        String why = refusal;
        if (why != null) additional.put("reason", why);
        var kind = why == null ? EventKind.ADMITTED_MANUAL : EventKind.ADMISSION_DENIED;
        log.accept(new EventDraft(kind, event.occurredAtMs(), event.monotonicNs(), event.subject(), additional));
        asked.answered().run();
        return true;
    }

    /// The door as it was, but for its standing.
    void stand(long channel, Standing standing) {
        DoorView was = Objects.requireNonNull(of(channel));
        set(new DoorView(
                channel,
                was.unit(),
                was.state(),
                standing,
                standing.unlocked(),
                was.leafOpen(),
                was.readersOnline(),
                was.tampers(),
                was.sounder(),
                was.egressByBox(),
                was.awaitsFirstCard(),
                0,
                List.of()));
    }

    void set(long channel, String state, boolean released, boolean open, boolean online) {
        set(new DoorView(channel, (int) channel, state, "normal", released, open, Map.of("entry", online)));
    }

    void set(DoorView view) {
        lock.lock();
        try {
            views.put(view.channelId(), view);
            revision++;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public List<DoorView> all() {
        lock.lock();
        try {
            return List.copyOf(views.values());
        } finally {
            lock.unlock();
        }
    }

    @Override
    public @Nullable DoorView of(long channelId) {
        return all().stream()
                .filter(view -> view.channelId() == channelId)
                .findFirst()
                .orElse(null);
    }

    @Override
    public long revision() {
        lock.lock();
        try {
            return revision;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public long awaitChange(long known, long timeoutMs) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long left = TimeUnit.MILLISECONDS.toNanos(timeoutMs);
            while (revision <= known && left > 0) left = changed.awaitNanos(left);
            return revision;
        } finally {
            lock.unlock();
        }
    }
}
