package dev.lintel.controller.policy;

import dev.lintel.controller.access.ChannelAccess.Accepted;
import dev.lintel.controller.access.ChannelAccess.Means;
import dev.lintel.controller.policy.Shift.Range;
import dev.lintel.controller.policy.Shift.Span;
import java.time.DayOfWeek;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The words that `site.yaml` has for days, times of the day and settings.
final class Words {
    private static final Pattern TIME = Pattern.compile("([01]?[0-9]|2[0-4]):([0-5][0-9])");

    private Words() {}

    /// `mon` to `sun`.
    static String day(DayOfWeek day) {
        return day.name().substring(0, 3).toLowerCase(Locale.ROOT);
    }

    static @Nullable DayOfWeek day(String word) {
        for (DayOfWeek day : DayOfWeek.values()) if (day(day).equals(word)) return day;
        return null;
    }

    /// Days in the week's order.
    static List<String> days(Range range) {
        var words = new ArrayList<String>();
        for (DayOfWeek day : DayOfWeek.values()) if (range.days().contains(day)) words.add(day(day));
        return words;
    }

    /// Minutes of the day for `HH:MM` up to `24:00`; null for anything else.
    static @Nullable Integer minute(String text) {
        Matcher matcher = TIME.matcher(text);
        if (!matcher.matches()) return null;
        int minute = Integer.parseInt(matcher.group(1)) * 60 + Integer.parseInt(matcher.group(2));
        return minute <= Shift.MINUTES_OF_DAY ? minute : null;
    }

    static String minute(int minute) {
        return "%02d:%02d".formatted(minute / 60, minute % 60);
    }

    static String range(Range range) {
        return String.join(", ", days(range)) + " " + span(range.span());
    }

    static String span(Span span) {
        return minute(span.fromMinute()) + "-" + minute(span.toMinute());
    }

    /// A constant as a setting: its name in lower case.
    static String setting(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    /// The constants of a setting by their words.
    @SafeVarargs
    static <E extends Enum<E>> Map<String, E> settings(E... constants) {
        Map<String, E> words = new LinkedHashMap<>();
        for (E constant : constants) words.put(setting(constant), constant);
        return words;
    }

    static String onOff(boolean on) {
        return on ? "on" : "off";
    }

    static String allowDeny(boolean allow) {
        return allow ? "allow" : "deny";
    }

    /// What may be shown at a reader, such as `card+pin`.
    static String means(Means means) {
        return switch (means) {
            case CARD -> "card";
            case PIN -> "pin";
            case CARD_THEN_PIN -> "card+pin";
            case PIN_THEN_CARD -> "pin+card";
            case QR -> "qr";
            case MOBILE -> "mobile";
        };
    }

    static @Nullable Means means(String word) {
        for (Means means : Means.values()) if (means(means).equals(word)) return means;
        return null;
    }

    /// As the value of `credentials`: `[card, pin]`, or `[{shift: 1, accept: [card]}, {accept: []}]`.
    static String accepted(List<Accepted> list) {
        boolean plain = list.size() == 1
                && list.getFirst().shiftId() == null
                && !list.getFirst().means().isEmpty();
        if (plain) return means(list.getFirst().means());
        var texts = new ArrayList<String>();
        for (Accepted accepted : list) {
            String shift = accepted.shiftId() == null ? "" : "shift: " + accepted.shiftId() + ", ";
            texts.add("{" + shift + "accept: " + means(accepted.means()) + "}");
        }
        return texts.toString();
    }

    private static String means(Set<Means> set) {
        return set.stream().sorted().map(Words::means).toList().toString();
    }
}
