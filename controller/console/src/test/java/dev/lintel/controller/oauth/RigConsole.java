package dev.lintel.controller.oauth;

import dev.lintel.controller.access.AdmissionDesk;
import dev.lintel.controller.access.Admissions;
import dev.lintel.controller.access.ApprovalDesk;
import dev.lintel.controller.access.HandRules;
import dev.lintel.controller.commission.CommissionRig;
import dev.lintel.controller.config.MassGuard;
import dev.lintel.controller.console.Administrators;
import dev.lintel.controller.console.Console;
import dev.lintel.controller.console.SetupLinks;
import dev.lintel.controller.console.SlowDown;
import dev.lintel.controller.console.SystemPages;
import dev.lintel.controller.console.TestDoors;
import dev.lintel.controller.console.TestPasswords;
import dev.lintel.controller.console.UserDesk;
import dev.lintel.controller.door.DoorOrders;
import dev.lintel.controller.door.DoorViews;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.hub.Hub;
import dev.lintel.controller.mail.MailRig;
import dev.lintel.controller.mobile.MobileDesk;
import dev.lintel.controller.mobile.MobileRig;
import dev.lintel.controller.people.ImageShelf;
import dev.lintel.controller.push.PushRig;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.PlaceStore;
import dev.lintel.controller.store.SessionStore;
import dev.lintel.controller.store.SetupLinkStore;
import dev.lintel.controller.store.SideDatabase;
import dev.lintel.controller.store.TotpStore;
import dev.lintel.controller.store.UserStore;
import dev.lintel.controller.sync.HandMembership;
import dev.lintel.controller.system.SystemDesk;
import dev.lintel.controller.system.SystemFolders;
import dev.lintel.controller.time.ClockReading;
import dev.lintel.controller.time.Time;
import dev.lintel.controller.tls.BoxCertificates;
import dev.lintel.controller.wallet.WalletRig;
import dev.lintel.controller.webhook.RigWebhooks;
import org.jspecify.annotations.Nullable;

/// The pages of an [OAuthRig], over its real database; its doors stand still.
final class RigConsole {
    private RigConsole() {}

    /// Returns who makes and removes users.
    static UserDesk mount(Endpoints endpoints, Database database, DataFolder folder, OAuth oauth, Time time) {
        var users = new UserStore(database);
        var passwords = TestPasswords.quick();
        var links = new SetupLinks(new SetupLinkStore(database), time);
        var slowDown = new SlowDown(time);
        var desk = new UserDesk(
                new UserDesk.Parts(
                        users,
                        new SessionStore(database),
                        new TotpStore(database),
                        database.apiKeys(),
                        links,
                        passwords,
                        slowDown,
                        oauth::userEnded),
                database.events(),
                time);
        var byHand = new HandRules(RigApi.asked(database, new PlaceStore(database), time));
        var doors = new RigApi.StillDoors();
        var commission = new CommissionRig(folder.path(), database, time);
        new Console(
                        new Console.Parts(
                                database,
                                database.events(),
                                doors,
                                new DoorOrders(_ -> false, _ -> true, time),
                                new AdmissionDesk(
                                        new Admissions(byHand, time),
                                        database.events(),
                                        _ -> false,
                                        database::awaitDisk),
                                ApprovalDesk.NONE,
                                oauth,
                                RigWebhooks.of(SideDatabase.webhooks(folder), database, oauth, () -> null, time)
                                        .desk(),
                                new Console.Messages(
                                        MailRig.desk(database, null, time), PushRig.away(folder, database, time)),
                                mobile(database, folder, doors, time),
                                new NoTestDoors(),
                                time,
                                null,
                                commission.commissioning(),
                                commission.wires(),
                                new Console.Syncing(
                                        hub(database, folder, time).desk(), new HandMembership(), () -> null),
                                machinery(folder, time)),
                        new Console.SignIn(
                                new Administrators(users, passwords, database.events(), time),
                                links,
                                passwords,
                                slowDown,
                                desk),
                        new Console.Settings("Lobby", false, false))
                .mount(endpoints);
        return desk;
    }

    private static Console.Mobile mobile(Database database, DataFolder folder, DoorViews doors, Time time) {
        MobileDesk desk = MobileRig.desk(database, folder, MobileRig.BY_CODE, time);
        return new Console.Mobile(
                desk,
                MobileRig.phones(desk, database, doors, time),
                WalletRig.desk(database, folder, desk, time),
                () -> null);
    }

    /// A machine around the box on which nothing answers.
    private static SystemPages.Machinery machinery(DataFolder folder, Time time) {
        var nothing = new SystemFolders(folder.path().resolve("machine"), folder.path());
        return new SystemPages.Machinery(
                new SystemDesk(nothing, time), () -> ClockReading.trusted(time.now()), () -> {});
    }

    /// Nobody follows this one.
    private static Hub hub(Database database, DataFolder folder, Time time) {
        return new Hub(new Hub.Parts(
                database,
                time,
                "1.2.3",
                "Lobby",
                () -> "hub1",
                new BoxCertificates(folder.path(), time),
                new ImageShelf(folder),
                MassGuard.DEFAULT,
                Hub.Around.ALONE));
    }

    private record NoTestDoors() implements TestDoors {
        @Override
        public @Nullable String open() {
            return null;
        }

        @Override
        public boolean eventsOn() {
            return false;
        }

        @Override
        public void events(boolean on) {
            // there are none
        }
    }
}
