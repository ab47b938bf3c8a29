package dev.lintel.reader.osdp;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/// One command and its reply. A PD that begins anew in between is asked again.
final class SingleOrder implements Order {
    private final Command command;
    private final long limitNs;
    private final CompletableFuture<Reply> result = new CompletableFuture<>();
    private boolean sent;
    private long dueNs;
    private long untilNs;

    /// `limitNs` counts from now, so that a PD that is away is not waited for without end.
    SingleOrder(Command command, long limitNs, long nowNs) {
        this.command = command;
        this.limitNs = limitNs;
        this.untilNs = nowNs + limitNs;
        this.dueNs = nowNs;
    }

    @Override
    public CompletableFuture<Reply> result() {
        return result;
    }

    @Override
    public void begin(FrameRoom frame, long nowNs) {
        dueNs = nowNs;
        untilNs = nowNs + limitNs;
        int length = command.payload().size() - 1;
        if (length > frame.dataBytes()) {
            fail("it takes %d bytes of data in one command, not %d".formatted(frame.dataBytes(), length));
        }
    }

    @Override
    public long dueNs() {
        return sent ? Long.MAX_VALUE : dueNs;
    }

    @Override
    public long untilNs() {
        return untilNs;
    }

    @Override
    public @Nullable Command next() {
        if (sent) return null;
        sent = true;
        return command;
    }

    @Override
    public void answered(Reply reply, long nowNs) {
        result.complete(reply);
    }

    @Override
    public void restarted(long nowNs) {
        sent = false;
    }

    @Override
    public boolean exclusive() {
        return false;
    }
}
