package dev.lintel.controller.sync;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What somebody sends who agrees to the plan of a join, or does not.
public final class Agreed {
    private Agreed() {}

    /// A request for it.
    ///
    /// @param command `join confirm` or `join drop`
    /// @param plan as `join plan` answered
    public static Map<String, @Nullable Object> to(String command, Map<String, ?> plan) {
        Map<String, @Nullable Object> request = new HashMap<>();
        request.put("command", command);
        for (String field : List.of("url", "fingerprint", "box")) request.put(field, plan.get(field));
        return request;
    }
}
