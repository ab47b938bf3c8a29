package dev.lintel.controller.api;

import dev.lintel.controller.access.HandRules;
import dev.lintel.controller.access.Places;
import dev.lintel.controller.access.WhatIf;
import dev.lintel.controller.action.OutputDesk;
import dev.lintel.controller.door.Elsewhere;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.mobile.MobileDesk;
import dev.lintel.controller.mobile.MobileRig;
import dev.lintel.controller.net.AddressGuard;
import dev.lintel.controller.people.ImageFetcher;
import dev.lintel.controller.people.ImageShelf;
import dev.lintel.controller.people.ImageWorker;
import dev.lintel.controller.people.Images;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.PlaceStore;
import dev.lintel.controller.time.Time;
import dev.lintel.controller.wallet.WalletRig;
import java.util.function.Supplier;
import javax.net.ssl.SSLSocketFactory;

/// Mounts the real API on the server of another test rig, for its people and API keys. Doors do not move.
public final class ApiMount {
    private ApiMount() {}

    public static void mount(Endpoints endpoints, Database database, DataFolder folder, Time time) {
        MobileDesk mobile = MobileRig.desk(database, folder, MobileRig.BY_CODE, time);
        var shelf = new ImageShelf(folder);
        var fetcher =
                new ImageFetcher(new AddressGuard(_ -> false), () -> (SSLSocketFactory) SSLSocketFactory.getDefault());
        Api.mount(
                endpoints,
                new Api.Settings(
                        database,
                        new ApiBox.FixedDoors(),
                        _ -> false,
                        Elsewhere.NOWHERE,
                        time,
                        0,
                        new FixedMakeup(),
                        new WhatIf(noQuestions()),
                        new PlaceStore(database),
                        new Images(shelf, new ImageWorker(database, shelf, fetcher, time)),
                        mobile,
                        WalletRig.desk(database, folder, mobile, time),
                        new FakeKeys(),
                        _ -> null,
                        _ -> null,
                        Accounts.customerAlone(database),
                        Announcements.NONE,
                        () -> null,
                        () -> null,
                        new FakeApprovals(),
                        new HandRules(noQuestions()),
                        OutputDesk.NONE));
    }

    private static WhatIf.Parts noQuestions() {
        Supplier<AssertionError> fault = () -> new AssertionError("no test asks what a door would do");
        return new WhatIf.Parts(
                _ -> {
                    throw fault.get();
                },
                () -> {
                    throw fault.get();
                },
                () -> {
                    throw fault.get();
                },
                (_, _) -> {
                    throw fault.get();
                },
                Places.NONE);
    }
}
