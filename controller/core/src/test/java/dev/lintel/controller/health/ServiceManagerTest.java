package dev.lintel.controller.health;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.time.HandTime;
import dev.lintel.reader.linux.LinuxException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ServiceManagerTest {
    private final HandTime time = new HandTime("2026-01-05T08:00:00Z");
    private final List<String> told = new ArrayList<>();
    private final AtomicLong alive = new AtomicLong(1);
    private final Vitals vitals = new Vitals(time);
    private final Health health = new Health();
    private @Nullable String fault;
    private boolean deaf;
    private boolean full;

    private ServiceManager manager(Duration watchdog) {
        vitals.add("bus a", alive::get, Duration.ofMinutes(1));
        health.add("clock", () -> fault);
        health.ready();
        return new ServiceManager(
                lines -> {
                    if (deaf) throw new LinuxException("connect /run/systemd/notify failed", 111);
                    if (!full) told.add(lines);
                    return !full;
                },
                watchdog);
    }

    private void beat(ServiceManager manager) {
        time.advance(Duration.ofSeconds(20));
        manager.beat();
    }

    @Test
    void theWatchdogIsFedWhileEveryPartGoesRoundAndNotWhileOneHangs() {
        try (var manager = manager(Duration.ofSeconds(60))) {
            manager.beat();
            assertThat(told).as("no box yet").isEmpty();
            manager.watchUnstarted(vitals, health::report);
            beat(manager);
            alive.incrementAndGet();
            beat(manager);
            assertThat(told).containsExactly("READY=1\nWATCHDOG=1\nSTATUS=ready\n", "WATCHDOG=1\nSTATUS=ready\n");
            told.clear();
            fault = "held:\nunknown";
            for (int i = 0; i < 3; i++) beat(manager);
            assertThat(told)
                    .containsExactly(
                            "WATCHDOG=1\nSTATUS=degraded: clock: held: unknown\n",
                            "WATCHDOG=1\nSTATUS=degraded: clock: held: unknown\n",
                            "STATUS=bus a has not gone round for 60 s\n");
            told.clear();
            alive.incrementAndGet();
            fault = null;
            beat(manager);
            manager.pause();
            beat(manager);
            assertThat(told).containsExactly("WATCHDOG=1\nSTATUS=ready\n", "WATCHDOG=1\n");
            for (int i = 0; i < 20; i++) beat(manager);
            assertThat(told)
                    .as("a change may take three minutes: nine thirds of the time")
                    .hasSize(1 + 9);
            manager.ending();
            assertThat(told).last().isEqualTo("STOPPING=1\n");
            beat(manager);
            assertThat(told).last().isEqualTo("STOPPING=1\n");
        }
    }

    @Test
    void readyIsToldUntilItWasTaken() {
        try (var manager = manager(Duration.ZERO)) {
            assertThat(manager.isThere()).isTrue();
            manager.watchUnstarted(vitals, health::report);
            deaf = true;
            beat(manager);
            deaf = false;
            full = true;
            beat(manager);
            assertThat(told).isEmpty();
            full = false;
            alive.incrementAndGet();
            beat(manager);
            beat(manager);
            assertThat(told)
                    .as("nobody's watchdog is fed")
                    .containsExactly("READY=1\nSTATUS=ready\n", "STATUS=ready\n");
        }
    }

    @Test
    void aStatusIsOneLineOfALengthThatCanBeRead() {
        try (var manager = manager(Duration.ZERO)) {
            fault = "x".repeat(280);
            manager.watchUnstarted(vitals, health::report);
            beat(manager);
            assertThat(told.getFirst()).hasSizeLessThan(250).endsWith("…\n");
        }
    }

    @Test
    void variablesThatSayNothingToUsAreNotBelieved() {
        for (Map<String, String> environment : List.<Map<String, String>>of(
                Map.of(),
                Map.of("NOTIFY_SOCKET", ""),
                Map.of("NOTIFY_SOCKET", "vsock:2:1"),
                Map.of("NOTIFY_SOCKET", "/" + "x".repeat(200)),
                Map.of("NOTIFY_SOCKET", "/nobody/is/here", "WATCHDOG_USEC", "soon"),
                Map.of("NOTIFY_SOCKET", "/nobody/is/here", "WATCHDOG_USEC", "9223372036854775807"))) {
            try (var manager = ServiceManager.of(environment)) {
                assertThat(manager.everyMs()).as("%s", environment).isEqualTo(20_000);
                assertThat(manager.isThere()).as("%s", environment).isFalse();
            }
        }
        var mine = Map.of("NOTIFY_SOCKET", "/nobody/is/here", "WATCHDOG_USEC", "30000000");
        try (var manager = ServiceManager.of(mine)) {
            assertThat(manager.everyMs()).isEqualTo(10_000);
        }
        var another = Map.of("NOTIFY_SOCKET", "/x", "WATCHDOG_USEC", "30000000", "WATCHDOG_PID", "1");
        try (var manager = ServiceManager.of(another)) {
            assertThat(manager.everyMs()).isEqualTo(20_000);
        }
    }
}
