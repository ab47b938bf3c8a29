package dev.lintel.controller.hub;

import dev.lintel.controller.fleet.BoxStore;
import dev.lintel.controller.fleet.BoxStore.Box;
import dev.lintel.controller.fleet.BoxStore.Told;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.hub.BoxDoor.Caller;
import dev.lintel.controller.store.Database;
import dev.lintel.sync.wire.Cursor;
import dev.lintel.sync.wire.DownLine;
import dev.lintel.sync.wire.LinkMessage;
import dev.lintel.sync.wire.LinkMessage.Answer;
import dev.lintel.sync.wire.LinkMessage.Beat;
import dev.lintel.sync.wire.LinkMessage.Dismissed;
import dev.lintel.sync.wire.LinkMessage.DoorRow;
import dev.lintel.sync.wire.LinkMessage.Few;
import dev.lintel.sync.wire.LinkMessage.Hello;
import dev.lintel.sync.wire.LinkMessage.NewKey;
import dev.lintel.sync.wire.LinkMessage.News;
import dev.lintel.sync.wire.LinkMessage.Order;
import dev.lintel.sync.wire.LinkMessage.Pulse;
import dev.lintel.sync.wire.LinkMessage.Welcome;
import dev.lintel.sync.wire.Wire;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// `GET /sync/1/link` and who is there: what boxes say, and what they are told at once. Any thread that may
/// block.
public final class Links {
    /// Units of one box; it has 64 doors at most.
    private static final int DOORS_MAX = 1_000;
    /// Of what a box says keeps it from following: a sentence or two.
    private static final int WORDS_MAX = 500;

    private final Hub hub;
    /// From the moment they are open, whether they have said who they are or not.
    private final Set<Link> sockets = ConcurrentHashMap.newKeySet();
    private final LinkRegister register;
    private final LinkRoom room;
    private final Hanging hanging;
    private final AtomicLong revision = new AtomicLong();
    private final AtomicLong opened = new AtomicLong();
    private volatile Latest latest = new Latest(null, 0);
    private volatile long helloMs = Link.HELLO_MS;
    private volatile Runnable onChange = () -> {};

    Links(Hub hub) {
        this.hub = hub;
        this.hanging = new Hanging(hub.database());
        this.register = new LinkRegister(hub.cloned(), hub.time());
        this.room = new LinkRoom(hub.time(), hub.heapBytes());
    }

    /// What boxes could have at a moment.
    ///
    /// @param cursor null: not known yet
    private record Latest(@Nullable Cursor cursor, long atMs) {}

    /// What came of an order.
    ///
    /// @param outcome as [Answer#outcome()], or `offline` or `timeout`
    /// @param why in words, unless it is done
    public record Outcome(String outcome, @Nullable String why) {
        public boolean isDone() {
            return outcome.equals("done");
        }
    }

    void mount(Endpoints endpoints) {
        endpoints.upgrade(Wire.LINK, hub.door().in(this::open));
    }

    private Reply open(Caller caller, Request request) {
        if (!room.has(sockets.size())) return new Reply.Unavailable(room.words(), room.againS());
        long number = opened.incrementAndGet(); // before the box hears that it is open, and may open the next
        return new Reply.Upgrade(socket -> {
            var link = new Link(this, caller, request.remoteAddress(), socket, number);
            sockets.add(link);
            link.begin();
            return link;
        });
    }

    /// Has the box that a channel hangs on do something, and waits for its answer for 2 s at most.
    ///
    /// @param name as the API's commands
    /// @param arguments the fields of that command's body
    /// @param request the id of the admission request, where it is one
    /// @param by the email of who asks
    public Outcome order(
            long channelId,
            String name,
            Map<String, ? extends @Nullable Object> arguments,
            @Nullable Long request,
            String by) {
        Box box = hub.database().read(sql -> BoxStore.ofChannel(sql, channelId));
        Link link = box == null ? null : register.of(box.id());
        if (link == null) return new Outcome("offline", "the box of this channel is not in contact");
        long id = link.nextOrder();
        CompletableFuture<Answer> waiting = link.expect(id);
        if (waiting == null) return new Outcome("timeout", "the box owes too many answers");
        try {
            link.send(new Order(
                    id, channelId, name, arguments, request, by, hub.time().nowMs()));
            Answer answer = waiting.get(Wire.ANSWER_S, TimeUnit.SECONDS);
            return new Outcome(answer.outcome(), answer.why());
        } catch (TimeoutException e) {
            return new Outcome("timeout", "the box did not answer within " + Wire.ANSWER_S + " s");
        } catch (CancellationException | ExecutionException e) {
            return new Outcome("offline", "the box lost contact before it answered");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Outcome("timeout", "closing");
        } finally {
            link.forget(id);
        }
    }

    /// How a door of a box stood when the box last said so; null: the box is not there, or says nothing of it. What
    /// a box says of doors that do not hang on it counts for nothing.
    public @Nullable DoorRow door(long channelId) {
        String box = hanging.of(channelId);
        Link link = box == null ? null : register.named(box);
        return link == null ? null : link.door(channelId);
    }

    /// Whether a channel is on another box, also on one that has never joined.
    boolean isElsewhere(long channelId) {
        return hanging.of(channelId) != null;
    }

    /// As [#door], of all doors of boxes that are there; in no order.
    List<DoorRow> doors() {
        if (register.boxes().isEmpty()) return List.of();
        Map<Long, String> boxes = hanging.boxes();
        var rows = new ArrayList<DoorRow>();
        for (Link link : register.boxes()) {
            String box = link.box().name();
            for (DoorRow row : link.doors()) if (box.equals(boxes.get(row.channelId()))) rows.add(row);
        }
        return rows;
    }

    /// How long an open link may say nothing.
    long helloMs() {
        return helloMs;
    }

    void helloMs(long ms) {
        helloMs = ms;
    }

    /// Is run after each change of any box's doors.
    public void onChange(Runnable hook) {
        onChange = hook;
    }

    private void changed() {
        revision.incrementAndGet();
        onChange.run();
    }

    public boolean isOnline(long boxId) {
        return register.of(boxId) != null;
    }

    LinkRoom room() {
        return room;
    }

    Collection<Link> all() {
        return register.all();
    }

    /// For tests: links that are open, also such as have not said who they are.
    int open() {
        return sockets.size();
    }

    /// Closes those on which nothing has come for so long that the box has begun another one, or is gone: what is
    /// written to them keeps them from ending by themselves.
    void closeSilent() {
        for (Link link : register.all()) {
            if (!register.isSilent(link)) continue;
            link.close();
            closed(link);
        }
    }

    /// On the link's own thread.
    void take(Link link, LinkMessage message) {
        link.heard(hub.time().nowNs());
        // The first word is hello, and it is said once: another one costs a write and a transaction each time.
        if (message instanceof Hello == link.isGreeted()) {
            link.close();
            return;
        }
        switch (message) {
            case Hello hello -> hello(link, hello);
            case Beat beat -> beat(link, beat);
            case Answer answer -> answered(link, answer);
            default -> hub.contacts().heard(link.box()); // of a newer box: passed over
        }
    }

    /// The door's row first: who waits for the answer looks at it.
    private void answered(Link link, Answer answer) {
        DoorRow door = answer.door();
        if (door != null) {
            List<DoorRow> doors = new ArrayList<>(link.doors());
            doors.replaceAll(row -> row.channelId() == door.channelId() ? door : row);
            link.doors(List.copyOf(doors));
            changed();
        }
        link.answered(answer);
    }

    private void hello(Link link, Hello hello) {
        long id = link.box().id();
        Box box = hub.database().read(sql -> BoxStore.get(sql, id));
        if (box == null || !box.isJoined()) {
            link.send(new Dismissed("the box follows this hub no more"));
            link.close();
            return;
        }
        if (register.isLate(link)) {
            link.close();
            return;
        }
        hub.cloned().linked(box, link.run(), link.address(), words(hello.version()));
        hub.contacts().joined(box); // its first contact may be telling of that at this moment
        List<Long> units = hello.units().stream().limit(DOORS_MAX).toList();
        hub.contacts()
                .tell(
                        id,
                        told -> new Told(
                                words(hello.version()),
                                units,
                                null,
                                hello.cursor(),
                                told.skewMs(),
                                told.problem(),
                                told.held(),
                                told.completedMs()));
        dropOlder(link);
        Cursor latest = hub.latest();
        if (link.isClosed()) return; // meanwhile: one that stands goes on
        Link other = register.add(link); // another one may come at this moment
        if (other != null) other.close();
        if (link.equals(other)) return;
        if (link.isClosed()) { // at this moment
            closed(link);
            return;
        }
        Box now = hub.database().read(sql -> BoxStore.get(sql, id));
        if (now == null || !now.isJoined()) { // turned away at this moment
            hub.ended(id, "the box follows this hub no more");
            return;
        }
        String notice = hub.cloned().notice(id);
        link.send(new Welcome(hub.id(), hub.version(), hub.time().nowMs(), latest, !hub.isClockTrusted(), notice));
        if (hub.cloned().needsKey(id, link.run())) link.send(new NewKey());
        link.told(latest.revision());
        link.approved(box.approved());
        link.greeted();
        if (box.approved() != null) link.send(new News(latest, box.approved()));
        hub.wake(); // who was taken away meanwhile
    }

    /// It shows the new certificate: the ones before are good for nothing any more.
    private void dropOlder(Link link) {
        Database database = hub.database();
        boolean several =
                database.read(sql -> BoxStore.certificates(sql, link.box().id()).size() > 1);
        if (!several) return;
        database.writeLater(sql -> {
            BoxStore.dropOlder(sql, link.box().id(), link.fingerprint());
            return true;
        });
    }

    private void beat(Link link, Beat beat) {
        if (register.isLate(link)) {
            link.close();
            return;
        }
        hub.cloned().heard(link.box().id(), link.run(), link.address());
        List<DoorRow> doors = beat.doors().stream().limit(DOORS_MAX).toList();
        if (!doors.equals(link.doors())) {
            link.doors(doors);
            changed();
        }
        String problem = beat.problem();
        String held = beat.held();
        Cursor at = beat.cursor();
        hub.restored().reports().take(link.box(), beat.revocations());
        Latest known = latest; // not read anew: after a change five hundred boxes beat at once
        hub.contacts()
                .tell(
                        link.box().id(),
                        told -> new Told(
                                        told.version(),
                                        told.units(),
                                        null,
                                        at,
                                        beat.skewMs(),
                                        problem == null ? null : words(problem),
                                        held == null ? null : words(held),
                                        told.completedMs())
                                .upTo(known.cursor, known.atMs));
        long id = link.box().id();
        link.send(new Pulse(
                hub.time().nowMs(), !hub.isClockTrusted(), hub.cloned().notice(id)));
        if (hub.cloned().needsKey(id, link.run())) link.send(new NewKey());
    }

    /// Tells every box that is there and has not heard of it, with what changed where that is little. The hub's thread.
    ///
    /// @param atMs when `latest` was all there was
    void news(Cursor latest, long atMs) {
        this.latest = new Latest(latest, atMs);
        List<Link> behind = new ArrayList<>();
        for (Link link : register.all()) {
            if (link.isGreeted() && link.told() < latest.revision()) behind.add(link);
        }
        if (behind.isEmpty()) return;
        Cursor proven = hub.restored().proofs().prove(latest);
        var few = new FewChanges(latest.revision(), hub.overlong());
        hub.database()
                .read(
                        sql -> { // one read for all: five hundred would each wait for a reader
                            for (Link link : behind) news(link, proven, few.of(sql, link.box(), link.told()));
                            return true;
                        });
    }

    private static void news(Link link, Cursor latest, @Nullable List<DownLine> lines) {
        Few with = lines == null ? null : new Few(new Cursor(latest.era(), link.told()), lines);
        link.told(latest.revision());
        link.send(new News(latest, link.approved(), with));
    }

    /// Tells a box, if it is there, that a snapshot is let through.
    void approved(long boxId, String name) {
        for (Link link : register.all(boxId)) {
            link.approved(name);
            link.send(new News(hub.latest(), name));
        }
    }

    void dismiss(long boxId, String why) {
        for (Link link : register.all(boxId)) dismiss(link, why);
    }

    private void dismiss(Link link, String why) {
        register.remove(link);
        link.send(new Dismissed(why));
        link.close();
    }

    /// Of the boxes that have this identity the one with `run` stays.
    void kept(long boxId, String run, String why) {
        for (Link link : register.all(boxId)) {
            if (link.run().equals(run)) link.send(new NewKey());
            else dismiss(link, why);
        }
    }

    void closed(Link link) {
        sockets.remove(link);
        if (register.remove(link)) changed();
    }

    /// Rises by one with each change of any box's doors.
    long revision() {
        return revision.get();
    }

    void close() {
        for (Link link : sockets) link.close();
    }

    private static String words(String text) {
        return text.length() <= WORDS_MAX ? text : text.substring(0, WORDS_MAX) + "…";
    }
}
