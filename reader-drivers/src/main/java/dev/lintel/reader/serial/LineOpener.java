package dev.lintel.reader.serial;

/// Opens a line, each time anew: a USB adapter may come back under another device.
@FunctionalInterface
public interface LineOpener {
    /// Throws [SerialException] with a sentence for the installer when the line cannot be had.
    SerialLine open();
}
