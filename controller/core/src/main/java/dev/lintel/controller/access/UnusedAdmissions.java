package dev.lintel.controller.access;

import dev.lintel.controller.event.EventDraft;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Admissions of persons who have not passed the door yet. The same reader admits such a person again without another
/// person and without an operator. For doors with and without passback. Any thread.
///
/// ```
///   admitted --> unused --the leaf opens while others may pass--> shared: it is not known who has passed
///                  |  the leaf has opened, the time is over, a lockdown of cards, or the door is unlocked
///                  '--> removed
/// ```
final class UnusedAdmissions {
    private final Map<PersonAt, Unused> unused = new ConcurrentHashMap<>();

    private record PersonAt(long personId, long channelId) {}

    /// One of them.
    ///
    /// @param shared whether the leaf has opened since, perhaps for somebody else: persons who were admitted
    /// together with this one may have passed
    record Unused(EventDraft admission, boolean shared) {
        private boolean isAt(ReaderPlace reader) {
            return reader.side().equals(admission.additional().get(Trace.READER));
        }
    }

    /// The admission of the person at that reader, or null.
    @Nullable
    Unused of(long personId, ReaderPlace reader) {
        Unused one = unused.get(new PersonAt(personId, reader.channelId()));
        return one != null && one.isAt(reader) ? one : null;
    }

    /// The lane admits the person. At the same door it ends an earlier admission.
    void admitted(EventDraft admission) {
        PersonAt at = at(admission);
        if (at != null) unused.put(at, new Unused(admission, false));
    }

    /// The leaf has opened for somebody else.
    void shared(EventDraft admission) {
        PersonAt at = at(admission);
        if (at != null) unused.computeIfPresent(at, (_, one) -> new Unused(one.admission, true));
    }

    /// The person of the event has passed, or the strike has relocked without that.
    void ended(EventDraft event) {
        PersonAt at = at(event);
        if (at != null) unused.remove(at);
    }

    /// The unlocks of all persons at the door are over.
    void endedAt(long channelId) {
        unused.keySet().removeIf(at -> at.channelId == channelId);
    }

    private static @Nullable PersonAt at(EventDraft event) {
        Long personId = event.subject().personId();
        Long channelId = event.subject().channelId();
        return personId == null || channelId == null ? null : new PersonAt(personId, channelId);
    }
}
