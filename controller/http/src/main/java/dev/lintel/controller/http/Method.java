package dev.lintel.controller.http;

import org.jspecify.annotations.Nullable;

/// The request methods that anything here answers. HEAD is answered as GET without a body.
public enum Method {
    GET,
    POST,
    PUT,
    PATCH,
    DELETE;

    /// Null for a method nobody answers.
    public static @Nullable Method of(String name) {
        return switch (name) {
            case "GET", "HEAD" -> GET;
            case "POST" -> POST;
            case "PUT" -> PUT;
            case "PATCH" -> PATCH;
            case "DELETE" -> DELETE;
            default -> null;
        };
    }
}
