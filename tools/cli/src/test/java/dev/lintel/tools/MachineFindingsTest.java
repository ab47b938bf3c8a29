package dev.lintel.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What doctor makes of a machine: clock, warmth, supply, ports, service, log, what lies around.
class MachineFindingsTest {
    private static final String TCP =
            "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid" + "  timeout inode\n";

    @TempDir
    Path root;

    private static String lines(List<Finding> findings) {
        var text = new StringBuilder();
        for (Finding finding : findings) text.append(finding.sentence()).append('\n');
        return text.toString();
    }

    private MadeFiles made() {
        return new MadeFiles(root);
    }

    @Test
    void theClockIsSynchronisedOrItIsSaidThatNothingTellsSo() throws IOException {
        assertThat(lines(ClockChecks.all(made().files())))
                .contains("warn  clock")
                .contains("ok    clock chip       none");
        made().folder("run/chrony")
                .put("sys/class/rtc/rtc0/date", "2026-11-25")
                .put("sys/class/rtc/rtc0/time", "04:00:00");
        assertThat(lines(ClockChecks.all(made().files())))
                .contains("ok    clock            a time server's client runs (/run/chrony)")
                .contains("rtc0 shows 2026-11-25 04:00:00 (UTC)");
        made().put("run/systemd/timesync/synchronized", "");
        assertThat(lines(ClockChecks.all(made().files()))).contains("synchronised by systemd-timesyncd");
    }

    @ParameterizedTest
    @CsvSource({"45000,ok", "74999,ok", "75000,warn", "84000,warn", "85000,fail"})
    void theHottestZoneCounts(String milli, String state) throws IOException {
        made().put("sys/class/thermal/thermal_zone0/temp", "30000").put("sys/class/thermal/thermal_zone1/temp", milli);
        assertThat(lines(BoardChecks.all(made().files()))).startsWith(state).contains("temperature");
    }

    /// The firmware's bits: 0 too low now, 2 slowed down now, 16 and 18 since the start.
    @ParameterizedTest
    @CsvSource({
        "0x0,ok,held since the start",
        "0x1,fail,too low now",
        "50001,fail,too low now",
        "0x10000,warn,too low since the start",
        "0x40004,warn,slowed itself down"
    })
    void aPiTellsOfItsSupply(String bits, String state, String found) throws IOException {
        made().put("sys/devices/platform/soc/soc:firmware/get_throttled", bits);
        assertThat(lines(BoardChecks.all(made().files()))).startsWith(state).contains(found);
    }

    @ParameterizedTest
    @CsvSource({"0,ok,the voltage holds", "1,fail,the voltage is too low"})
    void orItsVoltageMonitorDoes(String alarm, String state, String found) throws IOException {
        made().put("sys/class/hwmon/hwmon0/name", "cpu_thermal")
                .put("sys/class/hwmon/hwmon1/name", "rpi_volt")
                .put("sys/class/hwmon/hwmon1/in0_lcrit_alarm", alarm);
        assertThat(lines(BoardChecks.all(made().files()))).startsWith(state).contains(found);
    }

    @Test
    void aMachineThatTellsNothingHasNoWarmthAndNoSupply() {
        assertThat(BoardChecks.all(made().files())).isEmpty();
    }

    @Test
    void whatListensToOthersIsNamedWithItsProgram() throws IOException {
        made().put(
                        "proc/net/tcp",
                        TCP
                                + "   0: 00000000:20FB 00000000:0000 0A 0:0 00:00000000 00000000  999 0 4711 1 0\n"
                                + "   1: 0100007F:1F90 00000000:0000 0A 0:0 00:00000000 00000000  999 0 4712 1 0\n"
                                + "   2: 0A00000A:0016 0B00000A:C001 01 0:0 00:00000000 00000000    0 0 4713 1 0\n")
                .put(
                        "proc/net/tcp6",
                        TCP
                                + "   0: 00000000000000000000000000000000:0016 00000000000000000000000000000000:0000 0A"
                                + " 00000000:00000000 00:00000000 00000000    0 0 4714 1 0\n"
                                + "   1: 00000000000000000000000001000000:0CEA 00000000000000000000000000000000:0000 0A"
                                + " 00000000:00000000 00:00000000 00000000    0 0 4715 1 0\n")
                .put("proc/812/comm", "java")
                .folder("proc/812/fd");
        Files.createSymbolicLink(root.resolve("proc/812/fd/9"), Path.of("socket:[4711]"));
        assertThat(lines(PortChecks.all(made().files(), null)))
                .contains("ok    open ports       22, 8443 (java 812)")
                .contains("firewall         not known");
        assertThat(lines(PortChecks.all(made().files(), "table inet f { chain i { type filter hook input; drop } }")))
                .contains("nftables refuses some");
        assertThat(lines(PortChecks.all(made().files(), ""))).contains("none: whoever reaches this machine");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            active running 0 enabled          | ok   | is active (running), started again 0 times, watched each 1min
            active running 4 enabled          | warn | started again 4 times
            failed failed 9 enabled           | fail | lintel.service is failed (failed): exit-code
            inactive dead 0 enabled           | warn | lintel.service is inactive (dead)
            activating auto-restart 7 enabled | warn | lintel.service is activating (auto-restart)
            active running 0 disabled         | warn | is not started with the machine
            """)
    void theUnitIsToldOf(String facts, String state, String found) {
        String[] words = facts.split(" ", -1);
        String said = "LoadState=loaded\nActiveState=" + words[0] + "\nSubState=" + words[1] + "\nNRestarts=" + words[2]
                + "\nResult=exit-code\nWatchdogUSec=1min\nUnitFileState=" + words[3] + "\n";
        assertThat(lines(ServiceChecks.unit(said)).lines())
                .anySatisfy(line -> assertThat(line).startsWith(state).contains(found));
    }

    @Test
    void whereLintelIsNoServiceNothingIsSaid() {
        assertThat(ServiceChecks.unit("LoadState=not-found\nActiveState=inactive\n"))
                .isEmpty();
        assertThat(ServiceChecks.unit("System has not been booted with systemd as init system\n"))
                .isEmpty();
        assertThat(ServiceChecks.unit(null)).isEmpty();
    }

    @Test
    void theLogIsAskedWhetherItLastsAndForFaults() throws IOException {
        assertThat(ServiceChecks.log(made().files(), "")).as("no journal").isEmpty();
        made().folder("run/systemd/journal");
        assertThat(lines(ServiceChecks.log(made().files(), ""))).contains("warn  journal");
        made().folder("var/log/journal");
        assertThat(lines(ServiceChecks.log(made().files(), "")))
                .isEqualTo("ok    journal          outlasts a restart of the machine\n");
        assertThat(lines(ServiceChecks.log(made().files(), "a\nthe lane stopped\u001B[31m\n")))
                .contains("warn  faults           2 faults in the log since yesterday, the last: the lane"
                        + " stopped\\u001b[31m");
    }

    @Test
    void whatMayBeRemovedIsSummed() throws IOException {
        assertThat(LeftoverChecks.all(root.resolve("none"))).isEmpty();
        made().put("data/lintel.db", "x");
        assertThat(lines(LeftoverChecks.all(root.resolve("data"))))
                .startsWith("ok")
                .contains("nothing to remove");
        made().put("data/before-restore-of-20261101T000000Z/lintel.db", "x".repeat(2_000_000))
                .put("data/lintel.db.newer-schema-9", "x")
                .put("data/lintel.db.schema-8", "kept: the way back")
                .put("data/lintel.db.damaged-17", "x")
                .put("data/crash.log", "# A fatal error");
        assertThat(lines(LeftoverChecks.all(root.resolve("data"))))
                .contains("ok    leftovers        2.0 MB may be removed: before-restore-of-20261101T000000Z, crash.log,"
                        + " lintel.db.damaged-17, lintel.db.newer-schema-9")
                .contains("warn  crash")
                .doesNotContain("schema-8");
    }

    @Test
    void nothingMayBeRemovedOfARestoreThatWasCut() throws IOException {
        made().put("data/restoring", "{}").put("data/before-restore-of-20261101T000000Z/lintel.db", "x");
        assertThat(lines(LeftoverChecks.all(root.resolve("data"))))
                .startsWith("fail  restore          a restore into this folder has not come to its end")
                .contains("systemctl restart lintel")
                .doesNotContain("may be removed");
    }

    @Test
    void memoryIsReadFromTheKernel() throws IOException {
        made().put("proc/meminfo", "MemTotal:  440000 kB\nMemAvailable:  100000 kB");
        assertThat(lines(MachineChecks.all(made().files())))
                .contains("warn  memory           97 MB of 429 MB available");
        made().put("proc/meminfo", "MemTotal:  240000 kB\nMemAvailable:  100000 kB");
        assertThat(lines(MachineChecks.all(made().files()))).contains("fail  memory");
    }

    @Test
    void whatHangsCostsItsOwnLineAlone() {
        var never = new CountDownLatch(1);
        List<Finding> hung = Limited.findings("storage", Duration.ofMillis(50), () -> {
            try {
                never.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return List.of();
        });
        assertThat(lines(hung)).startsWith("warn  storage").contains("gave no answer within 0 s");
        List<Finding> broken = Limited.findings("storage", Limited.USUAL, () -> {
            throw new IllegalStateException("odd");
        });
        assertThat(lines(broken))
                .startsWith("warn")
                .contains("cannot be looked at")
                .contains("odd");
        assertThat(Limited.findings("a", Limited.USUAL, () -> List.of(Finding.ok("a", "b"))))
                .hasSize(1);
    }

    @Test
    void theVerdictIsOneSentence() {
        Finding ok = Finding.ok("a", "x");
        Finding warn = Finding.warn("clock", "x", "y");
        Finding fail = Finding.fail("lintel.db", "x", "y");
        assertThat(Verdict.of(List.of(ok))).isEqualTo(new Verdict(false, "This box is well."));
        assertThat(Verdict.of(List.of(ok, warn, warn)))
                .isEqualTo(new Verdict(false, "This box works; look at clock before it bites."));
        assertThat(Verdict.of(List.of(warn, fail)).failed()).isTrue();
        assertThat(Verdict.of(List.of(warn, fail)).sentence())
                .isEqualTo("This box is not well: lintel.db must be mended. Look at this as well: clock.");
    }
}
