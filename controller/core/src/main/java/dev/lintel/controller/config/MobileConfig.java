package dev.lintel.controller.config;

import java.time.Duration;

/// What `mobile` of `controller.yaml` says: how phones become keys. Immutable.
///
/// @param vendor what integrations know the account's field by: `hid` in `hid_mobile_access`
/// @param byMail codes go to people by mail; else the API hands them out
/// @param remoteUnlock phones open doors
/// @param goodFor an invitation, or the link to a pass
/// @param wallet what `wallet` beside it says
public record MobileConfig(String vendor, boolean byMail, boolean remoteUnlock, Duration goodFor, WalletConfig wallet) {
    /// Where nothing is said.
    public static final MobileConfig USUAL = new MobileConfig("hid", true, true, Duration.ofDays(7), WalletConfig.NONE);
}
