package dev.lintel.sync.pull;

import dev.lintel.sync.Gear;
import dev.lintel.sync.HubState.Work;
import dev.lintel.sync.http.LineReader.TooLong;
import dev.lintel.sync.wire.Cursor;
import dev.lintel.sync.wire.DownLine;
import dev.lintel.sync.wire.DownLine.Head;
import dev.lintel.sync.wire.Wire;
import dev.lintel.sync.wire.WireException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Everything after a cursor, chunk by chunk. The puller's thread.
final class Changes {
    private final Gear gear;
    private final Reading reading;

    Changes(Gear gear, Reading reading) {
        this.gear = gear;
        this.reading = reading;
    }

    /// Where lines go: what stands, or the staging.
    interface Sink {
        /// The next of them.
        ///
        /// @param to where following has come to with the last of the lines; null: in the middle of a chunk
        void take(List<DownLine> lines, @Nullable Cursor to);

        /// Of that person the hub's line was too long to be kept.
        void tooLong(TooLong line);
    }

    /// Until there is no more; the last head.
    Head all(Cursor after, Sink sink, Round round) throws InterruptedException {
        return all(after, false, sink, round);
    }

    /// As above, and the last head has the hub's check, or none where the hub does not compare now, as while it
    /// holds back. It is asked for once all else has come: the hub goes over all people for it.
    Head checked(Cursor after, Sink sink, Round round) throws InterruptedException {
        Head head = all(after, false, sink, round);
        return all(head.cursor(), true, sink, round);
    }

    private Head all(Cursor after, boolean check, Sink sink, Round round) throws InterruptedException {
        Cursor at = after;
        while (true) {
            var chunk = new Chunk(sink, round);
            reading.read(Wire.CHANGES + "?" + at.query("after") + (check ? "&check=1" : ""), chunk, round);
            Head head = chunk.head();
            if (!head.more()) return head;
            if (head.cursor().isAt(at)) throw new WireException("the hub says there is more and gives nothing");
            at = head.cursor();
        }
    }

    /// Begin, Policy?, (Person | Gone)*, Head; the last batch goes to the sink with the head's cursor once
    /// the stream has ended.
    private final class Chunk implements Reading.Taker {
        private final Sink sink;
        private final Round round;
        private final List<DownLine> batch = new ArrayList<>();
        private int chars;
        private boolean people;
        private boolean policy;
        private @Nullable Head head;

        Chunk(Sink sink, Round round) {
            this.sink = sink;
            this.round = round;
        }

        @Override
        public void begin(DownLine.Begin begin) {
            // Reading has looked at whose it is; where it begins is said for people who read along.
        }

        @Override
        public void line(DownLine line, String text) {
            if (head != null) throw new WireException("something follows the hub's head");
            switch (line) {
                case Head end -> head = end;
                case DownLine.PolicyLine _
                when people || policy -> throw new WireException("the hub's policy does not come first");
                case DownLine.PolicyLine _ -> {
                    policy = true;
                    take(line, text);
                }
                case DownLine.PersonLine _, DownLine.Gone _ -> {
                    people = true;
                    take(line, text);
                }
                case DownLine.Part _ -> throw new WireException("a part of a snapshot is among the changes");
                case DownLine.Begin _, DownLine.Unknown _ -> throw new IllegalStateException("Reading keeps these");
            }
        }

        private void take(DownLine line, String text) {
            boolean full = batch.size() >= gear.limits().batchLines()
                    || chars + text.length() > gear.limits().batchChars();
            if (full && !batch.isEmpty()) give(null);
            batch.add(line);
            chars += text.length();
            round.came();
            if (round.started()) reading.phase(Work.CHANGES, round);
        }

        @Override
        public void tooLong(TooLong line) {
            if (head != null) throw new WireException("something follows the hub's head");
            people = true;
            sink.tooLong(line);
            round.came();
        }

        private void give(@Nullable Cursor to) {
            sink.take(List.copyOf(batch), to);
            batch.clear();
            chars = 0;
        }

        @Override
        public void end(String sha256) {
            give(head().cursor());
        }

        Head head() {
            Head end = head;
            if (end == null) throw new WireException("the hub's answer ended too early");
            return end;
        }
    }
}
