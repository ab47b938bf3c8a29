package dev.lintel.tools;

import dev.lintel.controller.json.Json;
import dev.lintel.controller.json.JsonException;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// What an SSD says of itself, NVMe or SATA: the kernel does not ask it, `smartctl` does. The disk may say anything:
/// what is no number counts as not said.
///
/// ```
///   smart_status.passed                                    false: it expects to fail
///   endurance_used.current_percent                         since smartctl 7.4, of whatever kind
///   nvme_smart_health_information_log.percentage_used      NVMe; may go beyond 100
///     .critical_warning                                    bits; 8: it takes nothing any more
///     .available_spare, .available_spare_threshold         percent; below it is the end
/// ```
final class SmartChecks {
    private static final long USED_WARN = 80;
    private static final long USED_FAIL = 100;
    private static final long READ_ONLY = 8;
    private static final String HEALTH = "nvme_smart_health_information_log";

    private final String check;
    private final Function<List<String>, @Nullable String> programs;

    /// @param check what findings are called
    /// @param programs what a program says; null on a machine without it
    SmartChecks(String check, Function<List<String>, @Nullable String> programs) {
        this.check = check;
        this.programs = programs;
    }

    /// @param disk such as `nvme0n1`
    /// @param what the same with its model
    Finding of(String disk, String what) {
        String said = programs.apply(List.of("smartctl", "--json", "-H", "-A", "/dev/" + disk));
        if (said == null) {
            return Finding.ok(
                    check, what + " tells the kernel nothing of its wear; smartctl may: install smartmontools");
        }
        try {
            return of(what, Json.parseObject(said));
        } catch (JsonException e) { // an old one, or one that was ended
            return Finding.ok(check, what + " tells nothing of its wear that can be read");
        }
    }

    private Finding of(String what, Map<String, @Nullable Object> said) {
        Long used = used(said);
        String found =
                what + (used == null ? " gives no estimate of its life" : " has used " + used + " % of its life");
        Map<?, ?> health = object(said, HEALTH);
        Long warning = number(health, "critical_warning");
        if (warning != null && (warning & READ_ONLY) != 0) return failing(found + ", and takes nothing any more");
        if (Boolean.FALSE.equals(object(said, "smart_status").get("passed"))) {
            return failing(found + ", and expects to fail");
        }
        Long spare = number(health, "available_spare");
        Long least = number(health, "available_spare_threshold");
        if (spare != null && least != null && spare < least) {
            return failing(found + ", and has " + spare + " % of its spare blocks left");
        }
        if (used != null && used > USED_FAIL) return failing(found);
        if (used != null && used >= USED_WARN) {
            return Finding.warn(check, found, "plan its replacement, and have a backup");
        }
        if (used == null && isRefused(said)) {
            return Finding.ok(check, what + " is asked by root alone: sudo lintel doctor");
        }
        return Finding.ok(check, found);
    }

    private Finding failing(String found) {
        return Finding.fail(check, found, "lintel backup, and replace it: it may stop taking anything any day");
    }

    private static @Nullable Long used(Map<String, @Nullable Object> said) {
        Long used = number(object(said, "endurance_used"), "current_percent");
        return used != null ? used : number(object(said, HEALTH), "percentage_used");
    }

    private static boolean isRefused(Map<String, @Nullable Object> said) {
        return String.valueOf(object(said, "smartctl").get("messages")).contains("Permission denied");
    }

    private static Map<?, ?> object(Map<String, @Nullable Object> said, String name) {
        return said.get(name) instanceof Map<?, ?> object ? object : Map.of();
    }

    private static @Nullable Long number(Map<?, ?> object, String name) {
        return object.get(name) instanceof Number number && number.longValue() >= 0 ? number.longValue() : null;
    }
}
