package dev.lintel.controller.hub;

import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.ThreatStore;
import dev.lintel.controller.store.ThreatStore.OfBox;
import dev.lintel.controller.store.ThreatStore.Threat;
import dev.lintel.controller.time.Time;
import dev.lintel.sync.wire.LinkMessage.Answer;
import dev.lintel.sync.wire.LinkMessage.Order;
import dev.lintel.sync.wire.Wire;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Has each box take the threat levels of its sites that were set at this hub, as orders on its link.
///
/// ```
///   a level is set ──► the hub's thread ──order threat_level──► each box with a channel at the site
///   a box is back  ──► the same, of all its sites: it passes over what it has taken already
///   no answer for 3 s, or a refusal for 10 s ──► the same order again
/// ```
///
/// A box in contact has the level within a tenth of a second; one that is not keeps its own until it is back.
final class ThreatOrders {
    /// An order is given up after [Wire#ANSWER_S], and by the box as well.
    private static final long AGAIN_NS = TimeUnit.SECONDS.toNanos(Wire.ANSWER_S + 1L);
    /// A box of an earlier version does not know the order, and one without the newest policy has no such channel.
    private static final long REFUSED_AGAIN_NS = TimeUnit.SECONDS.toNanos(10);

    private final Database database;
    private final Links links;
    private final Time time;
    /// What each link was asked last, by site. Links that are closed are forgotten.
    private final Map<Link, Map<Long, Asked>> asked = new ConcurrentHashMap<>();

    ThreatOrders(Database database, Links links, Time time) {
        this.database = database;
        this.links = links;
        this.time = time;
    }

    /// An order to take a level.
    ///
    /// @param version of the level
    /// @param atNs when it was sent
    private record Asked(long version, long order, CompletableFuture<Answer> answer, long atNs) {
        /// Whether the box has taken the level.
        boolean isTaken() {
            Answer came = came();
            return came != null && came.outcome().equals("done");
        }

        boolean isToBeRepeated(long nowNs) {
            if (isTaken()) return false;
            Answer came = came();
            boolean refused = came != null && came.outcome().equals("refused");
            return nowNs - atNs >= (refused ? REFUSED_AGAIN_NS : AGAIN_NS);
        }

        private @Nullable Answer came() {
            return answer.isDone() && !answer.isCompletedExceptionally() ? answer.join() : null;
        }
    }

    /// Sends what boxes in contact have not taken. The hub's thread.
    void look() {
        asked.keySet().removeIf(Link::isClosed);
        List<OfBox> levels = database.read(ThreatStore::ofBoxes);
        for (Link link : links.all()) {
            if (!link.isGreeted()) continue;
            Map<Long, Asked> ofLink = asked.computeIfAbsent(link, _ -> new ConcurrentHashMap<>());
            List<OfBox> ofBox = levels.stream()
                    .filter(level -> level.box().equals(link.box().name()))
                    .toList();
            // A box that has no channel at a site any more has forgotten its level.
            ofLink.keySet()
                    .retainAll(
                            ofBox.stream().map(level -> level.threat().siteId()).toList());
            for (OfBox level : ofBox) ask(link, ofLink, level);
        }
    }

    private void ask(Link link, Map<Long, Asked> ofLink, OfBox level) {
        Threat threat = level.threat();
        long nowNs = time.nowNs();
        Asked before = ofLink.get(threat.siteId());
        if (before != null && before.version == threat.version() && !before.isToBeRepeated(nowNs)) return;
        if (before != null) link.forget(before.order);
        long id = link.nextOrder();
        CompletableFuture<Answer> answer = link.expect(id);
        if (answer == null) return; // it owes too many answers: the next look asks
        ofLink.put(threat.siteId(), new Asked(threat.version(), id, answer, nowNs));
        Map<String, Object> arguments =
                Map.of("level", threat.level(), "version", threat.version(), "note", threat.note());
        link.send(new Order(id, level.channelId(), "threat_level", arguments, null, threat.by(), time.nowMs()));
    }

    /// The boxes with channels at the site that have not taken its level, as far as this hub knows; by name. Any thread
    /// that may block.
    List<String> pending(long siteId) {
        var pending = new ArrayList<String>();
        for (OfBox level : database.read(ThreatStore::ofBoxes)) {
            if (level.threat().siteId() == siteId && !isTaken(level)) pending.add(level.box());
        }
        return pending;
    }

    private boolean isTaken(OfBox level) {
        for (Link link : links.all()) {
            Map<Long, Asked> ofLink = asked.get(link);
            Asked last = ofLink == null ? null : ofLink.get(level.threat().siteId());
            boolean ofBox = link.box().name().equals(level.box());
            if (ofBox && last != null && last.version == level.threat().version() && last.isTaken()) return true;
        }
        return false;
    }
}
