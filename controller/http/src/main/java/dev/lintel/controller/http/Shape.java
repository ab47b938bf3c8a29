package dev.lintel.controller.http;

/// How answers look where the specification and the clients published for it differ. See `Shapes`.
public enum Shape {
    DOCUMENTED,
    SDK;

    /// As stored and as given on the command line: `documented`, `sdk`. Throws `IllegalArgumentException` for others.
    public static Shape of(String name) {
        return switch (name) {
            case "documented" -> DOCUMENTED;
            case "sdk" -> SDK;
            default -> throw new IllegalArgumentException("no such shape: " + name);
        };
    }

    public String id() {
        return this == SDK ? "sdk" : "documented";
    }
}
