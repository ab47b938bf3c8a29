package dev.lintel.sync;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// What is known of the hub, and how the work goes: written by puller, pusher and link, read by anybody.
public final class HubState {
    /// What the puller is at.
    public enum Work {
        IDLE,
        CHANGES,
        SNAPSHOT
    }

    /// How far the puller is.
    ///
    /// @param lines that have come so far
    public record Phase(Work work, long lines) {}

    /// Contacts by plain answers are told so often at most: uploads come ten times a second.
    private static final long TOLD_GAP_NS = TimeUnit.SECONDS.toNanos(5);
    /// Kinds and fields that are remembered as told; a hub of any later version has fewer new ones.
    private static final int PASSED_OVER_MAX = 100;
    /// Characters of a name that the hub gives.
    private static final int NAME_MAX = 60;
    /// Characters of a notice: a sentence or two.
    private static final int NOTICE_MAX = 500;

    private final SyncTarget target;
    private final Pace pace;
    private final AtomicReference<@Nullable String> dismissed = new AtomicReference<>();
    private final Set<String> passedOver = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean certificateEnded = new AtomicBoolean();
    private final AtomicBoolean newKey = new AtomicBoolean();
    private volatile @Nullable String notice;
    private volatile boolean online;
    private volatile @Nullable Long lastContactNs;
    private volatile @Nullable Long lastToldNs;
    private volatile @Nullable Long skewMs;
    private volatile @Nullable String pullProblem;
    private volatile @Nullable String pushProblem;
    private volatile Phase phase = new Phase(Work.IDLE, 0);

    public HubState(SyncTarget target, Pace pace) {
        this.target = target;
        this.pace = pace;
    }

    /// By [Pace#nowNs()].
    public long nowNs() {
        return pace.nowNs();
    }

    /// The link stands.
    public void linked() {
        online = true;
        lastContactNs = pace.nowNs();
    }

    /// The link is gone, or did not come to stand.
    public void unlinked(String reason) {
        boolean was = online;
        online = false;
        if (was) target.progress(new Progress.Lost(reason));
    }

    /// The hub's clock came over the link.
    ///
    /// @param askedNs when it was asked
    public void heard(long hubMs, long askedNs) {
        tell(hubMs, askedNs, 0);
    }

    /// The hub was there, and does not know what time it is.
    public void present() {
        lastContactNs = pace.nowNs();
        target.progress(new Progress.Present());
    }

    /// An HTTP answer that is a contact came with a Date, which holds whole seconds; the link measures better and more
    /// often.
    public void answered(long dateMs, long askedNs) {
        long nowNs = pace.nowNs();
        lastContactNs = nowNs;
        Long told = lastToldNs;
        if (online || (told != null && nowNs - told < TOLD_GAP_NS)) return;
        tell(dateMs + 500, askedNs, 500);
    }

    /// As [#answered(long, long)], of an answer that says no: the clock is measured, and that is all. It is no
    /// contact, since nothing of what the hub has comes down.
    public void refused(long dateMs, long askedNs) {
        if (!online) skewMs = skew(dateMs + 500, halfMs(pace.nowNs(), askedNs));
    }

    private void tell(long hubMs, long askedNs, long coarseMs) {
        long nowNs = pace.nowNs();
        long halfMs = halfMs(nowNs, askedNs);
        long skew = skew(hubMs, halfMs);
        lastContactNs = nowNs;
        lastToldNs = nowNs;
        skewMs = skew;
        target.progress(new Progress.Contact(skew, hubMs + halfMs, halfMs + coarseMs));
    }

    private static long halfMs(long nowNs, long askedNs) {
        return TimeUnit.NANOSECONDS.toMillis(nowNs - askedNs) / 2;
    }

    private long skew(long hubMs, long halfMs) {
        return pace.nowMs() - halfMs - hubMs;
    }

    /// Once and for all. Tells of it the first time.
    public void dismiss(String why) {
        if (dismissed.compareAndSet(null, why)) {
            online = false;
            target.progress(new Progress.Dismissed(why));
        }
    }

    /// By the hub's clock this box's certificate has ended.
    public void certificateEnded() {
        certificateEnded.set(true);
    }

    /// Whether that was so since the last call.
    public boolean saidCertificateEnded() {
        return certificateEnded.getAndSet(false);
    }

    /// The hub asks for another key.
    public void newKey() {
        newKey.set(true);
    }

    /// Whether that was so since the last call.
    public boolean saidNewKey() {
        return newKey.getAndSet(false);
    }

    /// What the hub says about this box, for people; null: nothing.
    public void notice(@Nullable String text) {
        notice = text == null || text.length() <= NOTICE_MAX ? text : text.substring(0, NOTICE_MAX);
    }

    public @Nullable String notice() {
        return notice;
    }

    /// Why the hub turned this box away; null: it did not.
    public @Nullable String dismissed() {
        return dismissed.get();
    }

    public boolean online() {
        return online;
    }

    /// By [Pace#nowNs()]; null: none yet.
    public @Nullable Long lastContactNs() {
        return lastContactNs;
    }

    /// This box's clock less the hub's; null: not measured yet.
    public @Nullable Long skewMs() {
        return skewMs;
    }

    /// What this version does not know came by: told before what it came with is applied, once each.
    public void passedOver(String what) {
        if (passedOver.size() >= PASSED_OVER_MAX) return;
        String shown = shown(what);
        if (passedOver.add(shown)) target.progress(new Progress.Skipped(shown));
    }

    /// A name that the hub gives, fit for a log: short, and in one line.
    public static String shown(String name) {
        return name.substring(0, Math.min(NAME_MAX, name.length())).replaceAll("\\p{Cntrl}", " ");
    }

    public void pullProblem(@Nullable String problem) {
        pullProblem = problem;
    }

    public void pushProblem(@Nullable String problem) {
        pushProblem = problem;
    }

    /// What keeps this box from following, in words; null: nothing.
    public @Nullable String problem() {
        String gone = dismissed.get();
        if (gone != null) return gone;
        String pull = pullProblem;
        return pull != null ? pull : pushProblem;
    }

    public void phase(Work work, long lines) {
        phase = new Phase(work, lines);
    }

    public Phase phase() {
        return phase;
    }
}
