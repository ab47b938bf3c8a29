package dev.lintel.controller.mobile;

import dev.lintel.controller.access.AccessFlow;
import dev.lintel.controller.access.AccessRules;
import dev.lintel.controller.access.Decisions;
import dev.lintel.controller.access.Gate;
import dev.lintel.controller.access.WhatIf;
import dev.lintel.controller.door.DoorViews;
import dev.lintel.controller.door.Elsewhere;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.policy.PolicyCatalog;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.PlaceStore;
import dev.lintel.controller.store.PolicyStore;
import dev.lintel.controller.store.RightsStore;
import dev.lintel.controller.time.ClockReading;
import dev.lintel.controller.time.Time;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Phones in a test, on a real database. No door decides: whoever asks is turned away as not ready.
public final class MobileRig {
    /// Codes are handed out by the API.
    public static final MobileDesk.Settings BY_CODE = new MobileDesk.Settings(false, true, true, Duration.ofDays(7));

    private MobileRig() {}

    public static MobileDesk desk(Database database, DataFolder folder, MobileDesk.Settings settings, Time time) {
        return desk(database, folder, settings, () -> null, time);
    }

    /// As the other.
    ///
    /// @param elsewhere where people are changed, in a sentence; null: here
    public static MobileDesk desk(
            Database database,
            DataFolder folder,
            MobileDesk.Settings settings,
            Supplier<@Nullable String> elsewhere,
            Time time) {
        var codes = new InvitationCodes(() -> folder.secret(InvitationCodes.KEY, InvitationCodes.KEY_BYTES));
        var vendor = new OwnPhones("hid", codes);
        return new MobileDesk(new MobileDesk.Parts(database, vendor, codes, settings, () -> {}, elsewhere, time));
    }

    /// At doors that take nothing.
    public static PhoneAsking asking(Database database, Time time) {
        var policy = new PolicyCatalog(new PolicyStore(database, time), time, _ -> {});
        var flow = new AccessFlow(new AccessFlow.Parts(
                () -> ClockReading.trusted(time.now()),
                new AccessRules(new RightsStore(database)),
                policy::snapshot,
                (_, _) -> Gate.PLAIN,
                new PlaceStore(database).forDecisions(),
                _ -> false,
                database.events()));
        return new PhoneAsking(new Decisions(time, flow, _ -> false, database.events(), _ -> {}), database, time);
    }

    public static PhoneDesk phones(MobileDesk desk, Database database, DoorViews doors, Time time) {
        var policy = new PolicyCatalog(new PolicyStore(database, time), time, _ -> {});
        var places = new PlaceStore(database);
        var whatIf = new WhatIf(new WhatIf.Parts(
                ask -> RightsStore.ask(database, ask),
                () -> ClockReading.trusted(time.now()),
                policy::snapshot,
                (_, _) -> Gate.PLAIN,
                places.forQuestions()));
        return new PhoneDesk(new PhoneDesk.Parts(
                desk,
                database,
                asking(database, time),
                whatIf,
                policy::snapshot,
                ask -> RightsStore.ask(database, ask),
                doors,
                Elsewhere.NOWHERE,
                time));
    }
}
