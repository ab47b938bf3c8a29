package dev.lintel.controller.config;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// What `wallet` of `controller.yaml` says: who vouches for passes, and where wallets tell of them. Immutable.
///
/// @param callbacks where phones and Google reach this box from anywhere, without a slash at its end; null: nowhere
/// @param apple null: passes are signed with a certificate of the box's own, which Apple's wallet does not take
/// @param google null: Google's wallet is offered no passes
public record WalletConfig(
        @Nullable String callbacks,
        @Nullable Apple apple,
        @Nullable Google google) {
    /// Where nothing is said.
    public static final WalletConfig NONE = new WalletConfig(null, null, null);

    /// A pass type's certificate. Both files are looked at when a pass is made.
    ///
    /// @param certificate PEM: the pass type's first, then Apple's that signed it
    /// @param key PEM
    public record Apple(Path certificate, Path key) {}

    /// Who makes passes at Google.
    ///
    /// @param issuer its number
    /// @param serviceAccount its key, a JSON file as Google gives it
    public record Google(String issuer, Path serviceAccount) {}
}
