package dev.lintel.controller.wallet;

import dev.lintel.controller.config.WalletConfig;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.mobile.MobileDesk;
import dev.lintel.controller.mobile.MobileRig;
import dev.lintel.controller.secret.DerivedSecrets;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.time.Time;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/// Passes in a test, on a real database, with real keys and signatures.
public final class WalletRig {
    /// Where the box is reached.
    public static final String URL = "https://lobby.example:8443";

    private WalletRig() {}

    /// Signed by a certificate of the box's own, told of by nobody.
    public static WalletDesk desk(Database database, DataFolder folder, MobileDesk mobile, Time time) {
        return desk(database, folder, new With(mobile, WalletConfig.NONE), time);
    }

    /// What it works with.
    ///
    /// @param config who signs, and where the outside reaches the box
    public record With(MobileDesk mobile, WalletConfig config) {
        /// Phones are invited by code.
        static With of(Database database, DataFolder folder, WalletConfig config, Time time) {
            return new With(MobileRig.desk(database, folder, MobileRig.BY_CODE, time), config);
        }
    }

    public static WalletDesk desk(Database database, DataFolder folder, With with, Time time) {
        WalletConfig.Google google = with.config.google();
        return new WalletDesk(new WalletDesk.Parts(
                database,
                with.mobile,
                new PassSecrets(() -> folder.secret(PassSecrets.KEY, DerivedSecrets.KEY_BYTES)),
                signer(folder, with.config.apple(), time),
                google == null ? null : new GooglePass(google),
                with.config.callbacks(),
                () -> URL,
                time));
    }

    static AppleSigner signer(DataFolder folder, WalletConfig.@Nullable Apple apple, Time time) {
        return new AppleSigner(apple, folder.path().resolve("keys").resolve("own.pem"), time);
    }

    /// Phones whose messages go nowhere.
    static AppleWallets apple(WalletDesk desk) {
        return new AppleWallets(desk, new ApplePush(desk.parts().apple(), URI.create("https://localhost:9"), null));
    }

    /// What stands behind the box's address in a link.
    static String link(String url) {
        return url.substring(url.lastIndexOf('/') + 1);
    }
}
