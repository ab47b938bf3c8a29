package dev.lintel.controller.config;

import dev.lintel.controller.yaml.Section;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads `wallet` of `controller.yaml`. The files that it names are looked at when a pass is made.
///
/// ```
///   callbacks    apple: certificate, key    google: issuer, service_account
/// ```
final class WalletSection {
    private static final Pattern ISSUER = Pattern.compile("[0-9]{1,24}");

    private WalletSection() {}

    /// File names are from `folder`, which the configuration is in.
    static WalletConfig read(Section root, Path folder) {
        Section wallet = root.section("wallet").orNull();
        if (wallet == null) return WalletConfig.NONE;
        String callbacks =
                wallet.text("callbacks").that(WalletSection::callbacksFault).orNull();
        return new WalletConfig(
                callbacks == null ? null : Addresses.withoutSlash(callbacks),
                apple(wallet.section("apple").orNull(), folder),
                google(wallet.section("google").orNull(), folder));
    }

    private static WalletConfig.@Nullable Apple apple(@Nullable Section apple, Path folder) {
        if (apple == null) return null;
        String certificate = apple.text("certificate").that(FileNames::fault).required("pass.pem");
        String key = apple.text("key").that(FileNames::fault).required("pass.key");
        return new WalletConfig.Apple(folder.resolve(certificate), folder.resolve(key));
    }

    private static WalletConfig.@Nullable Google google(@Nullable Section google, Path folder) {
        if (google == null) return null;
        String issuer = google.text("issuer").that(WalletSection::issuerFault).required("0");
        String account = google.text("service_account").that(FileNames::fault).required("google.json");
        return new WalletConfig.Google(issuer, folder.resolve(account));
    }

    private static @Nullable String callbacksFault(String text) {
        String fault = Addresses.publicUrlFault(text);
        if (fault != null) return fault;
        return text.startsWith("https://") ? null : "must begin with https://: phones and Google call no other address";
    }

    private static @Nullable String issuerFault(String text) {
        return ISSUER.matcher(text).matches()
                ? null
                : "must be the issuer's number of digits, such as \"3388000000012345678\", not '" + text + "'";
    }
}
