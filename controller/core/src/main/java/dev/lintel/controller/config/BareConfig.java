package dev.lintel.controller.config;

import dev.lintel.controller.config.ControllerConfig.HardwareKind;
import dev.lintel.controller.config.ControllerConfig.Listen;
import java.util.List;
import java.util.Map;

/// An installed box without a `controller.yaml`: nothing is wired yet, pages and command line work.
public final class BareConfig {
    /// The same as a file: what the first change of it is made in.
    public static final String TEXT = """
            # This box's wiring. Its set-up pages change parts of this file; what else you write here stays.
            hardware: board

            gpio:
              chip: /dev/gpiochip0

            channels: []
            """;

    private BareConfig() {}

    public static ControllerConfig create() {
        return new ControllerConfig(
                DemoConfig.NAME,
                Listen.DEFAULT,
                null,
                null,
                new TlsConfig.Own(),
                null,
                null,
                MobileConfig.USUAL,
                null,
                ControllerConfig.RATE_LIMIT,
                List.of(),
                ControllerConfig.Receivers.DEFAULT,
                MassGuard.DEFAULT,
                false,
                HardwareKind.BOARD,
                DemoConfig.CHIP,
                Map.of(),
                List.of(),
                BoxInputs.NONE,
                BoxPoints.NONE,
                List.of(),
                List.of());
    }
}
