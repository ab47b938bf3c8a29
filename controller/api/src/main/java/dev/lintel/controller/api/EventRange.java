package dev.lintel.controller.api;

import dev.lintel.controller.http.RefusedException;
import dev.lintel.controller.http.Request;

/// Which events by their ids: those within (`afterId`, `beforeId`), both exclusive, in one order.
///
/// @param end the id after the newest event's when the list was asked for: what comes later is not in it
record EventRange(long afterId, long beforeId, boolean ascending, long end) {
    /// Reads `after_id`, `before_id` and `sort`; `head` is the newest event's id. Ids that are no numbers, and an
    /// order that is none, are refused with 400.
    static EventRange read(Request request, long head) {
        Long before = request.number("before_id");
        Long after = request.number("after_id");
        String sort = request.query("sort");
        boolean ascending = "asc".equalsIgnoreCase(sort);
        if (sort != null && !sort.isBlank() && !ascending && !"desc".equalsIgnoreCase(sort)) {
            throw RefusedException.badRequest("sort must be ASC or DESC");
        }
        return new EventRange(
                after == null ? 0 : Math.clamp(after, 0, head),
                before == null ? head + 1 : Math.clamp(before, 1, head + 1),
                ascending,
                head + 1);
    }

    /// What follows event `id` in this order.
    EventRange from(long id) {
        return ascending ? new EventRange(id, beforeId, true, end) : new EventRange(afterId, id, false, end);
    }

    /// The name of the parameter that goes on in this order.
    String cursor() {
        return ascending ? "after_id" : "before_id";
    }

    /// The events before `id` in this order, the nearest first: without the bound of the cursor, within the other.
    EventRange back(long id) {
        return ascending ? new EventRange(0, id, false, end) : new EventRange(id, end, true, end);
    }

    /// The whole list without the bound of the cursor, from its end.
    EventRange fromTheEnd() {
        return ascending ? new EventRange(0, beforeId, false, end) : new EventRange(afterId, end, true, end);
    }
}
