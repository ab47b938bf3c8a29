package dev.lintel.controller.json;

/// A text is not the JSON that was expected; the message says where and why, never what the text was.
public final class JsonException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public JsonException(String message) {
        super(message);
    }
}
