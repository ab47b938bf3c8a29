package dev.lintel.controller.behaviour;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.reader.ReaderSignal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;

/// What was seen of a story: outputs and readers with their times, and the events. Times count from the first step.
final class Journal implements Box.Watch {
    /// What a reader shows at rest, and what goes with the strike, which has its own line.
    private static final Set<ReaderSignal> AS_STRIKE = Set.of(ReaderSignal.IDLE, ReaderSignal.UNLOCKED);

    private final Supplier<Instant> now;
    private final Map<Long, List<String>> seen = new TreeMap<>();
    private final List<String> events = new ArrayList<>();
    private final List<String> kinds = new ArrayList<>();
    private Instant begin = Instant.MAX;

    Journal(Supplier<Instant> now) {
        this.now = now;
    }

    /// From now on everything counts.
    void begin() {
        begin = now.get();
    }

    private boolean begun() {
        return !begin.equals(Instant.MAX);
    }

    private long sinceMs() {
        return now.get().toEpochMilli() - begin.toEpochMilli();
    }

    private void see(String what) {
        if (begun()) seen.computeIfAbsent(sinceMs(), _ -> new ArrayList<>()).add(what);
    }

    @Override
    public void output(int line, boolean active) {
        String named = Place.OUTPUTS.get(line);
        if (named != null) {
            see(named + (active ? " on" : " off"));
            return;
        }
        String door = line / 10 == 1 ? "" : " of door " + line / 10;
        if (line == Place.line(line / 10, "strike")) see("strike" + door + (active ? " released" : " secured"));
        else if (line == Place.line(line / 10, "alarm")) see("sounder" + door + (active ? " on" : " off"));
        else see("output " + line + (active ? " on" : " off"));
    }

    @Override
    public void shows(long door, String side, ReaderSignal signal) {
        if (AS_STRIKE.contains(signal)) return;
        String where = door == 1 ? side : side + " reader of door " + door;
        see(where + " shows " + signal.name().toLowerCase(Locale.ROOT).replace('_', ' '));
    }

    @Override
    public void logs(EventDraft event) {
        if (!begun()) return;
        String kind = event.kind().name();
        kinds.add(kind);
        Object reason = event.additional().get("reason");
        boolean said =
                reason == null || kind.equals("REJECTED_" + reason.toString().toUpperCase(Locale.ROOT));
        Long channel = event.subject().channelId();
        String door = channel == null || channel == 1 ? "" : " at door " + channel;
        events.add(time(sinceMs()) + " " + kind + (said ? "" : " (" + reason + ")") + door);
    }

    /// A command was refused.
    void refused(String why) {
        see("refused: " + why);
    }

    /// The kinds of the events, in order.
    List<String> kinds() {
        return List.copyOf(kinds);
    }

    List<String> events() {
        return List.copyOf(events);
    }

    /// The outputs in one line.
    String seen() {
        var parts = new ArrayList<String>();
        seen.forEach((ms, what) -> parts.add(time(ms) + " " + String.join(", ", what)));
        return String.join("; ", parts);
    }

    /// In seconds: `0.3 s`.
    private static String time(long ms) {
        String text = String.format(Locale.ROOT, "%.3f", ms / 1000.0).replaceAll("\\.?0+$", "");
        return text + " s";
    }
}
