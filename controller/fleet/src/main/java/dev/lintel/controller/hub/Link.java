package dev.lintel.controller.hub;

import dev.lintel.controller.fleet.BoxStore.Box;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.hub.BoxDoor.Caller;
import dev.lintel.reader.Bytes;
import dev.lintel.sync.wire.LinkMessage;
import dev.lintel.sync.wire.LinkMessage.Answer;
import dev.lintel.sync.wire.LinkMessage.DoorRow;
import dev.lintel.sync.wire.Wire;
import dev.lintel.sync.wire.WireException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// One box's WebSocket. Messages come on an event loop and are taken in by a thread of the link's own, one
/// after another; anybody may send.
final class Link implements Reply.Listener {
    /// Messages that wait: a box says something each 20 s, and answers orders. One that says more is not ours.
    private static final int INBOX_MAX = 128;
    /// Characters of them, which bounds the memory of a box that says more: of its 64 doors it says some 16,000.
    private static final int INBOX_CHARS_MAX = 256 * 1024;
    /// A box says hello as soon as it is connected.
    static final long HELLO_MS = 10_000;
    /// Orders without an answer; each is given up after 2 s.
    static final int ORDERS_MAX = 64;

    private static final String END = "";
    private static final Logger LOG = System.getLogger(Link.class.getName());

    private final Links links;
    private final Box box;
    private final Bytes fingerprint;
    private final String run;
    private final String address;
    private final Reply.Socket socket;
    private final long number;
    private final BlockingQueue<String> inbox = new ArrayBlockingQueue<>(INBOX_MAX);
    private final AtomicInteger inboxChars = new AtomicInteger();
    private final Map<Long, CompletableFuture<Answer>> orders = new ConcurrentHashMap<>();
    private final AtomicLong orderIds = new AtomicLong();
    private volatile boolean greeted;
    private volatile boolean closed;
    private volatile List<DoorRow> doors = List.of();
    private volatile @Nullable String approved;
    private volatile long told;
    private volatile long urgent;
    private volatile long heardNs;

    /// @param number rises with each link that is opened
    Link(Links links, Caller caller, String address, Reply.Socket socket, long number) {
        this.links = links;
        this.box = caller.box();
        this.fingerprint = caller.fingerprint();
        this.run = caller.run();
        this.address = address;
        this.socket = socket;
        this.number = number;
    }

    void begin() {
        Thread.ofVirtual().name("link " + box.id()).start(this::listen);
    }

    /// Whether its box opened it after the other one.
    boolean isLaterThan(Link other) {
        return number > other.number;
    }

    Box box() {
        return box;
    }

    /// Of the certificate that it was opened with.
    Bytes fingerprint() {
        return fingerprint;
    }

    /// As [Wire#RUN]; empty: an older box's, which does not say.
    String run() {
        return run;
    }

    /// From which it was opened.
    String address() {
        return address;
    }

    /// Whether it has said who it is and the hub has answered.
    boolean isGreeted() {
        return greeted && !closed;
    }

    boolean isClosed() {
        return closed;
    }

    /// When the box last said something, by [dev.lintel.controller.time.Time#nowNs()].
    long heardNs() {
        return heardNs;
    }

    void heard(long nowNs) {
        heardNs = nowNs;
    }

    void greeted() {
        greeted = true;
    }

    /// How its doors stood when it last said so.
    List<DoorRow> doors() {
        return doors;
    }

    /// One of them; null: it says nothing of it.
    @Nullable
    DoorRow door(long channelId) {
        for (DoorRow row : doors) if (row.channelId() == channelId) return row;
        return null;
    }

    void doors(List<DoorRow> rows) {
        doors = rows;
    }

    /// The snapshot of it that an operator has let through; null: none.
    @Nullable
    String approved() {
        return approved;
    }

    void approved(@Nullable String name) {
        approved = name;
    }

    /// Up to which revision it has had news.
    long told() {
        return told;
    }

    void told(long revision) {
        told = revision;
    }

    /// Up to which revision it was told of people singly.
    long urgent() {
        return urgent;
    }

    void urgent(long revision) {
        urgent = revision;
    }

    void send(LinkMessage message) {
        socket.send(message.toJson());
    }

    void close() {
        socket.close();
    }

    /// A number for an order that no other order on this link has.
    long nextOrder() {
        return orderIds.incrementAndGet();
    }

    /// What the box answers to an order with that id; null when it owes too many answers.
    @Nullable
    CompletableFuture<Answer> expect(long order) {
        if (orders.size() >= ORDERS_MAX) return null;
        var answer = new CompletableFuture<Answer>();
        orders.put(order, answer);
        if (closed) answer.cancel(false);
        return answer;
    }

    void forget(long order) {
        orders.remove(order);
    }

    void answered(Answer answer) {
        CompletableFuture<Answer> waiting = orders.remove(answer.id());
        if (waiting != null) waiting.complete(answer);
    }

    @Override
    public void text(String message) {
        boolean tooMuch = inboxChars.addAndGet(message.length()) > INBOX_CHARS_MAX;
        if (message.isEmpty() || tooMuch || !inbox.offer(message)) socket.close();
    }

    @Override
    public void closed() {
        closed = true;
        inbox.clear();
        if (!inbox.offer(END)) LOG.log(Level.DEBUG, "the thread of the link ends by what it has"); // it was cleared
        for (CompletableFuture<Answer> waiting : orders.values()) waiting.cancel(false);
        links.closed(this);
    }

    private void listen() {
        try {
            while (!closed) {
                String message = greeted ? inbox.take() : inbox.poll(links.helloMs(), TimeUnit.MILLISECONDS);
                if (message == null) {
                    close();
                    return;
                }
                if (message.equals(END)) return;
                inboxChars.addAndGet(-message.length());
                links.take(this, LinkMessage.parse(message));
            }
        } catch (WireException e) {
            LOG.log(Level.WARNING, "box " + box.name() + " says what is no message: " + e.getMessage());
            close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            close();
        } catch (RuntimeException e) { // the disk's refusal, or a fault of ours: the box comes again
            LOG.log(Level.ERROR, "the link of box " + box.name() + " failed", e);
            close();
        }
    }
}
