package dev.lintel.tools;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// How warm the board is, and whether its supply holds: a Raspberry Pi tells when its voltage was too low.
final class BoardChecks {
    private static final String SUPPLY = "supply";
    private static final double MILLI = 1_000;
    /// A Pi becomes slower from 80 degrees on.
    private static final double WARM = 75;

    private static final double HOT = 85;
    private static final long UNDER_VOLTAGE = 1;
    private static final long THROTTLED = 1 << 2;
    private static final long UNDER_VOLTAGE_WAS = 1 << 16;
    private static final long THROTTLED_WAS = 1 << 18;
    private static final String THIN =
            "use a supply of 5 V and 3 A with a short, thick cable: a card is damaged by this";

    private BoardChecks() {}

    static List<Finding> all(KernelFiles files) {
        var findings = new ArrayList<Finding>();
        Finding warmth = temperature(files);
        if (warmth != null) findings.add(warmth);
        Finding supply = throttling(files);
        if (supply == null) supply = voltage(files);
        if (supply != null) findings.add(supply);
        return findings;
    }

    private static @Nullable Finding temperature(KernelFiles files) {
        double hottest = Double.NEGATIVE_INFINITY;
        for (String zone : files.names("sys/class/thermal", "thermal_zone*")) {
            Long milli = files.number("sys/class/thermal/" + zone + "/temp");
            if (milli != null) hottest = Math.max(hottest, milli / MILLI);
        }
        if (hottest <= 0) return null; // none, or one that gives no value
        String found = String.format(Locale.ROOT, "%.0f °C", hottest);
        if (hottest >= HOT) return Finding.fail("temperature", found, "the board is about to stop: cool it");
        if (hottest >= WARM) return Finding.warn("temperature", found, "give it air, or a heat sink");
        return Finding.ok("temperature", found);
    }

    /// The firmware's own bits: what is, and what was since it was switched on.
    private static @Nullable Finding throttling(KernelFiles files) {
        String text = files.text("sys/devices/platform/soc/soc:firmware/get_throttled");
        if (text == null || !text.matches("(0x)?[0-9a-fA-F]{1,8}")) return null;
        long bits = Long.parseLong(text.replaceFirst("^0x", ""), 16);
        if ((bits & UNDER_VOLTAGE) != 0) return Finding.fail(SUPPLY, "the voltage is too low now", THIN);
        if ((bits & UNDER_VOLTAGE_WAS) != 0)
            return Finding.warn(SUPPLY, "the voltage was too low since the start", THIN);
        if ((bits & (THROTTLED | THROTTLED_WAS)) != 0) {
            return Finding.warn(SUPPLY, "the board slowed itself down since the start", "cool it");
        }
        return Finding.ok(SUPPLY, "the voltage held since the start");
    }

    private static @Nullable Finding voltage(KernelFiles files) {
        for (String monitor : files.names("sys/class/hwmon", "hwmon*")) {
            String folder = "sys/class/hwmon/" + monitor + "/";
            if (!"rpi_volt".equals(files.text(folder + "name"))) continue;
            Long alarm = files.number(folder + "in0_lcrit_alarm");
            if (alarm == null) continue;
            if (alarm != 0) return Finding.fail(SUPPLY, "the voltage is too low", THIN);
            return Finding.ok(SUPPLY, "the voltage holds");
        }
        return null;
    }
}
