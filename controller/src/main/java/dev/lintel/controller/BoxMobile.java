package dev.lintel.controller;

import dev.lintel.controller.config.MobileConfig;
import dev.lintel.controller.door.AllDoors;
import dev.lintel.controller.hub.Hub;
import dev.lintel.controller.hub.RemoteDoors;
import dev.lintel.controller.mail.Writer;
import dev.lintel.controller.mobile.InvitationCodes;
import dev.lintel.controller.mobile.MobileDesk;
import dev.lintel.controller.mobile.MobileLetter;
import dev.lintel.controller.mobile.OwnPhones;
import dev.lintel.controller.mobile.PhoneAsking;
import dev.lintel.controller.mobile.PhoneDesk;
import dev.lintel.controller.store.DataFolder;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.RightsStore;
import dev.lintel.controller.time.Time;
import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The wiring of phones as keys.
///
/// @param letter puts invitations into words
record BoxMobile(MobileDesk desk, PhoneDesk phones, MobileLetter letter) {
    /// After the start: a revocation may have been cut off by it.
    private static final Duration AT_ONCE = Duration.ofSeconds(1);
    /// How often a revocation that was cut off is gone on with.
    private static final Duration FINISH_EVERY = Duration.ofMinutes(1);

    /// By kind.
    Map<String, Writer> letters() {
        return Map.of(MobileDesk.LETTER, letter, MobileDesk.PAGE_LETTER, letter);
    }

    /// What is around it.
    ///
    /// @param posted is run after a letter was written
    /// @param url where this box is reached; null: nowhere yet
    record Around(Hub hub, Runnable posted, Supplier<@Nullable String> url) {}

    static BoxMobile of(Front.Parts parts, Around around, Housekeeping housekeeping, Time time) {
        MobileConfig config = parts.config().mobile();
        Database database = parts.database();
        var settings = new MobileDesk.Settings(config.byMail(), true, config.remoteUnlock(), config.goodFor());
        MobileDesk desk = desk(
                config.vendor(),
                parts.folder(),
                (vendor, codes) -> new MobileDesk.Parts(
                        database, vendor, codes, settings, around.posted, parts.following()::elsewhere, time),
                database);
        var elsewhere = new RemoteDoors(around.hub);
        var phones = new PhoneDesk(new PhoneDesk.Parts(
                desk,
                database,
                new PhoneAsking(parts.asking().decisions(), database, time),
                parts.asking().whatIf(),
                parts.policy()::snapshot,
                ask -> RightsStore.ask(database, ask),
                new AllDoors(parts.doors(), elsewhere),
                elsewhere,
                time));
        housekeeping.every("phones", AT_ONCE, FINISH_EVERY, desk::finishRevoking);
        return new BoxMobile(
                desk,
                phones,
                new MobileLetter(database, desk, around.url, parts.config().name()));
    }

    /// For an account that writes no letters and opens no real doors: codes are handed out by the API.
    static MobileDesk ofTest(DataFolder folder, Database database, Time time) {
        MobileConfig usual = MobileConfig.USUAL;
        var settings = new MobileDesk.Settings(false, false, usual.remoteUnlock(), usual.goodFor());
        return desk(
                usual.vendor(),
                folder,
                (vendor, codes) -> new MobileDesk.Parts(database, vendor, codes, settings, () -> {}, () -> null, time),
                database);
    }

    @FunctionalInterface
    private interface PartsOf {
        MobileDesk.Parts of(OwnPhones vendor, InvitationCodes codes);
    }

    private static MobileDesk desk(String vendor, DataFolder folder, PartsOf parts, Database database) {
        var codes = new InvitationCodes(() -> folder.secret(InvitationCodes.KEY, InvitationCodes.KEY_BYTES));
        return new MobileDesk(parts.of(new OwnPhones(vendor, database, codes), codes));
    }
}
