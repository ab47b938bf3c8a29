package dev.lintel.reader.osdp;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What a PD that is ready is told next: first what a person at the door waits for (LED, buzzer, outputs), then
/// an installer's order, then the poll. Polls come in between, whatever there is to tell. The bus's thread.
final class PdAgenda {
    /// Cards are more urgent than a flood of LED changes.
    private static final int COMMANDS_WITHOUT_POLL_MAX = 4;

    /// Installers ask for one thing at a time; a script for a few.
    static final int ORDERS_MAX = 16;

    /// A PD that must not be polled during a file, but makes us wait, is polled all the same so often.
    private static final long EXCLUSIVE_NS_MAX = 1_000_000_000;

    /// A reader that was switched off and on may answer as if nothing had happened, and shows what it shows at first:
    /// within half a minute it shows and does what it should.
    static final long REFRESH_NS = 20_000_000_000L;

    private enum Part {
        STATUS,
        OUTPUTS,
        LED,
        BUZZER,
        TEXT
    }

    private final Deque<Order> waiting = new ArrayDeque<>();
    private final Set<Part> pending = EnumSet.noneOf(Part.class);
    private final Set<Part> stale = EnumSet.noneOf(Part.class); // said before, and to be said once more
    private final OrderEnd orderEnd = new OrderEnd();
    private long refreshedNs;
    private Wish wish = Wish.AT_FIRST;
    private @Nullable Order running;
    private boolean ordered;
    private int withoutPoll;

    /// Takes the newest wish; what has changed goes out soon.
    void wish(Wish newest) {
        if (!newest.outputs().equals(wish.outputs())) pending.add(Part.OUTPUTS);
        if (newest.text() != null && !newest.text().equals(wish.text())) pending.add(Part.TEXT);
        if (newest.change() != wish.change()) {
            pending.add(Part.LED);
            orderEnd.signalled();
            pending.remove(Part.BUZZER);
            if (newest.buzzer() != null) pending.add(Part.BUZZER);
        }
        wish = newest;
    }

    /// Takes an order, or fails it when there are too many.
    void order(Order order) {
        if (waiting.size() >= ORDERS_MAX) order.fail("it has " + ORDERS_MAX + " orders waiting already");
        else waiting.add(order);
    }

    /// The PD is ready after a bring-up: it may have forgotten everything.
    void reconnected(long nowNs) {
        refreshedNs = nowNs;
        stale.clear();
        orderEnd.reconnected();
        wish = wish.afterReconnect();
        pending.clear();
        pending.add(Part.LED);
        if (wish.output() != null) pending.add(Part.OUTPUTS);
        if (wish.display() != null) pending.add(Part.TEXT);
    }

    /// The conversation is over; a new one begins some time.
    void restarted(long nowNs) {
        ordered = false;
        withoutPoll = 0;
        Order order = running;
        if (order != null && !order.over()) order.restarted(nowNs);
    }

    /// Whether something for the person at the door waits, and nothing hinders it.
    boolean urgent() {
        Order order = running;
        boolean alone = order != null && !order.over() && order.exclusive();
        return !pending.isEmpty() && withoutPoll < COMMANDS_WITHOUT_POLL_MAX && !alone;
    }

    /// The next command. `room` is what it may take; `absent`: the PD said that its reader is not connected.
    Command next(FrameRoom room, boolean absent, long nowNs) {
        Order order = order(room, nowNs);
        ordered = false;
        boolean due = order != null && order.dueNs() - nowNs <= 0;
        if (order != null && due && order.exclusive() && !(order.pollWished() && withoutPoll > 0)) {
            return ordered(order, nowNs);
        }
        if (withoutPoll < COMMANDS_WITHOUT_POLL_MAX) {
            Command command = wished();
            if (command != null) return other(command);
            Command usual = usualAgain(nowNs);
            if (usual != null) return other(usual);
            if (order != null && due && !order.pollWished()) return ordered(order, nowNs);
            Command again = order == null ? refreshed(absent, nowNs) : null;
            if (again != null) return other(again);
        }
        withoutPoll = 0;
        return new Command.Poll();
    }

    /// The reply to the command given last.
    void answered(Reply reply, long nowNs) {
        Order order = running;
        if (ordered && order != null) order.answered(reply, nowNs);
        ordered = false;
        orderEnd.answered();
    }

    /// When the PD is to be spoken to; without an order that would be at `pollNs`.
    long dueNs(long pollNs, long nowNs) {
        Order order = running;
        if (order == null || order.over()) return waiting.isEmpty() ? pollNs : nowNs;
        if (!order.exclusive() || order.pollWished()) return Math.min(pollNs, order.dueNs());
        return Math.min(order.dueNs(), nowNs + EXCLUSIVE_NS_MAX);
    }

    /// Gives up orders whose time is over.
    void expire(long nowNs) {
        Order order = running;
        if (order != null && !order.over() && nowNs - order.untilNs() >= 0) order.fail(order.late());
        waiting.removeIf(w -> {
            if (nowNs - w.untilNs() >= 0) w.fail(w.late());
            return w.over();
        });
    }

    /// When [#expire] has to be called, or `Long.MAX_VALUE`.
    long expiresNs() {
        Order order = running;
        long first = order == null || order.over() ? Long.MAX_VALUE : order.untilNs();
        for (Order w : waiting) first = Math.min(first, w.untilNs());
        return first;
    }

    /// Ends every order: there is no bus any more.
    void end(String why) {
        Order order = running;
        if (order != null) order.fail(why);
        for (Order w : waiting) w.fail(why);
        waiting.clear();
    }

    private @Nullable Order order(FrameRoom room, long nowNs) {
        Order order = running;
        if (order != null && !order.over()) return order;
        running = null;
        for (Order next = waiting.poll(); next != null; next = waiting.poll()) {
            if (!next.over()) next.begin(room, nowNs);
            if (!next.over()) {
                running = next;
                return next;
            }
        }
        return null;
    }

    private Command ordered(Order order, long nowNs) {
        Command command = order.next();
        if (command == null) {
            withoutPoll = 0;
            return new Command.Poll();
        }
        ordered = true;
        orderEnd.ordered(command, nowNs);
        return other(command);
    }

    /// Ends what an installer had the reader show or sound; null when nothing of it is due.
    private @Nullable Command usualAgain(long nowNs) {
        Command usual = orderEnd.next(wish, nowNs);
        boolean other = usual != null && !(usual instanceof Command.Led);
        if (other) stale.add(Part.LED); // readers may change it with an output or a sound
        return usual;
    }

    private Command other(Command command) {
        withoutPoll++;
        return command;
    }

    /// What the PD was told before and is told once more, now and then; null when there is none of it now. A PD whose
    /// reader is absent is also asked for the reader's status: it may have lost the reply that reports its return.
    private @Nullable Command refreshed(boolean absent, long nowNs) {
        if (nowNs - refreshedNs >= REFRESH_NS) {
            refreshedNs = nowNs;
            if (absent) stale.add(Part.STATUS);
            stale.addAll(EnumSet.of(Part.OUTPUTS, Part.LED, Part.TEXT));
        }
        for (Part part : Part.values()) {
            if (!stale.remove(part)) continue;
            Command command = switch (part) {
                case STATUS -> new Command.ReaderStatus();
                case OUTPUTS -> wish.output();
                case LED -> wish.steadyLed();
                case TEXT -> wish.display();
                case BUZZER -> null;
            };
            if (command != null) return command;
        }
        return null;
    }

    private @Nullable Command wished() {
        for (Part part : Part.values()) {
            if (!pending.remove(part)) continue;
            Command command = switch (part) {
                case STATUS -> null; // only ever asked again
                case OUTPUTS -> wish.output();
                case LED -> wish.led();
                case BUZZER -> wish.buzzer();
                case TEXT -> wish.display();
            };
            if (command != null) return command;
        }
        return null;
    }
}
