package dev.lintel.reader.gpio;

/// A line could not be had or driven; the message names the line and the reason.
public final class GpioException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public GpioException(String message) {
        super(message);
    }
}
