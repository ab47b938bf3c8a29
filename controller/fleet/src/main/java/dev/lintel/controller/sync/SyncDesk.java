package dev.lintel.controller.sync;

import dev.lintel.controller.fleet.StageStore;
import dev.lintel.controller.http.Principal;
import dev.lintel.controller.http.Scope;
import dev.lintel.controller.http.UpstreamDesk;
import dev.lintel.controller.sync.Reports.Asker;
import dev.lintel.controller.time.ClockWords;
import dev.lintel.sync.TargetException;
import dev.lintel.sync.wire.ForwardAnswer;
import dev.lintel.sync.wire.ForwardRequest;
import dev.lintel.sync.wire.ForwardRequest.By;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What the API, pages and commands ask of following, while a box follows a hub or a service. Any thread that may
/// block.
public final class SyncDesk implements UpstreamDesk {
    /// Beyond this a clock is worth a report: schedules and days are off by as much.
    public static final long SKEW_MS_MAX = 30_000;

    private final Parts parts;

    /// What it is made of.
    public record Parts(Whom whom, Upline line, SyncState state, Contact contact, Reports reports, StageStore stage) {}

    public SyncDesk(Parts parts) {
        this.parts = parts;
    }

    public Whom whom() {
        return parts.whom;
    }

    public SyncState state() {
        return parts.state;
    }

    public Contact contact() {
        return parts.contact;
    }

    public Upline.Status line() {
        return parts.line.status();
    }

    /// What cannot be taken over though all goes well, in words.
    public List<String> notices() {
        String notice = parts.reports.notice();
        return Stream.concat(line().notices().stream(), Stream.ofNullable(notice))
                .toList();
    }

    /// What keeps this box from having all of what it is told, in words; null: nothing.
    public @Nullable String problem() {
        String refused = parts.reports.problem();
        if (refused != null) return refused;
        SyncState.View view = parts.state.view();
        String failed = view.problem();
        return failed == null || view.held() != null ? failed : latest(failed);
    }

    /// The log hears of a failure once; by the next try the reason may be another one.
    private String latest(String failed) {
        try {
            String now = parts.line.status().problem();
            return now == null ? failed : now;
        } catch (TargetException e) { // the disk's own trouble, which the storage's probe tells
            return failed;
        }
    }

    /// For /health: what is wrong with following, in words; null: nothing.
    public @Nullable String fault() {
        String problem = problem();
        if (problem != null) return problem;
        String said = said();
        if (said != null) return said;
        Contact contact = parts.contact;
        if (!contact.online()) return "no contact with the " + parts.whom.words() + " since " + contact.lastAt();
        Long skewMs = line().skewMs();
        if (skewMs == null || Math.abs(skewMs) <= SKEW_MS_MAX) return null;
        return "this box's clock is " + ClockWords.off(skewMs) + " that of the " + parts.whom.words()
                + ": look at the clocks of both";
    }

    /// What the hub says about this box, such as that a copy of it runs; null: nothing.
    public @Nullable String said() {
        if (!parts.whom.isHub()) return null;
        return line().notices().stream().findFirst().orElse(null);
    }

    @Override
    public Progress progress() {
        SyncState.View view = parts.state.view();
        String problem = problem();
        return new Progress(
                switch (view.phase()) {
                    case PENDING -> Phase.PENDING;
                    case SYNCING -> Phase.SYNCING;
                    case OK -> problem == null ? Phase.OK : Phase.FAILING;
                    case FAILING, DISMISSED -> Phase.FAILING;
                },
                view.completedMs(),
                problem);
    }

    /// A hub does; a service does not know that setting.
    @Override
    public boolean masksPins() {
        return parts.whom.isHub();
    }

    @Override
    public void syncNow(String by, @Nullable String credential) {
        parts.reports.asked(new Asker(by, credential));
        parts.line.syncNow();
    }

    @Override
    public Answer forward(Write write) {
        Principal who = write.by();
        var by = new By(
                who.kind().name(),
                who.client(),
                who.email(),
                who.shape().id(),
                who.listing().name(),
                who.operator(),
                who.scopes().stream().map(Scope::text).sorted().toList(),
                write.base());
        var request = new ForwardRequest(write.method(), write.path(), write.body(), write.idempotencyKey(), by);
        try {
            ForwardAnswer answer = parts.line.forward(request);
            return new Answer(answer.status(), answer.headers(), answer.body());
        } catch (UplineException e) {
            throw new RefusedWriteException(String.valueOf(e.getMessage()), e.refusal(), e);
        }
    }

    /// Tells the upstream that this box follows it no more, and the log nothing of following from now on. Throws
    /// [UplineException] when it cannot be told.
    public void leave() {
        parts.reports.end();
        parts.line.leave();
    }

    /// Following ends here, for now: what is known of it is written down. Does not wait.
    public void end() {
        parts.reports.keep();
    }

    /// Lets the snapshot through that is held back, where it is the one that was `shown` (null: any). Returns
    /// its name; null when none is held, or another one.
    public @Nullable String accept(@Nullable String shown, String by) {
        String held = parts.state.view().held();
        if (held == null || (shown != null && !shown.equals(held))) return null;
        parts.stage.accept(held);
        parts.reports.asked(new Asker(by, null));
        parts.line.accepted(held);
        return held;
    }
}
