package dev.lintel.controller.commission;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/// What a channel's lines are at one moment. Immutable.
///
/// @param points one for each name
public record Inputs(long channelId, int unit, Map<Point.Name, Point> points) {
    public Inputs {
        points = Collections.unmodifiableMap(new EnumMap<>(points));
    }

    public Point of(Point.Name name) {
        return points.getOrDefault(name, Point.NONE);
    }

    /// Whether a contact is wired and says so.
    public boolean leafOpen() {
        Point contact = of(Point.Name.CONTACT);
        return contact.wired() && !contact.active();
    }
}
