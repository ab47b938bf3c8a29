package dev.lintel.controller.door;

import dev.lintel.controller.event.EventDraft;
import java.util.Set;
import java.util.function.Consumer;

/// Hears which people who were admitted have passed, and when people pass unseen. Called on the door lane; must not
/// wait.
@FunctionalInterface
public interface Passages {
    Passages NONE = _ -> {};

    /// The leaf has opened for the person of this admission, or the door cannot see that: it has no contact, is open
    /// already, or is unlocked by its mode, its hours, an evacuation or fire.
    void passed(EventDraft admitted);

    /// The leaf has opened for another person: the person of this admission may have passed with that one. One of
    /// [#passed] and [#passedTogether] follows, or another admission of the same person, or ADMITTED_NOT_USED.
    default void shared(EventDraft admitted) {}

    /// The time of this admission is over, after [#shared] and without an opening of its own. The person counts as
    /// passed, unless another door has admitted the person since.
    default void passedTogether(EventDraft admitted) {
        passed(admitted);
    }

    /// The leaf of the door opened at `atNs`, other than by springing open again. Reports of who has passed by that
    /// follow.
    ///
    /// @param persons of that admission; empty for other openings
    default void opened(long channelId, Opening whose, Set<Long> persons, long atNs) {}

    /// Whose opening it was.
    enum Opening {
        /// Certainly that of the persons of one admission.
        ADMITTED,
        /// Certainly somebody's who leaves by an exit that releases the strike.
        EXIT,
        /// It is not known: several persons may pass, a person used a handle, the door is unlocked, or the leaf was
        /// forced.
        UNKNOWN
    }

    /// The log has ADMITTED_NOT_USED for this admission.
    default void unused(EventDraft admitted) {}

    /// What the door stands at now: it may have changed, and then its events are logged. When the door is taken into
    /// service it is what was kept.
    default void stands(long channelId, Standing standing) {}

    /// Passes each call on to `next`, and then to `then`.
    static Passages inTurn(Passages next, Passages then) {
        return new Passages() {
            @Override
            public void passed(EventDraft admitted) {
                next.passed(admitted);
                then.passed(admitted);
            }

            @Override
            public void shared(EventDraft admitted) {
                next.shared(admitted);
                then.shared(admitted);
            }

            @Override
            public void passedTogether(EventDraft admitted) {
                next.passedTogether(admitted);
                then.passedTogether(admitted);
            }

            @Override
            public void opened(long channelId, Opening whose, Set<Long> persons, long atNs) {
                next.opened(channelId, whose, persons, atNs);
                then.opened(channelId, whose, persons, atNs);
            }

            @Override
            public void unused(EventDraft admitted) {
                next.unused(admitted);
                then.unused(admitted);
            }

            @Override
            public void stands(long channelId, Standing standing) {
                next.stands(channelId, standing);
                then.stands(channelId, standing);
            }
        };
    }

    /// Passes each call on to `next` first.
    ///
    /// @param onPassed receives admissions of persons who have passed, surely or together with another person
    /// @param onUnused receives an admission that was not used
    static Passages telling(Passages next, Consumer<EventDraft> onPassed, Consumer<EventDraft> onUnused) {
        return inTurn(next, new Passages() {
            @Override
            public void passed(EventDraft admitted) {
                onPassed.accept(admitted);
            }

            @Override
            public void unused(EventDraft admitted) {
                onUnused.accept(admitted);
            }
        });
    }
}
