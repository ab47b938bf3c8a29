package dev.lintel.reader.pi4j;

import com.pi4j.io.gpio.digital.DigitalOutput;
import com.pi4j.io.gpio.digital.DigitalOutputConfig;
import com.pi4j.io.gpio.digital.DigitalOutputProviderBase;
import dev.lintel.reader.gpio.GpioChip;
import java.util.function.Supplier;

/// Pi4J's digital outputs on a [GpioChip]. Any thread.
public final class ChipOutputs extends DigitalOutputProviderBase {
    static final String ID = "lintel-digital-output";

    private final Supplier<GpioChip> chip;

    public ChipOutputs(GpioChip chip) {
        this(() -> chip);
    }

    ChipOutputs(Supplier<GpioChip> chip) {
        super(ID, "Lintel digital outputs");
        this.chip = chip;
    }

    @Override
    public int getPriority() {
        return ChipInputs.PRIORITY;
    }

    /// Throws Pi4J's `IOException` when the chip cannot be opened or has no such line to give.
    @Override
    public DigitalOutput create(DigitalOutputConfig config) {
        var output = new ChipOutput(this, config, chip);
        context.registry().add(output);
        return output;
    }
}
