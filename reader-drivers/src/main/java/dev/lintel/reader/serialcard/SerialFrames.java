package dev.lintel.reader.serialcard;

import java.util.List;

/// Bytes and time in, frames out, for one line and one protocol. Pure: never throws on any bytes, always gets on,
/// and gives the same frames however the bytes were cut into chunks. One thread.
///
/// ```
///   feed(bytes, now)  -> frames that are whole
///   deadlineNs()      -> when silence ends what is half: step(now) then
/// ```
public final class SerialFrames {
    /// Three frames' worth of bytes at 9600 bits a second: a reader sends a frame without a pause, and adapters hold
    /// bytes back for 16 ms.
    public static final long GAP_NS = 50_000_000;

    /// [#deadlineNs] while nothing is half.
    public static final long NEVER = Long.MAX_VALUE;

    private final FrameParser parser;
    private final Findings findings = new Findings();
    private long lastNs;

    public SerialFrames(SerialProtocol protocol) {
        parser = protocol.parser();
    }

    /// Takes the first `count` of `bytes`, which arrived by `nowNs`. That they are late ends nothing by itself: a
    /// machine that stood still hands on late what came in time. Only [#step] judges silence.
    public List<CardFrame> feed(byte[] bytes, int count, long nowNs) {
        for (int i = 0; i < count; i++) parser.feed(bytes[i] & 0xFF, findings);
        if (count > 0) lastNs = nowNs;
        return findings.take();
    }

    /// Nothing has arrived until `nowNs`. Drops what is half once the line has been silent for [#GAP_NS]; a whole
    /// frame that stood behind a false start comes out.
    public List<CardFrame> step(long nowNs) {
        if (parser.waiting() && nowNs - lastNs >= GAP_NS) parser.silence(findings);
        return findings.take();
    }

    /// The line is gone: so is what was half.
    public List<CardFrame> lineDown() {
        parser.silence(findings);
        return findings.take();
    }

    /// When [#step] is due, or [#NEVER].
    public long deadlineNs() {
        return parser.waiting() ? lastNs + GAP_NS : NEVER;
    }

    public FrameCounters counters() {
        return findings.counters();
    }
}
