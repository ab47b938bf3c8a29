package dev.lintel.reader.board;

import dev.lintel.reader.hardware.Hardware;
import dev.lintel.reader.hardware.HardwareException;
import dev.lintel.reader.hardware.HardwarePlan;
import dev.lintel.reader.hardware.HardwareProvider;
import dev.lintel.reader.linux.GpioDevice;
import dev.lintel.reader.linux.LinuxException;
import java.util.function.LongSupplier;

/// `hardware: board`.
public final class BoardProvider implements HardwareProvider {
    private static final int ENOENT = 2;
    private static final int EACCES = 13;
    private static final int ENOTTY = 25;

    @Override
    public String name() {
        return "board";
    }

    @Override
    public Hardware open(HardwarePlan plan, LongSupplier nowNs) {
        String path = plan.chip();
        if (plan.bare()) return new BoardHardware(new NoGpio(path));
        try {
            return new BoardHardware(new BoardGpio(() -> new LinuxKernel(GpioDevice.open(path)), path, nowNs));
        } catch (LinuxException e) {
            throw new HardwareException("gpio: chip: " + path + " " + reason(e), e);
        }
    }

    private static String reason(LinuxException e) {
        return switch (e.errno()) {
            case ENOENT -> "is not there: which chips this board has is listed by 'lintel doctor'";
            case EACCES -> "may not be opened by this user: is it in the group gpio?";
            case ENOTTY -> "is no GPIO chip";
            default -> "cannot be opened: " + e.getMessage();
        };
    }
}
