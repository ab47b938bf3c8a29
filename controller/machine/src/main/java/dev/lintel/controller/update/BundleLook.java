package dev.lintel.controller.update;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a bundle is, for somebody who is to decide about it: in the box's own process, which installs
/// nothing. [Installer] asks all of it anew.
///
/// @param signers names of trusted keys that have signed it
/// @param refusal why this box does not take it, in a sentence; null: it does
public record BundleLook(
        Manifest manifest, List<String> signers, @Nullable String refusal) {
    public BundleLook {
        signers = List.copyOf(signers);
    }

    /// Reads all of it. Throws [UpdateException] when it is no bundle at all, or cannot be read.
    ///
    /// @param trust the keys that the box trusts; null: none
    /// @param running what runs on it
    /// @param newest that has passed its test on it; null: none yet
    public static BundleLook of(
            Path file, @Nullable Trust trust, Release running, @Nullable Newest newest, Instant now) {
        try (Bundle bundle = Bundle.open(file)) {
            List<String> signers = List.of();
            try {
                if (trust == null) throw new UpdateException("this box trusts no keys, and so takes no bundle");
                signers = bundle.signers(trust);
                bundle.requireSigned(trust);
                running.requireFit(bundle.manifest(), now);
                if (newest != null) newest.requireFit(bundle.manifest());
                bundle.requireWhole(_ -> {});
                return new BundleLook(bundle.manifest(), signers, null);
            } catch (UpdateException e) {
                return new BundleLook(bundle.manifest(), signers, String.valueOf(e.getMessage()));
            }
        } catch (IOException e) {
            throw new UpdateException("the bundle cannot be read: " + e.getMessage(), e);
        }
    }
}
