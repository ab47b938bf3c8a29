package dev.lintel.sync;

/// Limits with one thing other.
final class Limiting {
    private Limiting() {}

    /// Beats thrice in that time.
    static Limits silence(Limits of, long ms) {
        return new Limits(
                of.connectMs(),
                ms,
                of.forwardMs(),
                of.progressMs(),
                of.silentMs(),
                of.lineMs(),
                of.pollMs(),
                of.checkMs(),
                ms / 3,
                of.beatGapMs(),
                ms,
                of.backoffMs(),
                of.backoffMaxMs(),
                of.anewMs(),
                of.anewMaxMs(),
                of.headMs(),
                of.batchLines(),
                of.batchChars());
    }

    static Limits backoff(Limits of, long ms, long maxMs) {
        return new Limits(
                of.connectMs(),
                of.answerMs(),
                of.forwardMs(),
                of.progressMs(),
                of.silentMs(),
                of.lineMs(),
                of.pollMs(),
                of.checkMs(),
                of.beatMs(),
                of.beatGapMs(),
                of.silenceMs(),
                ms,
                maxMs,
                of.anewMs(),
                of.anewMaxMs(),
                of.headMs(),
                of.batchLines(),
                of.batchChars());
    }

    static Limits stalls(Limits of, long progressMs, long silentMs, long lineMs) {
        return new Limits(
                of.connectMs(),
                of.answerMs(),
                of.forwardMs(),
                progressMs,
                silentMs,
                lineMs,
                of.pollMs(),
                of.checkMs(),
                of.beatMs(),
                of.beatGapMs(),
                of.silenceMs(),
                of.backoffMs(),
                of.backoffMaxMs(),
                of.anewMs(),
                of.anewMaxMs(),
                of.headMs(),
                of.batchLines(),
                of.batchChars());
    }

    static Limits batches(Limits of, int lines, int chars) {
        return new Limits(
                of.connectMs(),
                of.answerMs(),
                of.forwardMs(),
                of.progressMs(),
                of.silentMs(),
                of.lineMs(),
                of.pollMs(),
                of.checkMs(),
                of.beatMs(),
                of.beatGapMs(),
                of.silenceMs(),
                of.backoffMs(),
                of.backoffMaxMs(),
                of.anewMs(),
                of.anewMaxMs(),
                of.headMs(),
                lines,
                chars);
    }

    static Limits times(Limits of, long pollMs, long checkMs, long headMs) {
        return new Limits(
                of.connectMs(),
                of.answerMs(),
                of.forwardMs(),
                of.progressMs(),
                of.silentMs(),
                of.lineMs(),
                pollMs,
                checkMs,
                of.beatMs(),
                of.beatGapMs(),
                of.silenceMs(),
                of.backoffMs(),
                of.backoffMaxMs(),
                of.anewMs(),
                of.anewMaxMs(),
                headMs,
                of.batchLines(),
                of.batchChars());
    }
}
