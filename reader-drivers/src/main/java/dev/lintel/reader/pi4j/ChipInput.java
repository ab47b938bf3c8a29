package dev.lintel.reader.pi4j;

import com.pi4j.context.Context;
import com.pi4j.exception.InitializeException;
import com.pi4j.exception.ShutdownException;
import com.pi4j.io.gpio.digital.DigitalInput;
import com.pi4j.io.gpio.digital.DigitalInputBase;
import com.pi4j.io.gpio.digital.DigitalInputConfig;
import com.pi4j.io.gpio.digital.DigitalState;
import com.pi4j.io.gpio.digital.DigitalStateChangeEvent;
import com.pi4j.io.gpio.digital.PullResistance;
import dev.lintel.reader.gpio.Bias;
import dev.lintel.reader.gpio.GpioChip;
import dev.lintel.reader.gpio.GpioException;
import dev.lintel.reader.gpio.InputPoint;
import dev.lintel.reader.gpio.LineSpec;
import dev.lintel.reader.hardware.HardwareException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// One input. Its line is taken when Pi4J initializes it and given back when Pi4J shuts it down. Listeners hear of
/// changes on the chip's thread.
final class ChipInput extends DigitalInputBase {
    private static final long US_A_MS = 1_000;

    /// The kernel keeps the period in a u32 of microseconds; nobody waits for a contact for more than a minute.
    private static final long DEBOUNCE_MS_MAX = 60_000;

    private final Supplier<GpioChip> chip;
    private volatile @Nullable InputPoint point;

    ChipInput(ChipInputs provider, DigitalInputConfig config, Supplier<GpioChip> chip) {
        super(provider, config);
        this.chip = chip;
    }

    @Override
    public DigitalInput initialize(Context context) throws InitializeException {
        super.initialize(context);
        try {
            var line = new LineSpec(config().bcm(), true, bias(config().pull()));
            point = chip.get().input(line, debounceMs(), (high, _) -> changed(high));
        } catch (GpioException | HardwareException e) {
            throw new InitializeException(e);
        }
        return this;
    }

    @Override
    public DigitalState state() {
        InputPoint wire = point;
        return wire == null ? DigitalState.UNKNOWN : DigitalState.getState(wire.active());
    }

    @Override
    public DigitalInput shutdownInternal(Context context) throws ShutdownException {
        super.shutdownInternal(context);
        if (point != null) {
            point = null;
            chip.get().release(config().bcm());
        }
        return this;
    }

    private void changed(boolean high) {
        dispatch(new DigitalStateChangeEvent<DigitalInput>(this, DigitalState.getState(high)));
    }

    private int debounceMs() {
        Long us = config().debounce();
        if (us == null || us <= 0) return 0;
        return (int) Math.min(DEBOUNCE_MS_MAX, (us + US_A_MS - 1) / US_A_MS);
    }

    private static Bias bias(@Nullable PullResistance pull) {
        return switch (pull) {
            case null -> Bias.AS_IS;
            case OFF -> Bias.OFF;
            case PULL_UP -> Bias.PULL_UP;
            case PULL_DOWN -> Bias.PULL_DOWN;
        };
    }
}
