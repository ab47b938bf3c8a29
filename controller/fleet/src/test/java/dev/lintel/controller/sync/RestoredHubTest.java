package dev.lintel.controller.sync;

import static dev.lintel.controller.sync.FollowingBox.HUB;
import static dev.lintel.controller.sync.FollowingBox.person;
import static dev.lintel.controller.sync.FollowingBox.policy;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.event.EventKind;
import dev.lintel.sync.wire.Cursor;
import dev.lintel.sync.wire.DownLine;
import dev.lintel.sync.wire.DownLine.Gone;
import dev.lintel.sync.wire.DownLine.PersonLine;
import dev.lintel.sync.wire.DownLine.PolicyLine;
import dev.lintel.sync.wire.PersonRow.CredentialRow;
import dev.lintel.sync.wire.PersonRow.Stamps;
import dev.lintel.sync.wire.RevokedRights;
import dev.lintel.sync.wire.StateHash;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A box whose hub was restored from a backup: what the hub had taken away since stays away.
class RestoredHubTest {
    private static final Map<String, String> ADA = Map.of("first_name", "Ada", "last_name", "L");

    @TempDir
    Path folder;

    private static PersonLine ada(long revision) {
        return ada(revision, 0);
    }

    /// Approved by an operator.
    private static PersonLine given(long revision) {
        return ada(revision, revision);
    }

    private static PersonLine ada(long revision, long given) {
        var card = new CredentialRow(70, FollowingBox.CARD, "1001", 1001L, null, "active", new Stamps(0, 0));
        PersonLine line = person(7, revision, ADA, List.of(card), List.of(1L));
        return new PersonLine(line.row(), revision, given);
    }

    /// The snapshot that a box takes of a hub that does not know its cursor.
    private static void snapshot(FollowingBox box, Cursor from, List<DownLine> lines) throws InterruptedException {
        snapshot(box, from, lines, true);
    }

    /// A snapshot for another reason.
    private static void notRestored(FollowingBox box, Cursor from, List<DownLine> lines) throws InterruptedException {
        snapshot(box, from, lines, false);
    }

    private static void snapshot(FollowingBox box, Cursor from, List<DownLine> lines, boolean restored)
            throws InterruptedException {
        var staging = box.target.staging();
        staging.begin(HUB, from, restored);
        var people = new ArrayList<PersonLine>();
        PolicyLine policy = null;
        for (DownLine line : lines) {
            if (line instanceof PersonLine one) people.add(one);
            if (line instanceof PolicyLine one) policy = one;
        }
        staging.keep(people, Long.MAX_VALUE, policy, true);
        staging.change(List.of(), from);
        assertThat(staging.swap(null, () -> false)).isNull();
    }

    private static StateHash hash(long id, long revision) {
        var hash = new StateHash();
        hash.add(id, revision);
        return hash;
    }

    @Test
    void aPersonWhoWasDeletedStaysAwayUntilAnOperatorGivesThemBack() throws Exception {
        try (var box = new FollowingBox(folder)) {
            box.target.apply(HUB, List.of(policy(11), ada(12)), new Cursor("e", 12));
            box.target.apply(HUB, List.of(new Gone(7, 15)), new Cursor("e", 15));
            snapshot(box, new Cursor("f", 12), List.of(policy(11), ada(12)));
            assertThat(box.cards()).isEmpty();
            assertThat(box.target.check()).isEqualTo(hash(7, 12).check()); // no snapshot follows for that
            assertThat(box.target.revision(7)).isEqualTo(12);
            var state = box.target.state();
            assertThat(state.revocations().people()).containsExactly(7L);
            assertThat(state.revocations().gone()).containsExactly(7L);
            assertThat(state.problem()).contains("restored from a backup", "1 person", "lintel hub restored");
            assertThat(box.told(EventKind.CONFIGURATION_CHANGED)
                            .getLast()
                            .draft()
                            .additional())
                    .containsEntry("action", "withheld");
        }
        try (var box = new FollowingBox(folder)) { // over a restart as well
            assertThat(box.target.cursor(HUB)).isEqualTo(new Cursor("f", 12));
            assertThat(box.target.state().revocations().people()).containsExactly(7L);
            box.target.apply(HUB, List.of(ada(16)), new Cursor("f", 16)); // edited, and nobody approved
            assertThat(box.cards()).isEmpty();
            assertThat(box.target.check()).isEqualTo(hash(7, 16).check());
            assertThat(box.target.state().revocations().highest()).isEqualTo(15);
            box.target.apply(HUB, List.of(given(17)), new Cursor("f", 17));
            assertThat(box.cards()).containsExactly("7:1001");
            assertThat(box.target.check()).isEqualTo(hash(7, 17).check());
            assertThat(box.target.state().revocations().isNothing()).isTrue();
            assertThat(box.target.state().problem()).isNull();
        }
    }

    @Test
    void aPersonWhoWasDeletedWhileASnapshotCameStaysAway() throws Exception {
        try (var box = new FollowingBox(folder)) {
            box.target.apply(HUB, List.of(policy(11), ada(12)), new Cursor("e", 12));
            snapshot(box, new Cursor("e", 20), List.of(policy(11)));
            assertThat(box.cards()).isEmpty();
            snapshot(box, new Cursor("f", 15), List.of(policy(11), ada(12)));
            assertThat(box.cards()).isEmpty();
        }
    }

    @Test
    void aCardThatWasTakenStaysTakenAndTheRestIsAsTheHubHasIt() throws Exception {
        try (var box = new FollowingBox(folder)) {
            box.target.apply(HUB, List.of(policy(11), ada(12), person(8, 13)), new Cursor("e", 13));
            box.target.apply(HUB, List.of(person(7, 15, ADA, List.of(), List.of(1L))), new Cursor("e", 15));
            snapshot(box, new Cursor("f", 13), List.of(policy(11), ada(12), person(8, 13)));
            assertThat(box.cards()).isEmpty();
            assertThat(box.one("SELECT count(*) FROM person WHERE deleted_at IS NULL"))
                    .isEqualTo("2");
            assertThat(box.target.state().revocations().people()).containsExactly(7L);
            assertThat(box.target.state().revocations().gone()).isEmpty();
            assertThat(rights(box)).containsExactly("{\"person\":7,\"credentials\":[70]}");
            var hash = hash(7, 12);
            hash.add(8, 13);
            assertThat(box.target.check()).isEqualTo(hash.check());
            box.target.apply(HUB, List.of(ada(20)), new Cursor("f", 20));
            assertThat(box.cards()).isEmpty();
            box.target.apply(HUB, List.of(given(21)), new Cursor("f", 21));
            assertThat(box.cards()).containsExactly("7:1001");
            box.target.apply(HUB, List.of(ada(22, 21)), new Cursor("f", 22)); // follows as before
            assertThat(box.target.state().revocations().isNothing()).isTrue();
        }
    }

    /// The hub knows of the deletion by another box.
    @Test
    void personWhomTheHubSendsAsDisabled_isNotReportedByABoxThatWasOffAtTheDeletion() throws Exception {
        try (var box = new FollowingBox(folder)) {
            box.target.apply(HUB, List.of(policy(11), ada(12)), new Cursor("e", 14));
            var disabled = new PersonLine(ada(20).row().disabled(), 20);
            snapshot(box, new Cursor("f", 20), List.of(policy(11), disabled));
            assertThat(box.one("SELECT enabled FROM person WHERE id = 7")).isEqualTo("0");
            assertThat(box.target.state().revocations().isNothing()).isTrue();
            box.target.apply(HUB, List.of(given(21)), new Cursor("f", 21));
            assertThat(box.one("SELECT enabled FROM person WHERE id = 7")).isEqualTo("1");
        }
    }

    private static List<String> rights(FollowingBox box) {
        return Objects.requireNonNull(box.target.state().revocations().rights()).stream()
                .map(RevokedRights::toJson)
                .toList();
    }

    @Test
    void rightsThatWereTakenAreReportedUntilTheHubGivesNoMore() throws Exception {
        try (var box = new FollowingBox(folder)) {
            box.target.apply(HUB, List.of(policy(11), ada(12), person(8, 13)), new Cursor("e", 13));
            box.target.apply(HUB, List.of(person(7, 15, ADA, List.of(), List.of())), new Cursor("e", 15));
            snapshot(box, new Cursor("f", 13), List.of(policy(11), ada(12), person(8, 13)));
        }
        try (var box = new FollowingBox(folder)) { // over a restart as well
            box.target.apply(HUB, List.of(person(9, 20)), new Cursor("f", 20));
            assertThat(rights(box)).containsExactly("{\"person\":7,\"credentials\":[70],\"groups\":[1]}");
            box.target.apply(HUB, List.of(person(7, 21, ADA, List.of(), List.of(1L))), new Cursor("f", 21));
            assertThat(rights(box)).containsExactly("{\"person\":7,\"groups\":[1]}");
            box.target.apply(HUB, List.of(person(7, 22, ADA, List.of(), List.of())), new Cursor("f", 22));
            assertThat(rights(box)).isEmpty();
        }
    }

    /// Before the first box was in contact the hub may have counted further than any box has been.
    @Test
    void aRestoredHubThatHasCountedFurtherGivesNothingBack() throws Exception {
        try (var box = new FollowingBox(folder)) {
            box.target.apply(HUB, List.of(policy(11), ada(12), person(8, 13)), new Cursor("e", 13));
            box.target.apply(HUB, List.of(new Gone(7, 15)), new Cursor("e", 15));
            assertThat(box.target.lastCursor(HUB)).isEqualTo(new Cursor("e", 15));
            var newcomer = person(9, 41, Map.of("first_name", "Bo", "last_name", "M"), List.of(), List.of(1L));
            snapshot(box, new Cursor("f", 42), List.of(policy(11), ada(40), person(8, 13), newcomer));
            assertThat(box.cards()).isEmpty();
            assertThat(box.one("SELECT group_concat(id) FROM person WHERE deleted_at IS NULL"))
                    .isEqualTo("8,9");
            assertThat(box.target.state().revocations().people()).containsExactly(7L);
            box.target.apply(HUB, List.of(given(43)), new Cursor("f", 43));
            assertThat(box.cards()).containsExactly("7:1001");
        }
    }

    @Test
    void personOutOfTheBoxesScopeForAWhile_staysRevoked() throws Exception {
        try (var box = new FollowingBox(folder)) {
            box.target.apply(HUB, List.of(policy(11), ada(12)), new Cursor("e", 12));
            box.target.apply(HUB, List.of(new Gone(7, 15)), new Cursor("e", 15));
            snapshot(box, new Cursor("f", 12), List.of(policy(11), ada(12)));
            box.target.apply(HUB, List.of(new Gone(7, 16)), new Cursor("f", 16));
            assertThat(box.target.state().revocations().isNothing()).isTrue();
            assertThat(box.target.check()).isEqualTo(new StateHash().check());
            box.target.apply(HUB, List.of(ada(17)), new Cursor("f", 17));
            assertThat(box.cards()).isEmpty();
            assertThat(box.target.state().revocations().people()).containsExactly(7L);
        }
    }

    /// The restored hub does not know the box any more, which joins anew.
    @Test
    void aBoxThatJoinsTheSameHubAgainRemembers() throws Exception {
        try (var box = new FollowingBox(folder)) {
            box.target.apply(HUB, List.of(policy(11), ada(12), person(8, 13)), new Cursor("e", 13));
            box.target.apply(HUB, List.of(person(7, 15, ADA, List.of(), List.of(1L))), new Cursor("e", 15));
            box.target.apply(HUB, List.of(new Gone(8, 16)), new Cursor("e", 16));
            var less = new PolicyLine(FollowingBox.SITE.replace("channels: [1]", "channels: []"), 17);
            box.target.apply(HUB, List.of(less), new Cursor("e", 17));
            box.joinAgain();
            assertThat(box.target.cursor(HUB)).isNull();
            assertThat(box.target.lastCursor(HUB)).isEqualTo(new Cursor("e", 17));
            snapshot(box, new Cursor("f", 30), List.of(policy(29), ada(27), person(8, 28)));
            assertThat(box.cards()).isEmpty();
            assertThat(box.one("SELECT group_concat(id) FROM person WHERE deleted_at IS NULL"))
                    .isEqualTo("7");
            assertThat(box.one("SELECT count(*) FROM role_channel")).isEqualTo("0");
            assertThat(box.target.state().revocations().people()).containsExactly(7L, 8L);
            assertThat(box.target.state().revocations().policy()).isTrue();
        }
    }

    /// As while a snapshot of another reason is under way.
    @Test
    void personWhoWasNarrowed_staysRevoked() throws Exception {
        try (var box = new FollowingBox(folder)) {
            PersonLine bare = person(7, 15, ADA, List.of(), List.of(1L));
            box.target.apply(HUB, List.of(policy(11), ada(12)), new Cursor("e", 12));
            box.target.apply(HUB, List.of(bare), new Cursor("e", 15));
            snapshot(box, new Cursor("f", 12), List.of(policy(11), ada(12)));
            PersonLine less = person(7, 20, ADA, ada(20).row().credentials(), List.of());
            box.target.narrow(HUB, List.of(less));
            box.target.apply(HUB, List.of(less), new Cursor("f", 20));
            box.target.apply(HUB, List.of(ada(21)), new Cursor("f", 21));
            assertThat(box.cards()).isEmpty();
            assertThat(box.target.state().revocations().people()).containsExactly(7L);
        }
    }

    /// The operator deleted them at the hub, and the box hears of it by a snapshot.
    @Test
    void personWhoIsDeletedAtTheHub_isReportedNoLonger() throws Exception {
        try (var box = new FollowingBox(folder)) {
            box.target.apply(HUB, List.of(policy(11), ada(12)), new Cursor("e", 12));
            box.target.apply(HUB, List.of(new Gone(7, 15)), new Cursor("e", 15));
            snapshot(box, new Cursor("f", 12), List.of(policy(11), ada(12)));
            snapshot(box, new Cursor("f", 20), List.of(policy(11)));
            assertThat(box.target.check()).isEqualTo(new StateHash().check());
            assertThat(box.target.state().revocations().isNothing()).isTrue();
            box.target.apply(HUB, List.of(ada(21)), new Cursor("f", 21));
            assertThat(box.cards()).isEmpty();
        }
    }

    /// The hub revoked no person: the box joined for its own doors, then again for all doors.
    @Test
    void whoWasOfNoConcernForAWhileComesBackAsTheyWere() throws Exception {
        try (var box = new FollowingBox(folder)) {
            box.target.apply(HUB, List.of(policy(11), ada(12), person(8, 13)), new Cursor("e", 13));
            box.joinAgain();
            notRestored(box, new Cursor("e", 30), List.of(policy(11), person(8, 13)));
            box.joinAgain();
            notRestored(box, new Cursor("e", 31), List.of(policy(11), ada(12), person(8, 13)));
            assertThat(box.cards()).containsExactly("7:1001");
            assertThat(box.target.state().revocations().isNothing()).isTrue();
        }
    }

    @Test
    void policyThatIsNotTaken_staysSoAfterTheBoxJoinedAgain() throws Exception {
        try (var box = new FollowingBox(folder)) {
            var less = new PolicyLine(FollowingBox.SITE.replace("channels: [1]", "channels: []"), 15);
            box.target.apply(HUB, List.of(policy(11)), new Cursor("e", 12));
            box.target.apply(HUB, List.of(less), new Cursor("e", 15));
            snapshot(box, new Cursor("f", 12), List.of(policy(11)));
            box.joinAgain();
            notRestored(box, new Cursor("f", 30), List.of(policy(29)));
            assertThat(box.one("SELECT count(*) FROM role_channel")).isEqualTo("0");
            assertThat(box.target.state().revocations().policy()).isTrue();
        }
    }

    @Test
    void anUrgentRevocationIsRememberedAsWell() throws Exception {
        try (var box = new FollowingBox(folder)) {
            box.target.apply(HUB, List.of(policy(11), ada(12)), new Cursor("e", 12));
            box.target.narrow(HUB, List.of(person(7, 15, ADA, List.of(), List.of(1L))));
            assertThat(box.cards()).isEmpty();
            snapshot(box, new Cursor("f", 12), List.of(policy(11), ada(12)));
            assertThat(box.cards()).isEmpty();
        }
    }

    @Test
    void whatTheBackupTakesAwayIsTakenAtOnce() throws Exception {
        try (var box = new FollowingBox(folder)) {
            box.target.apply(HUB, List.of(policy(11), ada(15), person(8, 16)), new Cursor("e", 16));
            PersonLine before = person(7, 12, ADA, List.of(), List.of(1L));
            snapshot(box, new Cursor("f", 13), List.of(policy(11), before));
            assertThat(box.cards()).isEmpty();
            assertThat(box.one("SELECT count(*) FROM person WHERE deleted_at IS NULL"))
                    .isEqualTo("1");
            assertThat(box.target.state().revocations().isNothing()).isTrue();
        }
    }

    @Test
    void anOlderPolicyIsNotTaken() throws Exception {
        try (var box = new FollowingBox(folder)) {
            box.target.apply(HUB, List.of(policy(11), ada(12)), new Cursor("e", 12));
            var less = new PolicyLine(FollowingBox.SITE.replace("channels: [1]", "channels: []"), 15);
            box.target.apply(HUB, List.of(less), new Cursor("e", 15));
            snapshot(box, new Cursor("f", 12), List.of(policy(11), ada(12)));
            assertThat(box.one("SELECT count(*) FROM role_channel")).isEqualTo("0");
            assertThat(box.target.state().revocations().policy()).isTrue();
            assertThat(box.target.state().problem()).contains("its policy is older");
            box.target.apply(HUB, List.of(policy(20)), new Cursor("f", 20)); // edited, and nobody approved
            assertThat(box.one("SELECT count(*) FROM role_channel")).isEqualTo("0");
            assertThat(box.target.state().revocations().highest()).isGreaterThanOrEqualTo(15);
            var given = new PolicyLine(FollowingBox.SITE, 21, 21);
            box.target.apply(HUB, List.of(given), new Cursor("f", 21));
            assertThat(box.one("SELECT count(*) FROM role_channel")).isEqualTo("2");
            assertThat(box.target.state().revocations().isNothing()).isTrue();
        }
    }
}
