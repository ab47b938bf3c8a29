package dev.lintel.controller;

import dev.lintel.controller.config.ControllerConfig;
import dev.lintel.controller.config.ControllerConfig.HardwareKind;
import dev.lintel.controller.tls.BoxNames;
import org.jspecify.annotations.Nullable;

/// The address that others reach the box by, as far as it is known before it is served.
final class BoxAddress {
    private static final int HTTPS = 443;

    private BoxAddress() {}

    /// What the configuration says; else a board's own name, as its network finds it. Null for who tries it out on a
    /// laptop, and for a board without a name: `localhost`.
    static @Nullable String of(ControllerConfig config) {
        return of(config, BoxNames.host());
    }

    static @Nullable String of(ControllerConfig config, String host) {
        String said = config.publicUrl();
        int port = config.listen().https();
        if (said != null || config.hardware() != HardwareKind.BOARD || port == 0) return said;
        if (host.isEmpty() || host.equals("localhost")) return null;
        String name = host.indexOf('.') < 0 ? host + ".local" : host;
        return "https://" + name + (port == HTTPS ? "" : ":" + port);
    }
}
