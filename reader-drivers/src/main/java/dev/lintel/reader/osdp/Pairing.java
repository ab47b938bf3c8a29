package dev.lintel.reader.osdp;

import java.util.concurrent.CompletableFuture;

/// A PD is given a new base key: an installer's act, with an end in time. Until then the PD is spoken to with
/// two keys in turn: the new one, for it may have it already, its answer lost; and the one it has had, under
/// which it is given the new one. The pairing is done when a session stands under the new key, not before.
///
/// ```
///   fresh --handshake fails--> base --handshake--> KEYSET --ACK, under the old keys or in the clear--.
///     | ^-------------- fails -----'  '-- refused: failed                                            |
///     | ^--------------------------------------------------------------------------------------------'
///     '--handshake--> done, the session goes on            time over: failed, the key is what it was
/// ```
///
/// No clock, no I/O; the bus's thread. Whoever asked holds [#result].
final class Pairing {
    /// A PD that has just been refused something is left alone for a moment.
    static final long PAUSE_NS = 300_000_000;

    static final String SILENT = "it does not answer";

    private final Scbk base;
    private final Scbk fresh;
    private final long untilNs;
    private final CompletableFuture<Void> result = new CompletableFuture<>();
    private boolean withFresh = true;
    private boolean given;
    private String found = SILENT;

    /// `base` is SCBK-D for a PD in install mode, otherwise the key it has.
    Pairing(Scbk base, Scbk fresh, long untilNs) {
        this.base = base;
        this.fresh = fresh;
        this.untilNs = untilNs;
    }

    CompletableFuture<Void> result() {
        return result;
    }

    long untilNs() {
        return untilNs;
    }

    /// The key for the next handshake.
    Scbk candidate() {
        return withFresh ? fresh : base;
    }

    /// A handshake or the silence after its first step: the other key's turn.
    void failed(String why) {
        boolean notNew = why.equals(PdSecurity.REFUSES) && base.isStandard();
        // That the new key is not there yet is no news.
        if (!withFresh) found = notNew ? "it does not take the key of new readers; put it into install mode" : why;
        withFresh = !withFresh;
    }

    /// A session stands. Whether that was all, or the new key is to be given now.
    boolean opened() {
        return withFresh;
    }

    Command keySet() {
        given = true;
        return new Command.KeySet(Command.KeySet.TYPE_SCBK, fresh);
    }

    /// The PD says that it has taken the key.
    void taken() {
        withFresh = true;
    }

    void done() {
        result.complete(null);
    }

    void refused(String why) {
        result.completeExceptionally(new OrderException("it refuses the new key: " + why));
    }

    void ended(String why) {
        result.completeExceptionally(new OrderException(why, given));
    }

    void timeOver() {
        String after = given ? "it was given the new key, but does not answer with it: " : "";
        result.completeExceptionally(new OrderException(after + found, given));
    }
}
