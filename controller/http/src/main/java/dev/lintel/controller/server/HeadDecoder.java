package dev.lintel.controller.server;

import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.util.AsciiString;
import io.vertx.core.http.Http1ServerConfig;
import io.vertx.core.http.impl.http1.VertxHttpRequestDecoder;

/// Bounds the number of headers of a request. Their length alone is no bound: a header of four bytes takes some 170
/// bytes of the heap, so 16 KiB of them took half a megabyte, and 100 connections the heap of a board.
///
/// Replaces the decoder of Vert.x, which limits the length alone. Confined to the connection's event loop.
final class HeadDecoder extends VertxHttpRequestDecoder {
    /// Headers of a request, with those that follow its body. Browsers send 20, and proxies add some.
    static final int HEADERS_MAX = 100;

    private int headers;

    HeadDecoder(Http1ServerConfig limits) {
        super(limits);
    }

    @Override
    protected HttpMessage createMessage(String[] requestLine) {
        headers = 0;
        return super.createMessage(requestLine);
    }

    @Override
    protected AsciiString splitHeaderName(byte[] line, int start, int length) {
        headers++;
        if (headers > HEADERS_MAX) throw new TooLongHttpHeaderException("more than " + HEADERS_MAX + " headers");
        return super.splitHeaderName(line, start, length);
    }
}
