package dev.lintel.controller.hub;

import dev.lintel.controller.access.ApprovalDesk;
import dev.lintel.controller.door.DoorCommand;
import dev.lintel.controller.door.DoorMemory.Alarm;
import dev.lintel.controller.door.DoorMemory.RaisedAlarm;
import dev.lintel.controller.door.DoorOrders.Outcome;
import dev.lintel.controller.door.DoorRules.AutoUnlock;
import dev.lintel.controller.door.DoorView;
import dev.lintel.controller.door.DoorViews;
import dev.lintel.controller.door.Elsewhere;
import dev.lintel.controller.door.Lockdown;
import dev.lintel.controller.door.Standing;
import dev.lintel.controller.event.EventLog;
import dev.lintel.controller.fleet.BoxStore;
import dev.lintel.controller.store.AdmissionQueries;
import dev.lintel.controller.store.Database;
import dev.lintel.sync.wire.LinkMessage.DoorRow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// The doors of the boxes that follow, as the API and the pages of this hub see them and ask them. Any thread; orders
/// block.
///
/// ```
///   POST /channels/7/unlock ─► DoorOrders ─► here ─► Link ─► the box's own DoorOrders ─► its door lane
///   GET  /channels/7        ◄─ DoorView  ◄── here ◄─ the last beat
/// ```
public final class RemoteDoors implements Elsewhere, DoorViews {
    /// What came of an admission is in the box's log when it answers, and here some tens of milliseconds later.
    private static final long TOLD_NS_MAX = TimeUnit.SECONDS.toNanos(2);

    private final Hub hub;
    private final Links links;

    public RemoteDoors(Hub hub) {
        this.hub = hub;
        this.links = hub.links();
    }

    /// The persons who wait for an operator at these doors, and at `own`.
    public ApprovalDesk approvals(ApprovalDesk own) {
        return new RemoteApprovals(hub, own);
    }

    @Override
    public boolean has(long channelId) {
        if (!hub.isHub()) return false;
        return links.isElsewhere(channelId);
    }

    @Override
    public Outcome give(long channelId, DoorCommand command, String by) {
        return switch (command) {
            case DoorCommand.Unlock(Long relockAtMs) -> order(channelId, "unlock", time("relock_at", relockAtMs), by);
            case DoorCommand.Toggle _ -> throw new IllegalArgumentException("cards are shown at the box itself");
            case DoorCommand.Secure(Long untilMs) -> order(channelId, "secure", time("until", untilMs), by);
            case DoorCommand.Acknowledge(String note) -> order(channelId, "acknowledge", note(note), by);
            case DoorCommand.Normal _ -> order(channelId, "normal", Map.of(), by);
            case DoorCommand.Unlockdown _ -> order(channelId, "unlockdown", Map.of(), by);
            case DoorCommand.Evacuate(String note) -> order(channelId, "evacuate", note(note), by);
            case DoorCommand.EndEvacuation(String note) -> order(channelId, "end_evacuation", note(note), by);
            case DoorCommand.SwitchReleased _, DoorCommand.EvacuationReleased _ ->
                throw new IllegalArgumentException("a switch is wired to the box of its doors");
            case DoorCommand.LockDown(Lockdown lockdown, Lockdown named) ->
                order(channelId, "lockdown", lockdown(lockdown, named), by);
            case DoorCommand.SetAutoUnlock(AutoUnlock rule) -> order(channelId, "auto_unlock", autoUnlock(rule), by);
        };
    }

    private static Map<String, Object> note(@Nullable String note) {
        return note == null ? Map.of() : Map.of("note", note);
    }

    private static Map<String, Object> time(String name, @Nullable Long atMs) {
        return atMs == null ? Map.of() : Map.of(name, Instant.ofEpochMilli(atMs).toString());
    }

    private static Map<String, @Nullable Object> lockdown(Lockdown lockdown, Lockdown named) {
        Map<String, @Nullable Object> arguments = new LinkedHashMap<>();
        if (named.card()) arguments.put("card_lockdown", lockdown.card());
        if (named.rex()) arguments.put("rex_lockdown", lockdown.rex());
        if (named.aux()) arguments.put("aux_lockdown", lockdown.aux());
        return arguments;
    }

    private static Map<String, @Nullable Object> autoUnlock(@Nullable AutoUnlock rule) {
        Map<String, @Nullable Object> arguments = new LinkedHashMap<>();
        arguments.put("shift_id", rule == null ? null : rule.shiftId());
        if (rule != null) arguments.put("first_card", rule.firstCard());
        return arguments;
    }

    @Override
    public Sync sync(long channelId) {
        return hub.isHub() ? hub.desk().sync(channelId) : Sync.UNKNOWN;
    }

    @Override
    public Map<String, Sync> syncs() {
        var syncs = new TreeMap<String, Sync>();
        hub.database().read(BoxStore::channelOfEach).forEach((box, channelId) -> syncs.put(box, sync(channelId)));
        return syncs;
    }

    @Override
    public List<String> withoutThreatLevel(long siteId) {
        return hub.isHub() ? hub.threats().pending(siteId) : List.of();
    }

    private Outcome order(long channelId, String name, Map<String, ? extends @Nullable Object> arguments, String by) {
        return outcome(links.order(channelId, name, arguments, null, by));
    }

    @Override
    public Outcome admit(long channelId, @Nullable Long personId, long requestId, String by) {
        Map<String, Object> arguments = personId == null ? Map.of() : Map.of("person_id", personId);
        String name = personId == null ? "admit" : "admit_person";
        Outcome outcome = outcome(links.order(channelId, name, arguments, requestId, by));
        if (outcome instanceof Outcome.Done) awaitTold(requestId);
        return outcome;
    }

    @Override
    public Outcome phone(long channelId, String side, long credentialId, String request) {
        Map<String, Object> arguments = Map.of("credential_id", credentialId, "phone_request", request, "side", side);
        return outcome(links.order(channelId, "phone", arguments, null, "phone " + credentialId));
    }

    /// Until the box's event is in this log too, so that whoever asked is told what came of it.
    private void awaitTold(long requestId) {
        Database database = hub.database();
        EventLog log = database.events();
        long endNs = hub.time().nowNs() + TOLD_NS_MAX;
        try {
            while (true) {
                long head = log.head();
                var found = database.read(sql -> AdmissionQueries.find(sql, requestId));
                if (found == null || found.result() != null) return;
                long leftNs = endNs - hub.time().nowNs();
                if (leftNs <= 0) return; // it is told later: the request is pending until then
                log.awaitHeadAbove(head, Math.max(1, TimeUnit.NANOSECONDS.toMillis(leftNs)));
            }
        } catch (InterruptedException e) { // the server closes
            Thread.currentThread().interrupt();
        }
    }

    static Outcome outcome(Links.Outcome came) {
        String why = came.why() == null ? came.outcome() : String.valueOf(came.why());
        return switch (came.outcome()) {
            case "done" -> new Outcome.Done();
            case "refused" -> new Outcome.Refused(why);
            default -> new Outcome.Unanswered(why);
        };
    }

    /// Doors of boxes that are there, by channel.
    @Override
    public List<DoorView> all() {
        var views = new ArrayList<DoorView>();
        for (DoorRow row : links.doors()) views.add(view(row));
        views.sort(Comparator.comparingLong(DoorView::channelId));
        return List.copyOf(views);
    }

    @Override
    public @Nullable DoorView of(long channelId) {
        DoorRow row = links.door(channelId);
        return row == null ? null : view(row);
    }

    private static DoorView view(DoorRow row) {
        return new DoorView(
                row.channelId(),
                row.unit(),
                row.state(),
                new Standing(
                        row.mode().equals("unlock"),
                        row.relockAtMs(),
                        new Lockdown(row.cardLockdown(), row.rexLockdown(), row.auxLockdown()),
                        Standing.Hours.BY_POLICY,
                        false,
                        row.secure() ? new Standing.Secure(row.secureUntilMs(), null) : null,
                        row.evacuated()),
                row.released(),
                row.open(),
                Map.of("entry", !row.status().equals("offline")),
                java.util.Set.of(),
                false,
                false,
                false,
                row.changedAtMs(),
                List.of(),
                alarm(row));
    }

    private static @Nullable RaisedAlarm alarm(DoorRow row) {
        for (Alarm cause : Alarm.values()) {
            boolean is = cause.word().equals(row.alarm());
            if (is) return new RaisedAlarm(cause, !cause.word().equals(row.state()), row.acknowledged(), 0);
        }
        return null;
    }

    @Override
    public long revision() {
        return links.revision();
    }

    /// Does not wait: see [dev.lintel.controller.door.AllDoors].
    @Override
    public long awaitChange(long revision, long timeoutMs) {
        return revision();
    }
}
