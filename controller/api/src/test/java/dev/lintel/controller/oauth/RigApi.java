package dev.lintel.controller.oauth;

import dev.lintel.controller.access.ApprovalDesk;
import dev.lintel.controller.access.Gate;
import dev.lintel.controller.access.Gates;
import dev.lintel.controller.access.HandRules;
import dev.lintel.controller.access.WhatIf;
import dev.lintel.controller.action.OutputDesk;
import dev.lintel.controller.api.Accounts;
import dev.lintel.controller.api.Announcements;
import dev.lintel.controller.api.Api;
import dev.lintel.controller.door.DoorView;
import dev.lintel.controller.door.DoorViews;
import dev.lintel.controller.door.Elsewhere;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Filter;
import dev.lintel.controller.http.Principal;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.mobile.MobileRig;
import dev.lintel.controller.net.AddressGuard;
import dev.lintel.controller.people.ImageFetcher;
import dev.lintel.controller.people.ImageShelf;
import dev.lintel.controller.people.ImageWorker;
import dev.lintel.controller.people.Images;
import dev.lintel.controller.policy.PolicyCatalog;
import dev.lintel.controller.readers.EncryptionKeys;
import dev.lintel.controller.readers.Makeup;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.PlaceStore;
import dev.lintel.controller.store.PolicyStore;
import dev.lintel.controller.store.RightsStore;
import dev.lintel.controller.time.ClockReading;
import dev.lintel.controller.time.Time;
import dev.lintel.controller.wallet.WalletRig;
import java.util.List;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/// The API of an [OAuthRig], over its real database: a house whose doors nobody moves.
final class RigApi {
    /// Of the API of the test account, which is another database: that it is asked.
    private static final Reply TRIED = new Reply.Ok(List.of());

    private RigApi() {}

    /// What the API is made of beside its doors.
    record Parts(Database database, DataFolder folder, Time time, int ratePerMinute, SSLContext trust) {}

    static Filter mount(Endpoints endpoints, Parts parts, Api.Bearers bearers) {
        Database database = parts.database;
        var places = new PlaceStore(database);
        var shelf = new ImageShelf(parts.folder);
        var fetcher = new ImageFetcher(new AddressGuard(_ -> false), parts.trust::getSocketFactory);
        Api.Entrance entrance = Api.mount(
                endpoints,
                new Api.Settings(
                        database,
                        new StillDoors(),
                        _ -> false,
                        Elsewhere.NOWHERE,
                        parts.time,
                        parts.ratePerMinute,
                        new NoReaders(),
                        new WhatIf(asked(database, places, parts.time)),
                        places,
                        new Images(shelf, new ImageWorker(database, shelf, fetcher, parts.time)),
                        MobileRig.desk(database, parts.folder, MobileRig.BY_CODE, parts.time),
                        WalletRig.desk(
                                database,
                                parts.folder,
                                MobileRig.desk(database, parts.folder, MobileRig.BY_CODE, parts.time),
                                parts.time),
                        new NoKeys(),
                        bearers,
                        _ -> null,
                        new Accounts(Accounts.CUSTOMER, database, Principal::accountId, _ -> TRIED),
                        Announcements.NONE,
                        () -> null,
                        () -> null,
                        ApprovalDesk.NONE,
                        new HandRules(asked(database, places, parts.time)),
                        OutputDesk.NONE));
        return entrance.tokens();
    }

    static WhatIf.Parts asked(Database database, PlaceStore places, Time time) {
        return new WhatIf.Parts(
                ask -> RightsStore.ask(database, ask),
                () -> ClockReading.trusted(time.now()),
                () -> new PolicyCatalog(new PolicyStore(database, time), time, _ -> {}).snapshot(),
                new PlainGates(),
                places.forQuestions());
    }

    private record PlainGates() implements Gates {
        @Override
        public Gate at(long channelId, String side) {
            return Gate.PLAIN;
        }

        @Override
        public @Nullable String unlockedBy(long channelId) {
            return null;
        }

        @Override
        public boolean interlocked(long channelId, String side) {
            return false;
        }
    }

    record StillDoors() implements DoorViews {
        @Override
        public List<DoorView> all() {
            return List.of();
        }

        @Override
        public @Nullable DoorView of(long channelId) {
            return null;
        }

        @Override
        public long revision() {
            return 1;
        }

        @Override
        public long awaitChange(long revision, long timeoutMs) {
            return 1;
        }
    }

    private record NoReaders() implements Makeup {
        @Override
        public Board board() {
            return new Board("0.1.0", "", "");
        }

        @Override
        public @Nullable ReaderKind reader(long channelId) {
            return null;
        }
    }

    private record NoKeys() implements EncryptionKeys {
        @Override
        public Outcome renew(long channelId) {
            return new Outcome.Refused("there are no readers");
        }

        @Override
        public Outcome remove(long channelId) {
            return new Outcome.Refused("there are no readers");
        }

        @Override
        public boolean pending(long channelId) {
            return false;
        }
    }
}
