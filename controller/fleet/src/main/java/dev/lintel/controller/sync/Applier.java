package dev.lintel.controller.sync;

import dev.lintel.controller.fleet.DuplicateValues;
import dev.lintel.controller.fleet.FollowStore;
import dev.lintel.controller.fleet.FollowStore.Followed;
import dev.lintel.controller.fleet.HubKnown;
import dev.lintel.controller.fleet.PeopleIn;
import dev.lintel.controller.fleet.PeopleKnown;
import dev.lintel.controller.policy.Policy;
import dev.lintel.controller.policy.PolicyCatalog;
import dev.lintel.controller.policy.SiteFile;
import dev.lintel.controller.policy.SitePlan;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.PolicyStore;
import dev.lintel.controller.store.Sql;
import dev.lintel.controller.time.Time;
import dev.lintel.controller.yaml.Checked;
import dev.lintel.sync.wire.Cursor;
import dev.lintel.sync.wire.DownLine.PolicyLine;
import dev.lintel.sync.wire.RevocationReport;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Writes what a hub tells: the policy, people and the cursor in one transaction. The puller's thread, and one
/// that is told of something urgent.
///
/// A policy that this box cannot take (its wiring forbids it, or a newer hub writes a value that this version
/// does not know) is refused whole and the one of before goes on; people are written all the same, as far as
/// what they refer to is here, for somebody who is turned away must be. Once a policy is taken, all of it is
/// fetched anew for those.
final class Applier {
    private static final String FILE = "the hub's site.yaml";
    /// It may give back what the hub has taken from roles since.
    static final String OLDER =
            "the hub was restored from a backup, and its policy is older than the one here, which goes"
                    + " on until 'lintel hub restored --give-back-all' there";

    private final Parts parts;
    private List<DuplicateValues.Loss> losses = List.of();

    /// @param hubName in events: whose policy it is
    /// @param counted revisions rise with each change: those of a hub, not those of a service
    record Parts(
            Database database,
            PolicyCatalog catalog,
            PolicyStore tables,
            Reports reports,
            PassedOver passedOver,
            String hubName,
            boolean counted,
            Time time) {}

    Applier(Parts parts) {
        this.parts = parts;
    }

    /// What one transaction does beside the policy.
    ///
    /// @param membership what the cursor holds for
    /// @param to where the box stands then; null: where it stood
    /// @param anew all of it is to be fetched anew
    record Writing(
            String membership,
            Consumer<PeopleIn> people,
            @Nullable Cursor to,
            boolean anew) {
        Writing(String membership, Consumer<PeopleIn> people, @Nullable Cursor to) {
            this(membership, people, to, false);
        }

        static Writing nobody(String membership) {
            return new Writing(membership, _ -> {}, null);
        }
    }

    /// `policy` null: it stays.
    void write(@Nullable PolicyLine policy, Writing writing) {
        losses = List.of();
        writeAll(policy, writing);
        parts.reports.lost(losses);
        if (parts.counted) parts.reports.revocations(parts.database.read(Applier::revocations));
    }

    private void writeAll(@Nullable PolicyLine policy, Writing writing) {
        if (policy != null && isOlder(policy, writing)) {
            refused(OLDER, writing);
            return;
        }
        if (policy == null) {
            parts.database.write(sql -> rest(sql, writing));
            return;
        }
        SiteFile.Told told = SiteFile.told(FILE, policy.siteYaml());
        parts.passedOver.policy(told.passedOver());
        String refused = switch (told.policy()) {
            case Checked.Valid<Policy>(Policy wanted) -> follow(wanted, policy.revision(), writing);
            case Checked.Faulty<Policy>(var faults) ->
                "the hub's policy cannot be read by this version: " + faults.getFirst();
        };
        if (refused == null) parts.reports.policyTaken();
        else refused(refused, writing);
    }

    /// What is not taken of a hub that was restored. In the caller's transaction.
    static RevocationReport revocations(Sql sql) {
        List<Long> people = PeopleKnown.withRevocations(sql, RevocationReport.PEOPLE_MAX);
        Followed followed = FollowStore.get(sql);
        boolean policy = followed != null && OLDER.equals(followed.policyRefused());
        if (people.isEmpty() && !policy) return RevocationReport.NOTHING;
        long highest = Math.max(PeopleKnown.highest(sql), followed == null ? 0 : followed.policyRevision());
        if (people.isEmpty()) return new RevocationReport(people, 0, true, highest, List.of(), List.of(), false);
        PeopleKnown.SomeRights rights = PeopleKnown.revokedRights(sql, RevocationReport.RIGHTS_CHARS_MAX);
        return new RevocationReport(
                people,
                PeopleKnown.countRevoked(sql),
                policy,
                highest,
                PeopleKnown.withoutAccess(sql, RevocationReport.GONE_MAX),
                rights.rights(),
                rights.more());
    }

    /// Whether the hub tells a policy of before the one that holds here: it was restored from a backup. From then on no
    /// other is taken, until an operator gives it back.
    private boolean isOlder(PolicyLine policy, Writing writing) {
        Followed followed = parts.counted ? parts.database.read(FollowStore::get) : null;
        if (followed == null || !followed.upstream().equals(writing.membership)) return false;
        if (policy.given() > followed.policyRevision()) return false;
        if (policy.revision() < followed.policyRevision()) return !isStanding(policy);
        boolean isKept = OLDER.equals(followed.policyRefused()) || parts.database.read(HubKnown::isRestored);
        return isKept && followed.policyRevision() > 0 && !isStanding(policy);
    }

    /// Whether it is the one that holds here, word for word or not.
    private boolean isStanding(PolicyLine policy) {
        return SiteFile.told(FILE, policy.siteYaml()).policy() instanceof Checked.Valid<Policy>(Policy told)
                && told.equals(parts.catalog.snapshot().policy());
    }

    /// Null when it holds, else why not: then nothing was written.
    private @Nullable String follow(Policy wanted, long revision, Writing writing) {
        List<String> forbidden = parts.catalog.follow(
                wanted,
                "hub " + parts.hubName,
                event -> parts.database.write(sql -> {
                    FollowStore.begin(sql, writing.membership);
                    Followed before = FollowStore.get(sql);
                    SitePlan plan = parts.tables.follow(sql, wanted, event);
                    FollowStore.policy(sql, revision, null);
                    rest(sql, writing);
                    boolean mended = before != null && before.policyRefused() != null;
                    if (mended && FollowStore.anyPartly(sql)) FollowStore.moved(sql, null);
                    return plan;
                }));
        return forbidden.isEmpty()
                ? null
                : "the hub's policy is not taken here, and the one of before goes on: " + String.join("; ", forbidden);
    }

    private void refused(String why, Writing writing) {
        parts.database.write(sql -> {
            FollowStore.begin(sql, writing.membership);
            FollowStore.policy(sql, 0, why);
            return rest(sql, writing);
        });
        parts.reports.policyRefused(why);
    }

    private boolean rest(Sql sql, Writing writing) {
        FollowStore.begin(sql, writing.membership);
        var people = new PeopleIn(sql, parts.time.nowMs(), parts.counted);
        writing.people.accept(people);
        losses = people.losses();
        if (writing.anew) FollowStore.moved(sql, null);
        if (writing.to == null) return true;
        FollowStore.moved(sql, writing.to.toString());
        if (parts.counted) HubKnown.at(sql, writing.membership, writing.to);
        FollowStore.passed(sql, parts.passedOver.all());
        return true;
    }
}
