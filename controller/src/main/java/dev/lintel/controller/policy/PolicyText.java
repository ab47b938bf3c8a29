package dev.lintel.controller.policy;

/// A policy as the text of a `site.yaml`: what a hub tells its boxes.
public final class PolicyText {
    private PolicyText() {}

    /// [SiteFile] reads the same policy back from it.
    public static String of(Policy policy) {
        return SiteExport.write(policy);
    }
}
