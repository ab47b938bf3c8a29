package dev.lintel.reader.pi4j;

import com.pi4j.context.Context;
import com.pi4j.exception.InitializeException;
import com.pi4j.exception.ShutdownException;
import com.pi4j.io.exception.IOException;
import com.pi4j.io.gpio.digital.DigitalOutput;
import com.pi4j.io.gpio.digital.DigitalOutputBase;
import com.pi4j.io.gpio.digital.DigitalOutputConfig;
import com.pi4j.io.gpio.digital.DigitalState;
import dev.lintel.reader.gpio.GpioChip;
import dev.lintel.reader.gpio.GpioException;
import dev.lintel.reader.gpio.LineSpec;
import dev.lintel.reader.gpio.OutputPoint;
import dev.lintel.reader.hardware.HardwareException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// One output: at its initial state from the first moment, low without one. Its line is taken when Pi4J
/// initializes it and given back when Pi4J shuts it down, after its shutdown state was set.
final class ChipOutput extends DigitalOutputBase {
    private final Supplier<GpioChip> chip;
    private final boolean activeHigh;
    private volatile @Nullable OutputPoint point;

    ChipOutput(ChipOutputs provider, DigitalOutputConfig config, Supplier<GpioChip> chip) {
        super(provider, config);
        this.chip = chip;
        // A line begins inactive: one that is to begin high is low-active for us, so that it never falls.
        this.activeHigh = config.initialState() != DigitalState.HIGH;
    }

    @Override
    public DigitalOutput initialize(Context context) throws InitializeException {
        try {
            point = chip.get().output(new LineSpec(config().bcm(), activeHigh));
        } catch (GpioException | HardwareException e) {
            throw new InitializeException(e);
        }
        state = activeHigh ? DigitalState.LOW : DigitalState.HIGH; // as the kernel gives it
        super.initialize(context); // which sets the initial state
        return this;
    }

    /// Throws Pi4J's `IOException` when the line cannot be driven: the state is then as it was.
    @Override
    public DigitalOutput state(DigitalState wanted) throws IOException {
        OutputPoint wire = point;
        if (wire == null) throw new IOException("line " + config().bcm() + " is not open");
        if (wanted != DigitalState.UNKNOWN) {
            boolean active = wanted.isHigh() == activeHigh;
            wire.set(active);
            if (wire.active() != active) throw new IOException("line " + config().bcm() + " cannot be driven");
        }
        return super.state(wanted);
    }

    @Override
    public DigitalOutput shutdownInternal(Context context) throws ShutdownException {
        super.shutdownInternal(context); // sets the shutdown state, if there is one
        if (point != null) {
            point = null;
            chip.get().release(config().bcm());
        }
        return this;
    }
}
