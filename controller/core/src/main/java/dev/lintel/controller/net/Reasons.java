package dev.lintel.controller.net;

/// Why a connection failed, in the words of what lies deepest: those above it repeat it, or say nothing.
public final class Reasons {
    private Reasons() {}

    /// Never null: a fault without words is named by its kind, such as `ConnectException`.
    public static String of(Throwable fault) {
        Throwable root = fault;
        while (root.getCause() != null && !root.getCause().equals(root)) root = root.getCause();
        String message = root.getMessage();
        return message == null ? root.getClass().getSimpleName() : message;
    }
}
