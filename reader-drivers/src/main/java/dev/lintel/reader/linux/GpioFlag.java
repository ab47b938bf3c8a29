package dev.lintel.reader.linux;

/// What a line is asked for, as in `linux/gpio.h`; several are added together.
public final class GpioFlag {
    public static final long USED = 1;
    public static final long ACTIVE_LOW = 1 << 1;
    public static final long INPUT = 1 << 2;
    public static final long OUTPUT = 1 << 3;
    public static final long EDGE_RISING = 1 << 4;
    public static final long EDGE_FALLING = 1 << 5;
    public static final long BIAS_PULL_UP = 1 << 8;
    public static final long BIAS_PULL_DOWN = 1 << 9;
    public static final long BIAS_DISABLED = 1 << 10;

    private GpioFlag() {}
}
