package dev.lintel.reader.osdp;

import dev.lintel.reader.Bytes;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/// A file on its way to a PD, piece by piece; each piece waits for the PD's word on the one before.
///
/// ```
///   sending --last piece taken--> finishing (pieces of no bytes ask how far it is) --1 or 2--> done
///      | ^--the PD began anew: from the start again, a few times
///      '----cancelled: ABORT ---> over         '--a status below 0, or nothing new for a minute: failed
/// ```
final class FileOrder implements Order {
    /// A reader that writes its flash says nothing for a while; it is asked for longer than that.
    static final long STILL_NS_MAX = 60_000_000_000L;

    /// How long a reader may work on a file that it has whole.
    static final long FINISHING_NS_MAX = 300_000_000_000L;

    /// How often a PD is asked that does not say itself when it wants to be.
    private static final long FINISHING_NS = 200_000_000;

    /// A reader that starts anew in each transfer will do so in the next.
    private static final int RESTARTS_MAX = 3;

    private final PdFile file;
    private final PdFile.Progress progress;
    private final CompletableFuture<Void> result = new CompletableFuture<>();

    private FrameRoom first = new FrameRoom(FrameRoom.BYTES_MIN, false);
    private FrameRoom room = first;
    private long offset;
    private int underWay;
    private boolean aborting;
    private boolean interleave;
    private boolean pollWished;
    private boolean finishing;
    private int restarts;
    private long dueNs;
    private long untilNs;

    FileOrder(PdFile file, PdFile.Progress progress, long nowNs) {
        this.file = file;
        this.progress = progress;
        this.dueNs = nowNs;
        this.untilNs = nowNs + STILL_NS_MAX;
    }

    @Override
    public CompletableFuture<Void> result() {
        return result;
    }

    /// A cancelled one is over only when the PD has been told.
    @Override
    public boolean over() {
        return result.isDone() && (!result.isCancelled() || aborting);
    }

    @Override
    public void begin(FrameRoom frame, long nowNs) {
        first = frame;
        room = frame;
        dueNs = nowNs;
        untilNs = nowNs + STILL_NS_MAX;
    }

    @Override
    public long dueNs() {
        return dueNs;
    }

    @Override
    public long untilNs() {
        return untilNs;
    }

    /// The PD says whether it can be polled between two pieces; before its first word it cannot.
    @Override
    public boolean exclusive() {
        return !interleave;
    }

    @Override
    public String late() {
        if (offset < total()) return "it did not take the file in time: %d of %d bytes".formatted(offset, total());
        return "it has the whole file, but never said that it has worked on it";
    }

    @Override
    public boolean pollWished() {
        return pollWished;
    }

    @Override
    public @Nullable Command next() {
        if (result.isCancelled()) {
            aborting = true;
            return new Command.Abort();
        }
        underWay = (int) Math.min(total() - offset, room.dataBytes() - Command.FileTransfer.HEADER_BYTES + 1);
        Bytes piece = file.content().slice((int) offset, (int) offset + underWay);
        return new Command.FileTransfer(file.type(), total(), offset, piece);
    }

    @Override
    public void answered(Reply reply, long nowNs) {
        if (result.isDone()) return;
        switch (reply) {
            case Reply.FileStatus status -> taken(status, nowNs);
            case Reply.Nak nak -> fail("it takes no file: " + OsdpNames.nak(nak.reason()));
            default -> fail("it gave no sense as an answer to a piece of the file");
        }
    }

    private void taken(Reply.FileStatus status, long nowNs) {
        interleave = (status.flags() & Reply.FileStatus.INTERLEAVE) != 0;
        pollWished = (status.flags() & Reply.FileStatus.POLL_WAITS) != 0;
        switch (status.status()) {
            case Reply.FileStatus.PROCESSED, Reply.FileStatus.REBOOTING -> {
                progress.on(total(), total());
                result.complete(null);
            }
            case Reply.FileStatus.GO_ON, Reply.FileStatus.FINISHING -> goOn(status, nowNs);
            case Reply.FileStatus.ABORTED -> fail("it has given the file up");
            case Reply.FileStatus.UNRECOGNIZED -> fail("it does not know what the file is");
            case Reply.FileStatus.MALFORMED -> fail("it says that the file is damaged");
            default -> fail("it refuses the file with status " + status.status());
        }
    }

    private void goOn(Reply.FileStatus status, long nowNs) {
        boolean asking = underWay == 0;
        offset += underWay;
        if (status.sizeMax() != 0) room = first.atMost(status.sizeMax());
        long pauseNs = status.delayMs() * 1_000_000L;
        if (asking && pauseNs == 0) pauseNs = FINISHING_NS;
        dueNs = nowNs + pauseNs;
        if (!asking) {
            untilNs = dueNs + STILL_NS_MAX;
            progress.on(offset, total());
        }
        if (status.status() == Reply.FileStatus.FINISHING && !finishing) {
            finishing = true;
            untilNs = nowNs + FINISHING_NS_MAX;
        }
    }

    @Override
    public void restarted(long nowNs) {
        if (result.isDone()) {
            aborting = true; // a PD that began anew has forgotten the file
            return;
        }
        if (offset == 0) return;
        if (++restarts > RESTARTS_MAX) {
            fail("it began anew in the middle of the file, " + restarts + " times");
            return;
        }
        offset = 0;
        room = first;
        interleave = false;
        pollWished = false;
        finishing = false;
        dueNs = nowNs;
    }

    private long total() {
        return file.content().size();
    }
}
