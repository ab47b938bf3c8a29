package dev.lintel.controller.hub;

import java.util.concurrent.TimeUnit;

/// For how long a join code is good: minutes for a box that is there, days for a card that is made before.
public final class CodeLife {
    /// A card that lies for longer is forgotten, and so is who may join by it.
    public static final int DAYS_MAX = 30;

    static final long USUAL_NS = TimeUnit.MINUTES.toNanos(15);

    private static final long HOUR = 60;
    private static final long DAY = 24 * HOUR;

    private CodeLife() {}

    /// Such as `15 minutes`, `23 hours`, `3 days`, `2 days and 1 hour`: never more than there is.
    public static String words(long minutes) {
        if (minutes < 2 * HOUR) return count(minutes, "minute");
        if (minutes < DAY) return count(minutes / HOUR, "hour");
        String days = count(minutes / DAY, "day");
        long hours = minutes % DAY / HOUR;
        return hours == 0 ? days : days + " and " + count(hours, "hour");
    }

    private static String count(long number, String one) {
        return number == 1 ? "1 " + one : number + " " + one + "s";
    }
}
