package dev.lintel.controller;

import dev.lintel.controller.door.DoorSettings;
import dev.lintel.controller.policy.PolicySnapshot;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Tells when the policy that stands wants other doors than those that were opened at the start: lines are opened
/// only then, as the plan of a policy says too. For /health; any thread.
final class RestartNeeded {
    private final Map<Long, String> running;
    private final Supplier<PolicySnapshot> policy;

    /// `running` are the doors as they were opened.
    RestartNeeded(List<DoorSettings> running, Supplier<PolicySnapshot> policy) {
        this.running = opened(running);
        this.policy = policy;
    }

    @Nullable
    String fault() {
        return opened(policy.get().doors()).equals(running) ? null : "channels changed";
    }

    /// What of a channel is looked at only when its lines are opened.
    private static Map<Long, String> opened(List<DoorSettings> doors) {
        return doors.stream().collect(Collectors.toMap(DoorSettings::channelId, RestartNeeded::opened));
    }

    private static String opened(DoorSettings door) {
        return door.rules().kind() + " of unit " + door.unit();
    }
}
