package dev.lintel.controller.commission;

import dev.lintel.controller.access.AdmissionDesk;
import dev.lintel.controller.access.Admissions;
import dev.lintel.controller.access.Admissions.Asked;
import dev.lintel.controller.door.DoorOrders.Outcome;
import dev.lintel.controller.event.Event;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.store.AdmissionQueries;
import dev.lintel.controller.store.AdmissionQueries.Admission;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.time.Time;

/// Lets somebody in by hand, from a page or the command line: the door opens once, for whom the operator
/// answers for. The same way as the API's `admit`, and what came of it is read from the log. Any thread that
/// may block.
public final class LetIn {
    private final AdmissionDesk desk;
    private final Database database;
    private final Time time;

    public LetIn(AdmissionDesk desk, Database database, Time time) {
        this.desk = desk;
        this.database = database;
        this.time = time;
    }

    /// What came of it. `Refused` says why in the middle of a sentence.
    ///
    /// @param by who answers for it, an address or what stands in its place
    /// @param credential what they showed, such as `session 3`
    public Outcome somebody(long channelId, String by, String credential) {
        var asked = new Asked(channelId, null, by, credential, time.nowNs());
        long id = desk.request(asked);
        if (id == AdmissionDesk.NOT_TAKEN) {
            return new Outcome.Unanswered("the disk takes no request: nobody was let in");
        }
        desk.act(asked, id);
        Admission found = database.read(sql -> AdmissionQueries.find(sql, id));
        Event result = found == null ? null : found.result();
        if (result == null) return new Outcome.Unanswered("the door has not answered: its events will tell");
        if (result.kind() == EventKind.ADMITTED_MANUAL) return new Outcome.Done();
        String reason = String.valueOf(result.draft().additional().get(Admissions.REASON));
        return result.kind() == EventKind.ADMISSION_DENIED
                ? new Outcome.Refused(words(reason))
                : new Outcome.Unanswered("the door is out of service or too busy: nobody was let in");
    }

    private static String words(String reason) {
        return switch (reason) {
            case "mode" -> "it stands unlocked already";
            case "lockdown" -> "it is locked down";
            case "elevator" -> "an elevator lets go of floors that somebody may reach: nobody is named here";
            case "interlock" -> "another door keeps it shut until that one is closed and locked";
            default -> reason.replace('_', ' ');
        };
    }
}
