package dev.lintel.controller.metrics;

import dev.lintel.controller.health.Health;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Method;
import dev.lintel.controller.http.Reply;
import java.util.LinkedHashMap;
import java.util.Map;

/// `GET /health`, for monitors and the launcher: no sign-in, 200 when ready, else 503 with the reasons.
public final class HealthResource {
    private final Health health;

    public HealthResource(Health health) {
        this.health = health;
    }

    public void mount(Endpoints endpoints) {
        endpoints.on(Method.GET, "/health", _ -> answer());
    }

    private Reply answer() {
        Health.Report report = health.report();
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("status", report.status().word());
        if (report.status() == Health.Status.READY) return new Reply.Ok(body);
        body.put("reasons", report.reasons());
        return new Reply.Json(503, body);
    }
}
