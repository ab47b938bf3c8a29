package dev.lintel.reader.linux;

/// What the kernel says of a line.
///
/// @param name the board's, `GPIO17`; empty when it has none
/// @param consumer who has it, empty when nobody has
/// @param flags [GpioFlag]s together
public record GpioLineInfo(String name, String consumer, long flags) {
    public boolean used() {
        return (flags & GpioFlag.USED) != 0;
    }
}
