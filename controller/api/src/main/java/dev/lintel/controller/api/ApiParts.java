package dev.lintel.controller.api;

import dev.lintel.controller.mobile.MobileDesk;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.time.Time;
import dev.lintel.controller.wallet.WalletDesk;

/// What the resources that change something share.
record ApiParts(
        Database database,
        Time time,
        Audit audit,
        Once once,
        CredentialValues values,
        PinRefusals pinRefusals,
        MobileDesk mobile,
        WalletDesk wallet,
        CredentialJson json) {}
