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
import dev.lintel.sync.wire.StateHash;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A box whose hub was restored from a backup: what the hub had taken away since stays away.
class RestoredHubTest {
    private static final Map<String, String> ADA = Map.of("first_name", "Ada", "last_name", "L");

    @TempDir
    Path folder;

    private static PersonLine ada(long revision) {
        var card = new CredentialRow(70, FollowingBox.CARD, "1001", 1001L, null, "active", new Stamps(0, 0));
        return person(7, revision, ADA, List.of(card), List.of(1L));
    }

    /// The snapshot that a box takes of a hub that does not know its cursor.
    private static void snapshot(FollowingBox box, Cursor from, List<DownLine> lines) throws InterruptedException {
        var staging = box.target.staging();
        staging.begin(HUB, from);
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
    void aPersonWhoWasDeletedStaysAwayUntilTheHubTellsSomethingNewer() throws Exception {
        try (var box = new FollowingBox(folder)) {
            box.target.apply(HUB, List.of(policy(11), ada(12)), new Cursor("e", 12));
            box.target.apply(HUB, List.of(new Gone(7, 15)), new Cursor("e", 15));
            snapshot(box, new Cursor("f", 12), List.of(policy(11), ada(12)));
            assertThat(box.cards()).isEmpty();
            assertThat(box.target.check()).isEqualTo(hash(7, 12).check()); // no snapshot follows for that
            assertThat(box.target.revision(7)).isEqualTo(12);
            var state = box.target.state();
            assertThat(state.withheld().people()).containsExactly(7L);
            assertThat(state.problem()).contains("restored from a backup", "1 person", "lintel hub restored");
            assertThat(box.told(EventKind.CONFIGURATION_CHANGED)
                            .getLast()
                            .draft()
                            .additional())
                    .containsEntry("action", "withheld");
        }
        try (var box = new FollowingBox(folder)) { // over a restart as well
            assertThat(box.target.cursor(HUB)).isEqualTo(new Cursor("f", 12));
            assertThat(box.target.state().withheld().people()).containsExactly(7L);
            box.target.apply(HUB, List.of(ada(16)), new Cursor("f", 16)); // an operator gives it back
            assertThat(box.cards()).containsExactly("7:1001");
            assertThat(box.target.check()).isEqualTo(hash(7, 16).check());
            assertThat(box.target.state().withheld().isNothing()).isTrue();
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
            assertThat(box.target.state().withheld().people()).containsExactly(7L);
            var hash = hash(7, 12);
            hash.add(8, 13);
            assertThat(box.target.check()).isEqualTo(hash.check());
            box.target.apply(HUB, List.of(ada(20)), new Cursor("f", 20));
            assertThat(box.cards()).containsExactly("7:1001");
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
            assertThat(box.target.state().withheld().isNothing()).isTrue();
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
            assertThat(box.target.state().withheld().policy()).isTrue();
            assertThat(box.target.state().problem()).contains("its policy is older");
            box.target.apply(HUB, List.of(policy(20)), new Cursor("f", 20));
            assertThat(box.one("SELECT count(*) FROM role_channel")).isEqualTo("2");
            assertThat(box.target.state().withheld().isNothing()).isTrue();
        }
    }
}
