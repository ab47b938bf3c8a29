package dev.lintel.sim.pd;

import dev.lintel.reader.osdp.Command;
import dev.lintel.reader.osdp.Reply;
import dev.lintel.reader.osdp.Reply.FileStatus;
import java.io.ByteArrayOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A file on its way into a simulated reader, such as its firmware. The bus's thread.
///
/// ```
///   idle --piece at 0--> receiving --last piece--> finishing --asked n times--> through (or restarts)
///     ^                   | a piece that was there already: go on
///     +-- ABORT, or a piece that does not fit: ended
/// ```
final class PdFile {
    /// Larger than any reader's firmware; what is longer is refused before its first byte is kept.
    static final int FILE_BYTES_MAX = 16 * 1024 * 1024;

    /// The last file that came whole. `sha256` is in hex.
    record Received(int type, int bytes, String sha256) {}

    private enum State {
        IDLE,
        RECEIVING,
        FINISHING,
        THROUGH
    }

    private final PdSettings.FileRules rules;
    private final PdLog log;
    private ByteArrayOutputStream content = new ByteArrayOutputStream();
    private State state = State.IDLE;
    private int type;
    private long total;
    private int left;
    private boolean restarts;
    private @Nullable Received received;

    PdFile(PdSettings.FileRules rules, PdLog log) {
        this.rules = rules;
        this.log = log;
    }

    @Nullable
    Received received() {
        return received;
    }

    /// Whether the reader restarts once its last answer has gone out; asked once.
    boolean takeRestart() {
        boolean now = restarts;
        restarts = false;
        return now;
    }

    /// What has come so far is dropped; the last whole file stays.
    void end() {
        if (state == State.RECEIVING || state == State.FINISHING)
            log.tell("file-ended", Map.of("bytes", content.size()));
        content = new ByteArrayOutputStream();
        state = State.IDLE;
    }

    /// FTSTAT; `pollWaits` says whether something is to be had by POLL.
    Reply take(Command.FileTransfer piece, boolean pollWaits) {
        if (piece.type() != Command.FileTransfer.TYPE_OPAQUE) return status(FileStatus.UNRECOGNIZED, pollWaits);
        int outcome = piece.fragment().isEmpty() ? asked() : piece(piece);
        if (outcome < 0) end();
        return status(outcome, pollWaits);
    }

    private Reply status(int outcome, boolean pollWaits) {
        int flags = FileStatus.INTERLEAVE | (pollWaits ? FileStatus.POLL_WAITS : 0);
        boolean more = outcome == FileStatus.GO_ON || outcome == FileStatus.FINISHING;
        return new FileStatus(flags, more ? rules.delayMs() : 0, outcome, more ? rules.sizeMax() : 0);
    }

    /// A piece of no bytes: how far are you?
    private int asked() {
        return switch (state) {
            case IDLE -> FileStatus.ABORTED;
            case RECEIVING -> FileStatus.GO_ON;
            case FINISHING -> finishing();
            case THROUGH -> through();
        };
    }

    private int piece(Command.FileTransfer piece) {
        int length = piece.fragment().size();
        if (piece.total() > FILE_BYTES_MAX || piece.offset() + length > piece.total()) return FileStatus.MALFORMED;
        if (repeated(piece)) return state == State.RECEIVING ? FileStatus.GO_ON : finishing();
        if (piece.offset() == 0) begin(piece);
        if (state != State.RECEIVING) return FileStatus.ABORTED;
        boolean next = piece.total() == total && piece.offset() == content.size();
        if (!next) return FileStatus.MALFORMED;
        content.writeBytes(piece.fragment().toArray());
        if (content.size() < total) return FileStatus.GO_ON;
        state = State.FINISHING;
        left = rules.finishing();
        return finishing();
    }

    private void begin(Command.FileTransfer piece) {
        end();
        state = State.RECEIVING;
        type = piece.type();
        total = piece.total();
        log.tell("file-begun", Map.of("type", type, "bytes", total));
    }

    /// The ACU missed an answer and sends a piece again under another number: it is there already. The first piece,
    /// when others followed it, is no repeat: the ACU begins anew.
    private boolean repeated(Command.FileTransfer piece) {
        if (state == State.IDLE || piece.total() != total) return false;
        byte[] fragment = piece.fragment().toArray();
        long end = piece.offset() + fragment.length;
        if (end > content.size() || (piece.offset() == 0 && end < content.size())) return false;
        return Arrays.equals(fragment, Arrays.copyOfRange(content.toByteArray(), (int) piece.offset(), (int) end));
    }

    private int finishing() {
        if (state == State.THROUGH) return through();
        if (left-- > 0) return FileStatus.FINISHING;
        state = State.THROUGH;
        var whole = new Received(type, content.size(), sha256(content.toByteArray()));
        received = whole;
        log.tell("file", Map.of("type", whole.type, "bytes", whole.bytes, "sha256", whole.sha256));
        restarts = rules.reboots();
        return through();
    }

    private int through() {
        return rules.reboots() ? FileStatus.REBOOTING : FileStatus.PROCESSED;
    }

    private static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
