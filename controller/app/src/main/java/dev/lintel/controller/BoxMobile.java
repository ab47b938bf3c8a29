package dev.lintel.controller;

import dev.lintel.controller.config.MobileConfig;
import dev.lintel.controller.config.WalletConfig;
import dev.lintel.controller.door.AllDoors;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.health.Housekeeping;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.hub.Hub;
import dev.lintel.controller.hub.RemoteDoors;
import dev.lintel.controller.mail.Writer;
import dev.lintel.controller.mobile.InvitationCodes;
import dev.lintel.controller.mobile.MobileDesk;
import dev.lintel.controller.mobile.MobileLetter;
import dev.lintel.controller.mobile.OwnPhones;
import dev.lintel.controller.mobile.PhoneAsking;
import dev.lintel.controller.mobile.PhoneDesk;
import dev.lintel.controller.mobile.VendorRounds;
import dev.lintel.controller.secret.DerivedSecrets;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.RightsStore;
import dev.lintel.controller.time.Time;
import dev.lintel.controller.wallet.ApplePush;
import dev.lintel.controller.wallet.AppleSigner;
import dev.lintel.controller.wallet.AppleWalletResource;
import dev.lintel.controller.wallet.AppleWallets;
import dev.lintel.controller.wallet.GoogleKeys;
import dev.lintel.controller.wallet.GooglePass;
import dev.lintel.controller.wallet.GoogleWalletResource;
import dev.lintel.controller.wallet.GoogleWallets;
import dev.lintel.controller.wallet.PassSecrets;
import dev.lintel.controller.wallet.WalletDesk;
import dev.lintel.controller.wallet.WalletLetter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The wiring of phones as keys, and of passes in their wallets.
///
/// @param letter puts invitations into words
/// @param passLetter puts links to passes into words
/// @param google null: Google's wallet is offered none
record BoxMobile(
        MobileDesk desk,
        PhoneDesk phones,
        MobileLetter letter,
        WalletDesk wallet,
        WalletLetter passLetter,
        AppleWallets apple,
        @Nullable GoogleWallets google)
        implements AutoCloseable {
    /// After the start: a revocation may have been cut off by it.
    private static final Duration AT_ONCE = Duration.ofSeconds(1);
    /// How often a revocation that was cut off is gone on with.
    private static final Duration FINISH_EVERY = Duration.ofMinutes(1);
    /// How often it is looked whether passes show something else: whoever loses one wants it gone soon.
    private static final Duration TELL_EVERY = Duration.ofSeconds(30);

    /// In the folder of keys: what signs passes where the configuration names nothing.
    private static final String OWN_SIGNER = "wallet-development.pem";

    /// By kind.
    Map<String, Writer> letters() {
        return Map.of(MobileDesk.LETTER, letter, MobileDesk.PAGE_LETTER, letter, WalletDesk.LETTER, passLetter);
    }

    @Override
    public void close() {
        apple.close();
        desk.rounds().close();
    }

    /// What wallets ask for and tell.
    void mount(Endpoints endpoints, Time time) {
        new AppleWalletResource(apple, time).mount(endpoints);
        if (google != null) new GoogleWalletResource(google, time).mount(endpoints);
    }

    /// What is around it.
    ///
    /// @param posted is run after a letter was written
    /// @param url where this box is reached; null: nowhere yet
    record Around(Hub hub, Runnable posted, Supplier<@Nullable String> url) {}

    static BoxMobile of(Front.Parts parts, Around around, Housekeeping housekeeping, Time time) {
        MobileConfig config = parts.config().mobile();
        Database database = parts.database();
        String name = parts.config().name();
        var settings = new MobileDesk.Settings(config.byMail(), true, config.remoteUnlock(), config.goodFor());
        MobileDesk desk = desk(
                config.vendor(),
                parts.folder(),
                (vendor, codes) -> new MobileDesk.Parts(
                        database, vendor, codes, settings, around.posted, parts.following()::elsewhere, time));
        var elsewhere = new RemoteDoors(around.hub);
        var phones = new PhoneDesk(new PhoneDesk.Parts(
                desk,
                database,
                new PhoneAsking(parts.asking().decisions(), database, time),
                parts.asking().whatIf(),
                parts.policy()::snapshot,
                ask -> RightsStore.ask(database, ask),
                new AllDoors(parts.doors(), elsewhere, elsewhere),
                elsewhere,
                time));
        WalletConfig wallets = config.wallet();
        var signer = signer(wallets, parts.folder(), time);
        GooglePass google = wallets.google() == null ? null : new GooglePass(wallets.google());
        var wallet = new WalletDesk(new WalletDesk.Parts(
                database, desk, passSecrets(parts.folder()), signer, google, wallets.callbacks(), around.url, time));
        var apple = new AppleWallets(wallet, new ApplePush(signer, ApplePush.SERVICE, null));
        housekeeping.watch("wallet", AT_ONCE, TELL_EVERY, () -> {
            String told = apple.fault();
            return told == null && google != null ? google.fault() : told;
        });
        VendorRounds rounds = desk.rounds();
        housekeeping.rounds("phones", AT_ONCE, FINISH_EVERY, rounds::goBeside, rounds::fault);
        housekeeping.every("passes", TELL_EVERY, TELL_EVERY, apple::tellBeside);
        return new BoxMobile(
                desk,
                phones,
                new MobileLetter(database, desk, new MobileLetter.Box(around.url, wallet::urlOf, name)),
                wallet,
                new WalletLetter(database, wallet, name),
                apple,
                google == null ? null : new GoogleWallets(wallet, google, new GoogleKeys(GoogleKeys.ADDRESS, time)));
    }

    private static AppleSigner signer(WalletConfig wallets, DataFolder folder, Time time) {
        Path own = folder.path().resolve("keys").resolve(OWN_SIGNER);
        return new AppleSigner(wallets.apple(), own, time);
    }

    private static PassSecrets passSecrets(DataFolder folder) {
        return new PassSecrets(() -> folder.secret(PassSecrets.KEY, DerivedSecrets.KEY_BYTES));
    }

    /// For an account that writes no letters and opens no real doors: codes are handed out by the API.
    static MobileDesk ofTest(DataFolder folder, Database database, Time time) {
        MobileConfig usual = MobileConfig.USUAL;
        var settings = new MobileDesk.Settings(false, false, usual.remoteUnlock(), usual.goodFor());
        return desk(
                usual.vendor(),
                folder,
                (vendor, codes) -> new MobileDesk.Parts(database, vendor, codes, settings, () -> {}, () -> null, time));
    }

    /// The same of passes: links are as real ones are, and lead nowhere.
    ///
    /// @param url where this box is reached; null: nowhere yet
    static WalletDesk passesOfTest(
            DataFolder folder, Database database, MobileDesk desk, Supplier<@Nullable String> url, Time time) {
        return new WalletDesk(new WalletDesk.Parts(
                database, desk, passSecrets(folder), signer(WalletConfig.NONE, folder, time), null, null, url, time));
    }

    @FunctionalInterface
    private interface PartsOf {
        MobileDesk.Parts of(OwnPhones vendor, InvitationCodes codes);
    }

    private static MobileDesk desk(String vendor, DataFolder folder, PartsOf parts) {
        var codes = new InvitationCodes(() -> folder.secret(InvitationCodes.KEY, InvitationCodes.KEY_BYTES));
        return new MobileDesk(parts.of(new OwnPhones(vendor, codes), codes));
    }
}
