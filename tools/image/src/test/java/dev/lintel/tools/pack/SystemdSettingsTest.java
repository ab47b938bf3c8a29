package dev.lintel.tools.pack;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// The package's units use settings of no newer systemd than the package asks for. An older one ignores what it does
/// not know, with a line in the journal.
class SystemdSettingsTest {
    private static final Path BOARD = Path.of("src/main/board");
    private static final Pattern UNIT = Pattern.compile(".*[.](service|socket|timer|path|mount|target|conf|network)");
    private static final Pattern SETTING = Pattern.compile("([A-Z][A-Za-z0-9]*)=.*");
    private static final Pattern ASKED = Pattern.compile("Depends: .*systemd \\(>= (\\d+)\\) \\|.*");
    private static final int DEBIAN_12 = 252;

    /// The version that introduced each setting: "Added in version" of the manual pages systemd.unit, systemd.service,
    /// systemd.exec, systemd.resource-control, systemd.kill, systemd.timer and systemd.path of systemd 257.
    /// Those without such a line are as old as 183. StateDirectory and CacheDirectory share an entry with
    /// RuntimeDirectory there, and are of 235 by systemd's NEWS.
    private static final String ADDED = """
            183 CapabilityBoundingSet Environment ExecStart ExecStartPre ExecStopPost Group IOSchedulingClass LimitCORE
            183 LimitNOFILE Nice NotifyAccess OOMScoreAdjust OnActiveSec OnUnitInactiveSec PathChanged PathExists
            183 PrivateNetwork PrivateTmp Restart RestartSec SupplementaryGroups Type UMask Unit User WatchdogSec
            183 WorkingDirectory
            187 NoNewPrivileges SystemCallFilter
            188 TimeoutStartSec TimeoutStopSec
            201 After Description Documentation WantedBy Wants
            208 DeviceAllow DevicePolicy
            209 AccuracySec PrivateDevices SystemCallArchitectures SystemCallErrorNumber
            211 RestrictAddressFamilies RuntimeDirectory
            214 ProtectHome ProtectSystem
            229 AmbientCapabilities StartLimitIntervalSec
            231 InaccessiblePaths MemoryHigh RestrictRealtime
            232 CPUWeight ProtectControlGroups ProtectKernelModules ProtectKernelTunables RemoveIPC
            233 RestrictNamespaces
            234 RuntimeDirectoryMode
            235 CacheDirectory LockPersonality RuntimeDirectoryPreserve StateDirectory StateDirectoryMode
            240 LogRateLimitBurst LogRateLimitIntervalSec WatchdogSignal
            242 ProtectHostname RestrictSUIDSGID
            243 ExecCondition TimeoutAbortSec
            244 ProtectKernelLogs
            245 ProtectClock
            250 TriggerLimitBurst TriggerLimitIntervalSec
            254 RestartMaxDelaySec RestartSteps
            """;

    private static final Map<String, Integer> VERSIONS = new HashMap<>();

    @BeforeAll
    static void readTable() {
        for (String line : ADDED.lines().toList()) {
            String[] words = line.split(" ", -1);
            for (int i = 1; i < words.length; i++) VERSIONS.put(words[i], Integer.valueOf(words[0]));
        }
    }

    /// Each setting of the units, with the files that use it.
    private static Map<String, String> used() throws IOException {
        Map<String, String> used = new TreeMap<>();
        List<Path> units;
        try (Stream<Path> walk = Files.walk(BOARD)) {
            units = walk.filter(file -> UNIT.matcher(file.toString()).matches()).toList();
        }
        assertThat(units)
                .contains(BOARD.resolve("systemd/lintel.service"), BOARD.resolve("systemd/lintel-system.path"));
        for (Path unit : units) {
            for (String line : Files.readAllLines(unit)) {
                Matcher setting = SETTING.matcher(line);
                if (setting.matches())
                    used.merge(setting.group(1), unit.getFileName().toString(), (a, b) -> a + " " + b);
            }
        }
        return used;
    }

    @Test
    void everySettingIsInTheTable() throws IOException {
        assertThat(VERSIONS)
                .as("add it with the version from its man page")
                .containsKeys(used().keySet().toArray(String[]::new));
    }

    @Test
    void packageAsksForTheSystemdThatKnowsAllSettings() throws IOException {
        Matcher asked = DebPackage.control("0.1.0", Arch.AMD64, 1, List.of("zlib1g"), "25")
                .lines()
                .map(ASKED::matcher)
                .filter(Matcher::matches)
                .findFirst()
                .orElseThrow();
        int version = Integer.parseInt(asked.group(1));
        assertThat(version).as("Debian 12 has systemd 252").isLessThanOrEqualTo(DEBIAN_12);
        Map<String, String> newer = used();
        newer.keySet().removeIf(setting -> VERSIONS.getOrDefault(setting, Integer.MAX_VALUE) <= version);
        assertThat(newer)
                .as("settings that systemd " + version + " does not know")
                .isEmpty();
        assertThat(used().keySet().stream().mapToInt(VERSIONS::get).max())
                .as("the package asks for no more than it needs")
                .hasValue(version);
    }
}
