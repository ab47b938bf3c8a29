package dev.lintel.sync.pull;

import dev.lintel.sync.UpstreamException;
import dev.lintel.sync.http.HubClient;
import dev.lintel.sync.http.LineReader;
import dev.lintel.sync.wire.DownLine;
import dev.lintel.sync.wire.WireException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// One download, read and parsed on a thread of its own, [#AHEAD_MAX] lines ahead of who polls: then it
/// waits, and the hub with it. One thread polls.
final class LineStream implements AutoCloseable {
    /// Enough to parse while a batch is made; 16 of the longest people are 8 MB.
    private static final int AHEAD_MAX = 16;
    /// Of one answer: a hub ends each after some 2,000. What unpacks to more than this is no answer of ours.
    private static final int LINES_MAX = 100_000;

    sealed interface Item {
        /// One line.
        ///
        /// @param text as it came
        record Line(DownLine line, String text) implements Item {}

        /// One that was too long to be kept.
        record TooLong(LineReader.TooLong line) implements Item {}

        /// The end.
        ///
        /// @param sha256 hex, of the lines about people as they came, each with its line feed
        record End(String sha256) implements Item {}

        record Fault(RuntimeException fault) implements Item {}
    }

    private final HubClient client;
    private final String path;
    private final Consumer<String> passedOver;
    private final ArrayBlockingQueue<Item> queue = new ArrayBlockingQueue<>(AHEAD_MAX);
    private final Thread thread;
    private volatile @Nullable LineReader reader;
    private volatile boolean closed;

    /// @param passedOver as [DownLine#parse(String, Consumer)] has it, on the thread that reads
    LineStream(HubClient client, String path, Consumer<String> passedOver) {
        this.client = client;
        this.path = path;
        this.passedOver = passedOver;
        thread = Thread.ofVirtual().name("sync-stream").unstarted(this::run);
        thread.start();
    }

    /// The next line, the end or what went wrong; null: not yet. After an end or a fault nothing comes.
    @Nullable
    Item poll(long ms) throws InterruptedException {
        return queue.poll(ms, TimeUnit.MILLISECONDS);
    }

    /// Read so far.
    long bytes() {
        LineReader reading = reader;
        return reading == null ? 0 : reading.bytes();
    }

    private void run() {
        try {
            put(read());
        } catch (InterruptedException _) {
            // closed: nobody polls any more
        }
    }

    /// Waits for room, or for the end: an interrupt alone could be lost on the way through the JDK's stream.
    private void put(Item item) throws InterruptedException {
        boolean there = false;
        while (!closed && !there) there = queue.offer(item, 1, TimeUnit.SECONDS);
        if (closed) throw new InterruptedException();
    }

    private Item read() throws InterruptedException {
        try (InputStream in = client.stream(path)) {
            MessageDigest people = sha256();
            var lines = new LineReader(in, people);
            reader = lines;
            for (int count = 0; count < LINES_MAX; count++) {
                switch (lines.next()) {
                    case null -> {
                        return new Item.End(HexFormat.of().formatHex(people.digest()));
                    }
                    case LineReader.TooLong line -> put(new Item.TooLong(line));
                    case LineReader.Text(String text) -> {
                        DownLine line = parse(text);
                        if (line instanceof DownLine.PersonLine) {
                            people.update(text.getBytes(StandardCharsets.UTF_8));
                            people.update((byte) '\n');
                        }
                        put(new Item.Line(line, text));
                    }
                }
            }
            throw new WireException("the hub sent more than " + LINES_MAX + " lines in one answer");
        } catch (IOException e) {
            return new Item.Fault(new UpstreamException(client.words(e), e));
        } catch (UpstreamException | WireException e) {
            return new Item.Fault(e);
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    private DownLine parse(String text) {
        try {
            return DownLine.parse(text, passedOver);
        } catch (WireException e) {
            throw new WireException("the hub sent a line that cannot be read: " + e.getMessage(), e);
        }
    }

    /// Ends it, wherever it is; does not wait.
    @Override
    public void close() {
        closed = true;
        thread.interrupt();
    }
}
