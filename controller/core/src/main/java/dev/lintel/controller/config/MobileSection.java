package dev.lintel.controller.config;

import dev.lintel.controller.yaml.Section;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads `mobile` of `controller.yaml`, and `wallet` beside it.
///
/// ```
///   vendor, invitations, remote_unlock, invitation_days
/// ```
final class MobileSection {
    /// A part of a field's name in the API.
    private static final Pattern VENDOR = Pattern.compile("[a-z][a-z0-9_]{0,29}");
    /// Longer is a code that somebody forgot.
    private static final int DAYS_MAX = 90;

    private MobileSection() {}

    static MobileConfig read(Section root, Path folder) {
        Section mobile = root.section("mobile").orNull();
        var usual = MobileConfig.USUAL;
        WalletConfig wallet = WalletSection.read(root, folder);
        if (mobile == null) {
            return new MobileConfig(usual.vendor(), usual.byMail(), usual.remoteUnlock(), usual.goodFor(), wallet);
        }
        return new MobileConfig(
                mobile.text("vendor").that(MobileSection::vendorFault).or(usual.vendor()),
                mobile.choice("invitations", Map.of("mail", true, "code", false))
                        .or(usual.byMail()),
                mobile.flag("remote_unlock").or(usual.remoteUnlock()),
                Duration.ofDays(mobile.integer("invitation_days", 1, DAYS_MAX)
                        .or((int) usual.goodFor().toDays())),
                wallet);
    }

    private static @Nullable String vendorFault(String text) {
        return VENDOR.matcher(text).matches()
                ? null
                : "must be of small letters, digits and _, such as hid, not '" + text + "'";
    }
}
