package dev.lintel.reader.linux;

/// What a chip says of itself.
///
/// @param name the kernel's, `gpiochip0`
/// @param label the driver's, `pinctrl-bcm2711`
/// @param lines offsets go from 0 to one less
public record GpioChipInfo(String name, String label, int lines) {}
