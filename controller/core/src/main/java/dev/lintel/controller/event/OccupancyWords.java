package dev.lintel.controller.event;

import java.util.List;
import java.util.Map;

/// The keys of events about the number of people in an area with a limit, and their sentences. Any thread.
public final class OccupancyWords {
    /// Of a decision: the area whose limit was looked at.
    public static final String AREA = "occupancy_area";
    /// Of a decision: the people who counted as there before the person passed. Missing where that is not known.
    public static final String PEOPLE = "occupancy";
    /// Of a decision: the limits.
    public static final String MAX = "occupancy_max";

    public static final String MIN = "occupancy_min";

    private OccupancyWords() {}

    /// The sentence of an event about the number of people in an area.
    public static String title(EventDraft event) {
        Map<String, Object> facts = event.additional();
        String area = "Area " + facts.get("area");
        String people = facts.get("people") instanceof Number number ? counted(number.longValue()) : "";
        return switch (event.kind()) {
            case AREA_EMPTY -> area + " is empty";
            case AREA_BELOW_MINIMUM -> people + " in area " + facts.get("area") + ", fewer than " + facts.get("min");
            case AREA_FULL -> area + " is full: " + people;
            default -> people + " in area " + facts.get("area");
        };
    }

    /// Of a decision: the people in the area before. The reason of a refusal has them.
    static void add(Map<String, Object> trace, List<String> parts) {
        if (trace.containsKey(AREA) && !trace.containsKey(PEOPLE)) {
            parts.add("the number of people in '" + trace.get(AREA) + "' is not known");
        }
        if (!(trace.get(PEOPLE) instanceof Number people) || trace.containsKey("reason")) return;
        boolean full = trace.get(MAX) instanceof Number max && people.longValue() >= max.longValue();
        if (Boolean.TRUE.equals(trace.get(TraceWords.FIRST_RESPONDER)) && full) {
            parts.add("a first responder though '" + trace.get(AREA) + "' is full");
        }
        if (TraceWords.GROUP.equals(trace.get(TraceWords.AWAITS)))
            parts.add("more people are awaited for " + minimum(trace));
        else parts.add(counted(people.longValue()) + " in '" + trace.get(AREA) + "' before");
    }

    /// Why a person was refused.
    static String reason(Map<String, Object> trace) {
        if ("area_minimum".equals(trace.get("reason"))) return "too few for " + minimum(trace);
        return "the area '" + trace.get(AREA) + "' is full (" + trace.get(PEOPLE) + " of " + trace.get(MAX) + ")";
    }

    private static String minimum(Map<String, Object> trace) {
        Object people = trace.get(PEOPLE);
        return "the minimum of " + trace.get(MIN) + " people in '" + trace.get(AREA) + "' (" + people + " there)";
    }

    static String counted(long people) {
        return people == 1 ? "1 person" : people + " people";
    }
}
