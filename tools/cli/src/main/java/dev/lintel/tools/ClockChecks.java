package dev.lintel.tools;

import java.util.List;

/// What keeps the machine's clock right: a time service, and a battery while it is off. Whether the box believes its
/// clock, the running process says itself.
final class ClockChecks {
    private static final List<String> SERVICES =
            List.of("run/chrony", "run/chrony-helper", "run/ntpd.pid", "run/openntpd.pid");

    private ClockChecks() {}

    static List<Finding> all(KernelFiles files) {
        return List.of(service(files), battery(files));
    }

    /// systemd-timesyncd leaves a file when it has synchronised; the kernel's own word on it needs a system call.
    private static Finding service(KernelFiles files) {
        if (files.has("run/systemd/timesync/synchronized")) {
            return Finding.ok("clock", "synchronised by systemd-timesyncd");
        }
        for (String server : SERVICES) {
            if (files.has(server)) return Finding.ok("clock", "a time server's client runs (/" + server + ")");
        }
        return Finding.warn(
                "clock",
                "nothing tells that it is synchronised",
                "shifts and validity dates follow this clock: turn on systemd-timesyncd, chrony or an RTC");
    }

    /// Of a board whose clock chip is there and has a time.
    private static Finding battery(KernelFiles files) {
        for (String rtc : files.names("sys/class/rtc", "rtc*")) {
            String date = files.text("sys/class/rtc/" + rtc + "/date");
            String time = files.text("sys/class/rtc/" + rtc + "/time");
            if (date == null || time == null) continue;
            return Finding.ok("clock chip", rtc + " shows " + date + " " + time + " (UTC)");
        }
        return Finding.ok("clock chip", "none: after a power cut the clock is held until a time service sets it");
    }
}
