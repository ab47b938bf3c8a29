package dev.lintel.controller.server;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/// How many connections the web server has refused, and how many it has closed on its own account, by reason, since its
/// start. For `/metrics`. Any thread.
public final class ConnectionCounts {
    /// Why a connection was refused.
    enum Refused {
        /// All places are taken, or all of those that are not reserved for others.
        FULL,
        /// Too many connections are in a handshake.
        HALF_OPEN,
        /// Too many connections of this network, or of its /56 or /48, are in a handshake.
        HALF_OPEN_OF_NETWORK,
        /// Too many connections in a second, in all.
        RATE,
        /// Too many connections of this network, or of its /48, in a second.
        RATE_OF_NETWORK,
        /// This network has as many connections as one may have.
        NETWORK,
        /// This box, by its certificate, has as many connections as one may have.
        BOX
    }

    /// Why a connection was closed.
    enum Closed {
        /// A newcomer needed its place.
        GAVE_WAY,
        /// No request has arrived whole in time: the first, or the next on a kept connection.
        NO_REQUEST,
        /// The client did not read its answer in time.
        UNREAD_ANSWER,
        /// The client sent too much before it had read the answer to an earlier request.
        PIPELINED
    }

    private final Map<Refused, AtomicLong> refused = zeros(Refused.class);
    private final Map<Closed, AtomicLong> closed = zeros(Closed.class);

    private static <E extends Enum<E>> Map<E, AtomicLong> zeros(Class<E> reasons) {
        var zeros = new EnumMap<E, AtomicLong>(reasons);
        for (E reason : reasons.getEnumConstants()) zeros.put(reason, new AtomicLong());
        return zeros;
    }

    void refused(Refused reason) {
        of(refused, reason).incrementAndGet();
    }

    void closed(Closed reason) {
        of(closed, reason).incrementAndGet();
    }

    private static <E extends Enum<E>> AtomicLong of(Map<E, AtomicLong> counts, E reason) {
        AtomicLong count = counts.get(reason);
        if (count == null) throw new IllegalStateException("every reason has a count: " + reason);
        return count;
    }

    /// Refused connections by reason, such as `half_open`; zeros too.
    public Map<String, Long> refused() {
        return words(refused);
    }

    /// Connections that the server closed by reason, such as `unread_answer`; zeros too.
    public Map<String, Long> closed() {
        return words(closed);
    }

    private static <E extends Enum<E>> Map<String, Long> words(Map<E, AtomicLong> counts) {
        var words = new LinkedHashMap<String, Long>();
        counts.forEach((reason, count) -> words.put(reason.name().toLowerCase(Locale.ROOT), count.get()));
        return words;
    }
}
