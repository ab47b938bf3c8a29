package dev.lintel.sync.pull;

import dev.lintel.sync.Gear;
import dev.lintel.sync.HubState;
import dev.lintel.sync.UpstreamException;
import dev.lintel.sync.http.LineReader.TooLong;
import dev.lintel.sync.wire.DownLine;
import dev.lintel.sync.wire.WireException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Reads answers one after another: gives up where nothing comes, checks how each begins, passes over what
/// this version does not know. The puller's thread.
final class Reading {
    /// How soon a time-out, an urgent line or the end of the work is seen.
    private static final long POLL_MS = 100;

    private final Gear gear;
    private final Runnable between;

    /// @param between done while waiting and between lines: urgent lines
    Reading(Gear gear, Runnable between) {
        this.gear = gear;
        this.between = between;
    }

    /// What takes the lines of an answer after its Begin; throws [WireException] where one must not be.
    interface Taker {
        void begin(DownLine.Begin begin);

        /// The next line.
        ///
        /// @param text as it came
        void line(DownLine line, String text);

        /// In place of the next line: one about a person that was too long to be kept.
        void tooLong(TooLong line);

        /// The stream has ended as it should; throws where something is missing.
        ///
        /// @param sha256 hex, of the lines about people as they came
        void end(String sha256);
    }

    /// Reads the answer to `path` into `taker`.
    void read(String path, Taker taker, Round round) throws InterruptedException {
        try (var stream = new LineStream(gear.client(), path, gear.state()::passedOver)) {
            var watch = new Watch(stream, round);
            boolean begun = false;
            while (true) {
                between.run();
                LineStream.Item item = stream.poll(POLL_MS);
                if (item == null) {
                    watch.check();
                    continue;
                }
                watch.came();
                switch (item) {
                    case LineStream.Item.Fault(RuntimeException fault) -> throw fault;
                    case LineStream.Item.End(String sha256) -> {
                        if (!begun) throw new WireException("the hub's answer was empty");
                        taker.end(sha256);
                        return;
                    }
                    case LineStream.Item.TooLong(TooLong line) -> {
                        if (!begun) throw new WireException("the hub's answer does not say how it begins");
                        taker.tooLong(line);
                    }
                    case LineStream.Item.Line(DownLine.Unknown _, String _) -> {} // was told of
                    case LineStream.Item.Line(DownLine.Begin begin, String _) -> {
                        if (begun) throw new WireException("the hub began twice in one answer");
                        if (!begin.hub().equals(gear.hub())) {
                            throw new WireException("another hub answered: " + HubState.shown(begin.hub()));
                        }
                        begun = true;
                        taker.begin(begin);
                    }
                    case LineStream.Item.Line(DownLine line, String text) -> {
                        if (!begun) throw new WireException("the hub's answer does not say how it begins");
                        taker.line(line, text);
                    }
                }
            }
        }
    }

    /// Gives up on a stream that stands still.
    private final class Watch {
        private final LineStream stream;
        private final Round round;
        private long lineNs = gear.pace().nowNs();
        private long byteNs = lineNs;
        private long bytes;

        Watch(LineStream stream, Round round) {
            this.stream = stream;
            this.round = round;
        }

        void came() {
            lineNs = gear.pace().nowNs();
            byteNs = lineNs;
        }

        void check() {
            long nowNs = gear.pace().nowNs();
            long now = stream.bytes();
            if (now != bytes) byteNs = nowNs;
            bytes = now;
            long lineMs = TimeUnit.NANOSECONDS.toMillis(nowNs - lineNs);
            if (lineMs >= gear.limits().progressMs()) round.timingOut();
            boolean silent = TimeUnit.NANOSECONDS.toMillis(nowNs - byteNs)
                    >= gear.limits().silentMs();
            if (silent || lineMs >= gear.limits().lineMs()) {
                throw new UpstreamException("the hub sent nothing for too long");
            }
        }
    }

    /// What this box is at, for the pages.
    void phase(HubState.Work work, @Nullable Round round) {
        gear.state().phase(work, round == null ? 0 : round.lines());
    }
}
