package dev.lintel.controller.access;

import dev.lintel.controller.event.EventDraft;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Decides on people that operators admit, in one order with the decisions on cards: of two people for the last
/// place in an area one is admitted.
public interface HandDecisions {
    /// Decides on a person that an operator admits from outside, and passes the decision to `then` before the next
    /// decision begins. A tampered reader does not matter here. The door lane checks interlocks and the state of
    /// the door afterwards. Returns the result of `then`, or null where the decision was not made in time: it is
    /// not made later. Throws when the database cannot be read.
    <T> @Nullable T byHand(long channelId, long personId, Function<Decision, T> then);

    /// From now on decisions count the person of this admission as about to pass, as after a card. For `then` of
    /// [#byHand].
    void admits(EventDraft event);
}
