package dev.lintel.controller.hub;

import dev.lintel.controller.time.Time;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// The links of boxes that have said who they are, for [Links]. A box has one, the latest that it opened. Where two
/// boxes have one identity, the other's link is there in addition: it gets news as well, but no orders. Any thread.
final class LinkRegister {
    private final Time time;
    private final ClonedBoxes cloned;
    private final Map<Long, Link> online = new ConcurrentHashMap<>();
    private final Map<String, Link> named = new ConcurrentHashMap<>();
    /// Of copies, by box and run.
    private final Map<Copy, Link> copies = new ConcurrentHashMap<>();

    private record Copy(long boxId, String run) {
        static Copy of(Link link) {
            return new Copy(link.box().id(), link.run());
        }
    }

    LinkRegister(ClonedBoxes cloned, Time time) {
        this.cloned = cloned;
        this.time = time;
    }

    @Nullable
    Link of(long boxId) {
        return online.get(boxId);
    }

    @Nullable
    Link named(String box) {
        return named.get(box);
    }

    /// One of each box.
    Collection<Link> boxes() {
        return named.values();
    }

    /// Also those of copies.
    List<Link> all() {
        var all = new ArrayList<>(online.values());
        all.addAll(copies.values());
        return all;
    }

    /// All of one box, also those of its copies.
    List<Link> all(long boxId) {
        return all().stream().filter(link -> link.box().id() == boxId).toList();
    }

    /// The later of a box's links stays, by its number and by its name. Returns the one that does not: `link` itself
    /// where another is later; null where there was none.
    @Nullable
    Link add(Link link) {
        Link other = online.get(link.box().id());
        if (other != null && isOfCopy(link, other) && !isSilent(other)) {
            Link before = copies.put(Copy.of(link), link);
            return link.equals(before) ? null : before;
        }
        copies.remove(Copy.of(link), link);
        var replaced = new AtomicReference<@Nullable Link>();
        online.compute(link.box().id(), (_, standing) -> {
            boolean stays = standing != null && standing.isLaterThan(link);
            replaced.set(stays ? link : link.equals(standing) ? null : standing);
            if (!stays) named.put(link.box().name(), link);
            return stays ? standing : link;
        });
        return replaced.get();
    }

    /// Whether the box has opened another link since: its words on this one come from a network that kept them for a
    /// while, and are older than its words there.
    boolean isLate(Link link) {
        Link standing = online.get(link.box().id());
        return standing != null && standing.isLaterThan(link) && !isOfCopy(link, standing);
    }

    private boolean isOfCopy(Link link, Link other) {
        return !link.run().equals(other.run()) && cloned.isCloned(link.box().id());
    }

    boolean isSilent(Link link) {
        return time.nowNs() - link.heardNs() >= Contacts.SILENCE_NS;
    }

    /// Returns whether it was the box's link. That of a copy takes its place.
    boolean remove(Link link) {
        copies.remove(Copy.of(link), link);
        named.remove(link.box().name(), link);
        if (!online.remove(link.box().id(), link)) return false;
        for (Link copy : copies.values()) {
            if (copy.box().id() == link.box().id() && !copy.isClosed()) {
                add(copy);
                break;
            }
        }
        return true;
    }
}
