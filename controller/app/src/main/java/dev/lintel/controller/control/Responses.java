package dev.lintel.controller.control;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Where a command's answers go, one JSON object a line. Used by the command's own thread only.
public interface Responses {
    /// Sends one answer. Throws [ClientGone] when nobody is there to read it.
    void send(Map<String, ? extends @Nullable Object> answer);

    /// Whether the client still listens. For commands that answer over a long time.
    boolean open();
}
