package dev.lintel.sync;

import dev.lintel.sync.wire.Wire;

/// How long and how much, in one place, so that tests can be quick. Milliseconds, but for the last two.
///
/// @param connectMs to a hub on another continent, over a mobile network
/// @param answerMs the first byte of an answer: the hub may have to hash all people first
/// @param forwardMs a person waits for a forwarded write, who takes it for lost after some seconds
/// @param progressMs without a line for so long a download is told of as timing out
/// @param silentMs without a byte for so long a stream is given up
/// @param lineMs a line takes at most so long: 16 MB at 60 kB/s
/// @param pollMs between looks for changes while there is no link, such as behind a proxy that knows no
///     WebSockets
/// @param checkMs between comparisons with the hub's hash
/// @param beatMs between beats
/// @param beatGapMs between beats that something has changed for; also how often the doors are looked at
/// @param silenceMs without a word for so long the link is given up
/// @param backoffMs first wait after a failure, doubling
/// @param backoffMaxMs longest wait: a hub that is back has its boxes within a minute
/// @param anewMs first wait before a snapshot that did not agree is fetched anew, doubling
/// @param anewMaxMs longest such wait: a download of everything each hour is the most a line should bear
/// @param headMs between signed heads when nothing is new
/// @param batchLines in one transaction: some 200 ms on an SD card
/// @param batchChars in one transaction, and in memory
public record Limits(
        long connectMs,
        long answerMs,
        long forwardMs,
        long progressMs,
        long silentMs,
        long lineMs,
        long pollMs,
        long checkMs,
        long beatMs,
        long beatGapMs,
        long silenceMs,
        long backoffMs,
        long backoffMaxMs,
        long anewMs,
        long anewMaxMs,
        long headMs,
        int batchLines,
        int batchChars) {
    /// What holds outside of tests.
    public static final Limits USUAL = new Limits(
            10_000,
            60_000,
            10_000,
            Wire.PROGRESS_S * 1_000L,
            60_000,
            300_000,
            60_000,
            86_400_000,
            Wire.BEAT_S * 1_000L,
            1_000,
            Wire.SILENCE_S * 1_000L,
            1_000,
            60_000,
            60_000,
            3_600_000,
            3_600_000,
            500,
            1 << 20);
}
