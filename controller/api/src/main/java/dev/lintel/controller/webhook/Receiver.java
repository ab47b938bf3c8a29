package dev.lintel.controller.webhook;

import dev.lintel.controller.event.Event;
import dev.lintel.controller.event.EventClass;
import dev.lintel.controller.event.Listing;
import dev.lintel.controller.store.EndpointStore;
import dev.lintel.controller.store.OutboxStore;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Who is told of what at this moment. Immutable.
///
/// @param name for people
/// @param secrets sign what is sent: the one in use, and the next one where there is one
record Receiver(EndpointStore.Key key, String name, String url, List<String> secrets, Interest interest) {
    Receiver {
        secrets = List.copyOf(secrets);
    }

    /// Without what must not be in a log.
    @Override
    public String toString() {
        return name + " " + key;
    }

    /// What it hears of.
    sealed interface Interest {
        /// As what it is told of an event; null: it is not.
        OutboxStore.@Nullable Type of(Event event);

        /// Whether it is told of this sort of thing at all.
        boolean hears(OutboxStore.Type type);
    }

    /// An application's, by the scopes of its tokens.
    record ByScope(Set<OutboxStore.Type> types) implements Interest {
        ByScope {
            types = Set.copyOf(types);
        }

        @Override
        public OutboxStore.@Nullable Type of(Event event) {
            OutboxStore.Type type = switch (event.kind().eventClass()) {
                case ACCESS -> OutboxStore.Type.ACCESS;
                case PERIMETER -> OutboxStore.Type.PERIMETER;
                case STATUS, SYNC, SYSTEM -> null;
            };
            return type != null && types.contains(type) ? type : null;
        }

        @Override
        public boolean hears(OutboxStore.Type type) {
            return types.contains(type) || type == OutboxStore.Type.TEST;
        }
    }

    /// A notification rule's.
    ///
    /// @param codes of events, as `listing` has them
    /// @param channels empty: all
    /// @param posted the classes of events that its maker may have posted
    record ByRule(Listing listing, Set<Integer> codes, Set<Long> channels, Set<EventClass> posted) implements Interest {
        ByRule {
            codes = Set.copyOf(codes);
            channels = Set.copyOf(channels);
            posted = Set.copyOf(posted);
        }

        @Override
        public OutboxStore.@Nullable Type of(Event event) {
            Integer code = event.draft().code(listing);
            if (code == null || !codes.contains(code)) return null;
            if (!posted.contains(event.kind().eventClass())) return null;
            Long channel = event.subject().channelId();
            boolean here = channels.isEmpty() || (channel != null && channels.contains(channel));
            return here ? OutboxStore.Type.RULE : null;
        }

        @Override
        public boolean hears(OutboxStore.Type type) {
            return type == OutboxStore.Type.RULE || type == OutboxStore.Type.TEST;
        }
    }
}
