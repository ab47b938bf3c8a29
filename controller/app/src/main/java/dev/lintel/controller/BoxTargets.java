package dev.lintel.controller;

import dev.lintel.controller.access.AdmissionDesk;
import dev.lintel.controller.access.Admissions;
import dev.lintel.controller.door.DoorOrders;
import dev.lintel.controller.door.DoorSettings;
import dev.lintel.controller.fleet.FollowStore;
import dev.lintel.controller.fleet.StageStore;
import dev.lintel.controller.mobile.PhoneAsking;
import dev.lintel.controller.store.StoreException;
import dev.lintel.controller.sync.BoxTarget;
import dev.lintel.controller.sync.Contact;
import dev.lintel.controller.sync.Following;
import dev.lintel.controller.sync.Reports;
import dev.lintel.controller.sync.SyncState;
import dev.lintel.controller.sync.Whom;
import dev.lintel.controller.time.Time;
import dev.lintel.controller.tls.BoxKey;
import org.jspecify.annotations.Nullable;

/// What following a hub and following a service have alike: this box as the library sees it, and what tells of it.
record BoxTargets(Front.Parts box, Time time) implements Following.Targets {
    /// What following tells of itself, to each of this box's doors.
    @Override
    public Reports reports(Whom whom, SyncState state, Contact contact, Reports.HubClock clock) {
        return new Reports(new Reports.Parts(
                box.database(),
                box.database().events(),
                () -> box.policy().snapshot().doors().stream()
                        .map(DoorSettings::channelId)
                        .toList(),
                state,
                contact,
                clock,
                whom,
                time));
    }

    @Override
    public SyncState state() {
        return new SyncState(completedMs());
    }

    private @Nullable Long completedMs() {
        try {
            var followed = box.database().read(FollowStore::get);
            return followed == null ? null : followed.completedMs();
        } catch (StoreException e) { // told by the storage's own probe
            return null;
        }
    }

    @Override
    public Reports.HubClock hubClock() {
        return box.asking().clock()::heardFromHub;
    }

    @Override
    public BoxTarget target(StageStore stage, Whom whom, @Nullable BoxKey key, Reports reports) {
        var orders = new RemoteOrders(new RemoteOrders.Parts(
                box.database(),
                box.doors(),
                new DoorOrders(box.asking().lane(), box.database()::awaitDisk, time),
                new AdmissionDesk(
                        new Admissions(box.asking().decisions(), time),
                        box.database().events(),
                        box.asking().lane(),
                        box.database()::awaitDisk),
                box.asking().decisions(),
                new PhoneAsking(box.asking().decisions(), box.database(), time),
                box.config().mobile().remoteUnlock(),
                whom.name(),
                time));
        return new BoxTarget(new BoxTarget.Parts(
                box.database(),
                stage,
                box.policy(),
                box.doors(),
                orders::obey,
                box.asking().keys()::pending,
                box.asking().clock()::read,
                key,
                reports,
                box.config().massGuard(),
                whom.box(),
                whom.name(),
                Front.version(),
                time));
    }
}
