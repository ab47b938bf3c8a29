package dev.lintel.controller.access;

import dev.lintel.controller.access.Admissions.Asked;
import dev.lintel.controller.access.Admissions.Weighed;
import dev.lintel.controller.door.DoorOrders;
import dev.lintel.controller.door.Elsewhere;
import dev.lintel.controller.door.Lane;
import dev.lintel.controller.event.EventLog;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Lets somebody in by hand and waits until that is known: the one way for whoever sits at a desk. In two steps, so
/// that a client's key can be noted between them. Any thread that may block.
///
/// ```
///   request   ADMISSION_REQUESTED is on disk: there is an id, and nothing is done yet
///   act       decide --> the door lane: strike, then its event --> on disk
/// ```
///
/// What came of a request is in the log and nowhere else. A box that ends in between does not act later: the lane's
/// queue goes with the process.
public final class AdmissionDesk {
    /// No disk that works takes longer; without an id there is nothing to answer.
    private static final long REQUEST_MS_MAX = 2_000;

    /// The lane answers within milliseconds; one that does not in this time has hung, and may still do it while
    /// [dev.lintel.controller.door.Doors#DECISION_MAX_NS] is not over.
    private static final long ANSWER_MS_MAX = 2_000;

    /// The door has acted by then; longer nobody waits to be told of it.
    private static final long DISK_MS_MAX = 2_000;

    /// In place of a request's id: the disk does not take it.
    public static final long NOT_TAKEN = EventLog.NOT_STORED;

    private final Admissions admissions;
    private final EventLog log;
    private final Lane lane;
    private final DoorOrders.Disk disk;
    private final Elsewhere elsewhere;

    /// For a box that has its own doors and no others.
    public AdmissionDesk(Admissions admissions, EventLog log, Lane lane, DoorOrders.Disk disk) {
        this(admissions, log, lane, disk, Elsewhere.NOWHERE);
    }

    public AdmissionDesk(Admissions admissions, EventLog log, Lane lane, DoorOrders.Disk disk, Elsewhere elsewhere) {
        this.admissions = admissions;
        this.log = log;
        this.lane = lane;
        this.disk = disk;
        this.elsewhere = elsewhere;
    }

    /// Tells the log of it. Returns the request's id once it is on disk, else [#NOT_TAKEN]: then nothing will be done
    /// about it, though the log may tell of the request yet.
    public long request(Asked asked) {
        var id = new CompletableFuture<Long>();
        log.append(admissions.requested(asked), id::complete);
        try {
            return id.get(REQUEST_MS_MAX, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            return NOT_TAKEN;
        } catch (ExecutionException e) {
            throw new IllegalStateException("nobody fails an id", e);
        } catch (InterruptedException e) { // the server closes
            Thread.currentThread().interrupt();
            return NOT_TAKEN;
        }
    }

    /// Decides, and has the door act. Returns when what came of it is on disk, or when that takes too long: the log
    /// tells of it then, or never. Throws when the database cannot be read.
    public void act(Asked asked, long requestId) {
        if (elsewhere.has(asked.channelId())) {
            actElsewhere(asked, requestId);
            return;
        }
        var answered = new CountDownLatch(1);
        switch (admissions.weigh(asked, requestId)) {
            case Weighed.Denied(var event) -> {
                log.append(event);
                answered.countDown();
            }
            case Weighed.Passes passes -> {
                if (!lane.offer(admissions.input(asked, passes, answered::countDown))) {
                    log.append(admissions.busy(asked, requestId));
                    answered.countDown();
                }
            }
        }
        try {
            if (answered.await(ANSWER_MS_MAX, TimeUnit.MILLISECONDS)) awaitDisk();
        } catch (InterruptedException e) { // the server closes
            Thread.currentThread().interrupt();
        }
    }

    private void awaitDisk() {
        try {
            disk.await(DISK_MS_MAX);
        } catch (InterruptedException e) { // the server closes
            Thread.currentThread().interrupt();
        }
    }

    /// The other box decides, by its own rights, and its log tells what came of it; where nobody answers, this one's
    /// does.
    private void actElsewhere(Asked asked, long requestId) {
        var person = asked.person();
        Long personId = person == null ? null : (Long) person.id();
        switch (elsewhere.admit(asked.channelId(), personId, requestId, asked.by())) {
            case DoorOrders.Outcome.Done _ -> {}
            case DoorOrders.Outcome.Refused(String why) -> offline(asked, requestId, why);
            case DoorOrders.Outcome.Unanswered(String why, boolean _) -> offline(asked, requestId, why);
        }
    }

    /// On disk before the answer: who asked is told what the log has.
    private void offline(Asked asked, long requestId, String why) {
        log.append(admissions.offline(asked, requestId, why));
        awaitDisk();
    }
}
