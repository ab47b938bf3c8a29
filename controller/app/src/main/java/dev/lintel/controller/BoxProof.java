package dev.lintel.controller;

import dev.lintel.controller.config.WitnessConfig;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventDraft.Subject;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.proof.HeadSigner;
import dev.lintel.controller.proof.LogKey;
import dev.lintel.controller.proof.ProofException;
import dev.lintel.controller.proof.Tpm;
import dev.lintel.controller.proof.Witness;
import dev.lintel.controller.store.EventHeadStore;
import dev.lintel.controller.time.Time;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The wiring of the signed event log: the key, the signer, and where heads are sent. After the doors: none waits
/// for it.
final class BoxProof implements AutoCloseable {
    private static final Logger LOG = System.getLogger(BoxProof.class.getName());

    private final List<Part> parts;

    /// Ends without an exception.
    private interface Part extends AutoCloseable {
        @Override
        void close();
    }

    private BoxProof(List<Part> parts) {
        this.parts = parts;
    }

    /// A key that cannot be used keeps no box from working: /health says so.
    static BoxProof begin(Front.Parts parts, Time time) {
        var begun = new ArrayList<Part>();
        // What a copy in memory logs gets other hashes when it is taken over: its heads would be good for nothing.
        if (!parts.database().isOf(parts.folder())) return new BoxProof(begun);
        try {
            LogKey key = LogKey.open(parts.folder(), Tpm.ofMachine());
            reportAnotherKey(parts, key, time);
            var signer = new HeadSigner(parts.database(), key, time);
            parts.health().add("event log signature", signer::fault);
            signer.start();
            begun.add(signer::close);
            WitnessConfig config = parts.config().witness();
            if (config != null) begun.add(witness(parts, config, time)::close);
        } catch (ProofException e) {
            LOG.log(Level.ERROR, String.valueOf(e.getMessage()));
            parts.health().add("event log signature", () -> "the event log is not signed: " + e.getMessage());
        }
        return new BoxProof(begun);
    }

    /// The key's file was lost or replaced: heads of before prove nothing with the key that there is now. The first
    /// start with a key records an event, which later heads cover.
    private static void reportAnotherKey(Front.Parts parts, LogKey key, Time time) {
        var other = parts.database().read(sql -> EventHeadStore.ofAnotherKey(sql, key.fingerprint()));
        if (other == null) return;
        LOG.log(
                Level.WARNING,
                "the event log up to event " + other.eventId() + " is signed by another key, "
                        + other.key().hex() + ": its file was lost or replaced");
        if (parts.database().read(sql -> EventHeadStore.hasSigned(sql, key.fingerprint()))) return;
        Map<String, Object> what = Map.of(
                "what",
                "event_log_key",
                "action",
                "replaced",
                "old",
                other.key().hex(),
                "new",
                key.fingerprint().hex());
        parts.database()
                .events()
                .append(new EventDraft(
                        EventKind.CONFIGURATION_CHANGED, time.nowMs(), time.nowNs(), Subject.NOBODY, what));
    }

    private static Witness witness(Front.Parts parts, WitnessConfig config, Time time) {
        WitnessConfig.Server syslog = config.syslog();
        var targets = new Witness.Targets(
                config.file(),
                syslog == null ? null : new Witness.Server(syslog.host(), syslog.port()),
                config.webhook(),
                config.trust());
        var witness = new Witness(parts.database(), targets, parts.config().name(), config.every(), time);
        parts.health().add("event log witness", witness::fault);
        witness.start();
        return witness;
    }

    @Override
    public void close() {
        for (Part part : parts) part.close();
    }
}
