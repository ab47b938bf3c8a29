package dev.lintel.reader.pi4j;

import com.pi4j.context.Context;
import com.pi4j.extension.Plugin;
import com.pi4j.extension.PluginService;
import dev.lintel.reader.board.BoardProvider;
import dev.lintel.reader.gpio.GpioChip;
import dev.lintel.reader.hardware.Hardware;
import dev.lintel.reader.hardware.HardwarePlan;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What Pi4J finds when this jar is on its class path: digital inputs and outputs of one GPIO chip. The chip is the
/// context's property `lintel.gpio.chip`, `/dev/gpiochip0` without it, and is opened with the first line that is
/// asked for: a context alone takes nothing. Its monitor guards the opened hardware.
public final class LintelPi4J implements Plugin {
    /// The context's property that names another chip.
    public static final String CHIP_PROPERTY = "lintel.gpio.chip";

    static final String CHIP = "/dev/gpiochip0";

    private @Nullable Hardware hardware;

    @Override
    public void initialize(PluginService service) {
        Map<String, String> properties = service.context().config().properties();
        String path = properties.getOrDefault(CHIP_PROPERTY, CHIP);
        service.register(new ChipInputs(() -> open(path)), new ChipOutputs(() -> open(path)));
    }

    @Override
    public void shutdown(Context context) {
        Hardware opened;
        synchronized (this) {
            opened = hardware;
            hardware = null;
        }
        if (opened != null) opened.close();
    }

    private synchronized GpioChip open(String path) {
        if (hardware == null) {
            // Only Wiegand's edges are held against a clock, and there are none here.
            hardware = new BoardProvider().open(new HardwarePlan(path, Map.of(), List.of()), () -> 0);
        }
        return hardware.gpio();
    }
}
