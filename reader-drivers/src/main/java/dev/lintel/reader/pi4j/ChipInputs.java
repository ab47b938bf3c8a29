package dev.lintel.reader.pi4j;

import com.pi4j.io.gpio.digital.DigitalInput;
import com.pi4j.io.gpio.digital.DigitalInputConfig;
import com.pi4j.io.gpio.digital.DigitalInputProviderBase;
import dev.lintel.reader.gpio.GpioChip;
import java.util.function.Supplier;

/// Pi4J's digital inputs on a [GpioChip]. Any thread.
public final class ChipInputs extends DigitalInputProviderBase {
    static final String ID = "lintel-digital-input";

    /// Above every provider that Pi4J ships: whoever has this jar wants it.
    static final int PRIORITY = 200;

    private final Supplier<GpioChip> chip;

    public ChipInputs(GpioChip chip) {
        this(() -> chip);
    }

    ChipInputs(Supplier<GpioChip> chip) {
        super(ID, "Lintel digital inputs");
        this.chip = chip;
    }

    @Override
    public int getPriority() {
        return PRIORITY;
    }

    /// Throws Pi4J's `IOException` when the chip cannot be opened or has no such line to give.
    @Override
    public DigitalInput create(DigitalInputConfig config) {
        var input = new ChipInput(this, config, chip);
        context.registry().add(input);
        return input;
    }
}
