package dev.lintel.controller.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.access.AccessPolicy;
import dev.lintel.controller.access.ChannelAccess.Means;
import dev.lintel.controller.door.DoorSettings;
import dev.lintel.controller.policy.FirstSite;
import dev.lintel.controller.policy.Policy;
import dev.lintel.controller.policy.PolicyCatalog;
import dev.lintel.controller.policy.PolicySnapshot;
import dev.lintel.controller.policy.SiteFile;
import dev.lintel.controller.time.SystemTime;
import dev.lintel.controller.yaml.Checked.Faulty;
import dev.lintel.controller.yaml.Checked.Valid;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// How soon a change of the policy holds, on a file on a disk and by the real clock.
class PolicyReachTest {
    private static final Instant CHRISTMAS = Instant.parse("2026-12-25T10:00:00Z"); // a Friday
    /// The fastest of so many changes counts: a busy machine makes single ones slow, a change that waits for
    /// something (a timer, a round of polling) makes all of them slow.
    private static final int CHANGES = 20;

    @Test
    void anApplyReachesDecisionsAndDoorsWithinATenthOfASecond(@TempDir Path folder) {
        var time = new SystemTime();
        var told = new AtomicReference<PolicySnapshot>();
        try (var data = DataFolder.open(folder);
                var database = Database.open(data, time)) {
            var catalog = new PolicyCatalog(new PolicyStore(database, time), time, told::set);
            catalog.begin(FirstSite.demo());
            String before = catalog.export();
            String after = "holidays: [{name: christmas, date: 2026-12-25, repeat: yearly}]\n"
                    + before.replace("shifts:\n  - id: 1\n", "shifts:\n  - id: 1\n    holidays: {christmas: closed}\n")
                            .replaceFirst("unlock: 5s", "unlock: 7s")
                            .replaceFirst("credentials: .*", "credentials: [card+pin]\n    auto_unlock: {shift: 1}");
            Duration fastest = Duration.ofDays(1);
            for (int i = 0; i < CHANGES; i++) {
                boolean changed = i % 2 == 0;
                Policy wanted = policy(changed ? after : before);
                long begunNs = time.nowNs();
                catalog.apply(wanted, "test");
                AccessPolicy decisions = catalog.snapshot();
                DoorSettings door = told.get().doors().getFirst();
                Duration took = Duration.ofNanos(time.nowNs() - begunNs);
                assertThat(decisions.covers(1, 1, CHRISTMAS)).isEqualTo(!changed);
                assertThat(decisions.access(1).entry().getFirst().means().contains(Means.CARD_THEN_PIN))
                        .isEqualTo(changed);
                assertThat(door.times().unlock()).hasSeconds(changed ? 7 : 5);
                assertThat(door.rules().autoUnlock() != null).isEqualTo(changed);
                if (took.compareTo(fastest) < 0) fastest = took;
            }
            assertThat(fastest).isLessThan(Duration.ofMillis(100));
        }
    }

    private static Policy policy(String file) {
        return switch (SiteFile.parse("site.yaml", file)) {
            case Valid<Policy>(Policy policy) -> policy;
            case Faulty<Policy> faulty -> throw new AssertionError(faulty.toString());
        };
    }
}
