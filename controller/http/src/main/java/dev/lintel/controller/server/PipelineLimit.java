package dev.lintel.controller.server;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayDeque;
import java.util.Deque;

/// Bounds what a client sends before it has read the answer to an earlier request. Vert.x keeps such requests in memory
/// until their turn: 64 KiB of input are 3,600 requests of some hundred bytes each. A client that sends more is closed.
/// No browser sends a request before it has the answer to the last one.
///
/// Stands between the HTTP codec and Vert.x. Confined to the connection's event loop.
final class PipelineLimit extends ChannelDuplexHandler {
    /// Requests that wait for the answer to an earlier one.
    static final int WAITING_MAX = 8;

    /// Bytes of those requests: eight short heads.
    static final int WAITING_BYTES_MAX = 8 << 10;

    /// What a request and each of its headers take of the heap, in addition to their text.
    private static final int REQUEST_BYTES = 200;
    private static final int HEADER_BYTES = 60;

    private final ConnectionCounts counts;
    private final Deque<Integer> waiting = new ArrayDeque<>(); // the bytes of each, the oldest first
    private int waitingBytes;
    private boolean answering;
    private boolean closed;

    PipelineLimit(ConnectionCounts counts) {
        this.counts = counts;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (!closed && !fits(message)) {
            closed = true;
            counts.closed(ConnectionCounts.Closed.PIPELINED);
            Connections.cut(context.channel());
        }
        if (closed) ReferenceCountUtil.release(message);
        else context.fireChannelRead(message);
    }

    private boolean fits(Object message) {
        if (message instanceof HttpRequest request) return begins(request);
        if (!(message instanceof HttpContent content) || waiting.isEmpty()) return true;
        int bytes = content.content().readableBytes();
        waiting.addLast(waiting.removeLast() + bytes);
        waitingBytes += bytes;
        return waitingBytes <= WAITING_BYTES_MAX;
    }

    private boolean begins(HttpRequest request) {
        if (!answering) {
            answering = true;
            return true;
        }
        int bytes = REQUEST_BYTES + request.uri().length();
        for (var headers = request.headers().iteratorCharSequence(); headers.hasNext(); ) {
            var header = headers.next();
            bytes += HEADER_BYTES + header.getKey().length() + header.getValue().length();
        }
        waiting.addLast(bytes);
        waitingBytes += bytes;
        return waiting.size() <= WAITING_MAX && waitingBytes <= WAITING_BYTES_MAX;
    }

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        if (message instanceof LastHttpContent && !isContinue(message)) answered();
        var _ = context.write(message, promise);
    }

    private static boolean isContinue(Object message) {
        return message instanceof HttpResponse response && response.status().equals(HttpResponseStatus.CONTINUE);
    }

    private void answered() {
        Integer next = waiting.pollFirst();
        answering = next != null;
        if (next != null) waitingBytes -= next;
    }
}
