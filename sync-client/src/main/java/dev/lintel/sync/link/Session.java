package dev.lintel.sync.link;

import dev.lintel.sync.Gear;
import dev.lintel.sync.Limits;
import dev.lintel.sync.SyncTarget;
import dev.lintel.sync.UpstreamException;
import dev.lintel.sync.wire.LinkMessage;
import dev.lintel.sync.wire.LinkMessage.Beat;
import dev.lintel.sync.wire.LinkMessage.Dismissed;
import dev.lintel.sync.wire.LinkMessage.News;
import dev.lintel.sync.wire.LinkMessage.Order;
import dev.lintel.sync.wire.LinkMessage.Pulse;
import dev.lintel.sync.wire.LinkMessage.Urgent;
import dev.lintel.sync.wire.LinkMessage.Welcome;
import dev.lintel.sync.wire.Wire;
import dev.lintel.sync.wire.WireException;
import java.net.http.WebSocket;
import java.util.Objects;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// One connection from its hello to its end. The link's thread runs it and alone sends; the JDK's threads
/// bring what comes in.
final class Session implements Frames.Ear {
    /// Answers that wait to be sent, and a call to wake: as many as orders may be under way, twice.
    private static final int OUT_MAX = 128;
    /// Beats without a pulse that are remembered: 90 s of silence end it long before.
    private static final int BEATS_MAX = 64;

    private sealed interface Out {
        record Say(LinkMessage message) implements Out {}

        record Welcomed(Welcome welcome) implements Out {}

        /// Look at the doors now.
        record Look() implements Out {}

        record End(String reason) implements Out {}
    }

    private final Link.Parts parts;
    private final Gear gear;
    private final Limits limits;
    private final Orders orders;
    private final Freshness freshness = new Freshness();
    private final BlockingQueue<Out> out = new ArrayBlockingQueue<>(OUT_MAX);
    private final ConcurrentLinkedQueue<Long> beatsNs = new ConcurrentLinkedQueue<>();
    private volatile @Nullable String ended;
    private volatile boolean welcomed;
    private volatile boolean stood;
    private volatile long heardNs;
    private volatile long helloNs;
    private long beatNs;
    private @Nullable Beat told;

    Session(Link.Parts parts, Orders orders) {
        this.parts = parts;
        this.gear = parts.gear();
        this.limits = gear.limits();
        this.orders = orders;
    }

    /// Whether the hub has shown that the connection carries both ways.
    boolean stood() {
        return stood;
    }

    void wake() {
        if (!out.offer(new Out.Look())) return; // so full that it is awake
    }

    /// Until it ends; why.
    String run(BooleanSupplier closed) throws InterruptedException {
        helloNs = gear.pace().nowNs();
        heardNs = helloNs;
        WebSocket socket = gear.client().socket(Wire.LINK, new Frames(this, gear.state()::passedOver));
        try {
            helloNs = gear.pace().nowNs();
            send(socket, parts.hello());
            beatNs = gear.pace().nowNs() - ns(limits.beatMs()); // the first beat follows the welcome
            while (!closed.getAsBoolean()) {
                String why = step(socket);
                if (why != null) return why;
            }
            return "following has ended";
        } finally {
            socket.abort();
        }
    }

    private @Nullable String step(WebSocket socket) throws InterruptedException {
        Out next = out.poll(waitMs(), TimeUnit.MILLISECONDS);
        switch (next) {
            case Out.Say(LinkMessage message) -> send(socket, message);
            case Out.Welcomed(Welcome welcome) -> {
                gear.state().linked();
                gear.state().notice(welcome.notice());
                if (welcome.uncertain()) gear.state().present();
                else gear.state().heard(welcome.timeMs(), helloNs);
                parts.puller().returned(welcome.latest());
                parts.pusher().returned();
            }
            case Out.End(String reason) -> {
                return reason;
            }
            case Out.Look _ -> {}
            case null -> {}
        }
        String why = ended;
        if (why != null) return why;
        long nowNs = gear.pace().nowNs();
        long quietNs = nowNs - heardNs;
        if (!welcomed) return quietNs >= ns(limits.answerMs()) ? "the hub does not answer on the link" : null;
        if (quietNs >= ns(limits.silenceMs())) return "nothing was heard of the hub for too long";
        if (gear.state().dismissed() != null) return "the hub has turned this box away";
        beat(socket, nowNs);
        return null;
    }

    /// The doors are looked at as often as beats may follow each other.
    private long waitMs() {
        return Math.min(limits.beatGapMs(), limits.beatMs());
    }

    private void beat(WebSocket socket, long nowNs) throws InterruptedException {
        long sinceNs = nowNs - beatNs;
        if (sinceNs < ns(limits.beatGapMs())) return;
        SyncTarget.State state = gear.target().state();
        Beat beat = parts.beat(state);
        if (sinceNs < ns(limits.beatMs()) && isSame(beat, told)) return;
        if (beatsNs.size() < BEATS_MAX) beatsNs.add(gear.pace().nowNs());
        send(socket, beat);
        beatNs = nowNs;
        told = beat;
    }

    /// But for what always changes.
    private static boolean isSame(Beat beat, @Nullable Beat told) {
        return told != null
                && beat.doors().equals(told.doors())
                && beat.clock().equals(told.clock())
                && Objects.equals(beat.cursor(), told.cursor())
                && Objects.equals(beat.problem(), told.problem())
                && Objects.equals(beat.held(), told.held())
                && beat.revocations().equals(told.revocations());
    }

    private void send(WebSocket socket, LinkMessage message) throws InterruptedException {
        try {
            socket.sendText(message.toJson(), true).get(limits.answerMs(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException _) {
            throw new UpstreamException("the hub takes nothing on the link");
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new UpstreamException(gear.client().words(cause), cause);
        }
    }

    @Override
    public void message(LinkMessage message) throws InterruptedException {
        heardNs = gear.pace().nowNs();
        if (!welcomed && message instanceof News) return; // the welcome says it, too
        if (!welcomed && !(message instanceof Welcome || message instanceof Dismissed)) {
            throw new WireException("the hub speaks before its welcome");
        }
        switch (message) {
            case Welcome welcome -> welcome(welcome);
            case Pulse(long timeMs, boolean uncertain, String notice) -> {
                Long askedNs = beatsNs.poll();
                if (askedNs != null) freshness.heard(timeMs, askedNs, heardNs);
                if (uncertain) gear.state().present();
                else if (askedNs != null) gear.state().heard(timeMs, askedNs);
                gear.state().notice(notice);
                stood = true;
            }
            case LinkMessage.NewKey _ -> gear.state().newKey();
            case News news -> parts.puller().news(news);
            case Order order -> order(order);
            case Urgent(var line) -> parts.puller().urgent(line);
            case Dismissed(String why) -> {
                gear.state().dismiss(why);
                ended("the hub has turned this box away", null);
            }
            case LinkMessage.Other _ -> {} // of a newer hub
            case LinkMessage.Hello _, Beat _, LinkMessage.Answer _ -> throw new WireException("only a box says that");
        }
        heardNs = gear.pace().nowNs(); // an urgent line may have waited
    }

    private void order(Order order) {
        Long timeMs = order.timeMs();
        if (timeMs == null || !freshness.isLate(timeMs, heardNs)) {
            orders.take(order, answer -> out.offer(new Out.Say(answer)));
            return;
        }
        String why = "it came so late that nobody waits for it any more";
        if (!out.offer(new Out.Say(new LinkMessage.Answer(order.id(), "refused", why)))) return; // nobody waits
    }

    private void welcome(Welcome welcome) {
        if (!welcome.hub().equals(gear.hub())) throw new WireException("another hub answered");
        if (welcomed) throw new WireException("the hub welcomed this box twice");
        freshness.heard(welcome.timeMs(), helloNs, heardNs);
        out.add(new Out.Welcomed(welcome)); // the first of all
        welcomed = true;
    }

    @Override
    public void ended(String reason, @Nullable Throwable fault) {
        String why = fault == null ? reason : gear.client().words(fault);
        ended = why;
        if (!out.offer(new Out.End(why))) return; // so full that it is awake, and sees why
    }

    private static long ns(long ms) {
        return TimeUnit.MILLISECONDS.toNanos(ms);
    }
}
