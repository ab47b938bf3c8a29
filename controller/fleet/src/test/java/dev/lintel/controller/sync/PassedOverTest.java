package dev.lintel.controller.sync;

import static dev.lintel.controller.sync.FollowingBox.HUB;
import static dev.lintel.controller.sync.FollowingBox.person;
import static dev.lintel.controller.sync.FollowingBox.policy;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.fleet.FollowStore;
import dev.lintel.controller.store.PersonStore;
import dev.lintel.sync.Progress;
import dev.lintel.sync.SyncTarget.Staged;
import dev.lintel.sync.wire.Cursor;
import dev.lintel.sync.wire.DownLine.PersonLine;
import dev.lintel.sync.wire.DownLine.PolicyLine;
import dev.lintel.sync.wire.PersonRow;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A box that is older than its hub passes over what it does not know, says so, and has it once it is updated.
class PassedOverTest {
    private static final Cursor FROM = new Cursor("e", 50);
    private static final Cursor TO = new Cursor("e", 60);

    @TempDir
    Path folder;

    private FollowingBox box(String version) {
        return new FollowingBox(folder, version);
    }

    private static List<PersonLine> people(long last) {
        return LongStream.rangeClosed(1, last).mapToObj(id -> person(id, id)).toList();
    }

    private static void stage(FollowingBox box, long people) {
        var staging = box.target.staging();
        staging.begin(HUB, FROM, false);
        staging.keep(people(people), people, policy(49), true);
        staging.change(List.of(), TO);
    }

    private static long told(FollowingBox box) throws InterruptedException {
        return box.told(EventKind.CONFIGURATION_CHANGED).stream()
                .filter(event -> "passed over".equals(event.draft().additional().get("action")))
                .count();
    }

    @Test
    void whatAPersonMayBeCalledIsWhatThereAreColumnsFor() {
        assertThat(PersonRow.TEXTS).containsExactlyInAnyOrderElementsOf(PersonStore.TEXTS);
    }

    @Test
    void anUpdatedBoxBeginsAnewWhereItPassedSomethingOver() throws InterruptedException {
        try (var box = box("1.0")) {
            assertThat(box.target.cursor(HUB)).isNull();
            box.target.progress(new Progress.Skipped("person.shoes"));
            box.target.apply(HUB, List.of(policy(11), person(7, 12)), new Cursor("e", 12));
            assertThat(box.target.cursor(HUB)).isEqualTo(new Cursor("e", 12));
            assertThat(box.reports.notice()).contains("person.shoes", "Lintel 1.0");
            assertThat(told(box)).isOne();
        }
        try (var box = box("1.0")) { // a start of the same version
            assertThat(box.target.cursor(HUB)).isEqualTo(new Cursor("e", 12));
            assertThat(box.reports.notice()).contains("person.shoes");
            box.target.progress(new Progress.Skipped("person.shoes"));
            box.target.apply(HUB, List.of(person(8, 13)), new Cursor("e", 13));
            assertThat(told(box)).as("once").isOne();
        }
        for (int start = 0; start < 2; start++) { // the update, and a start before it has all
            try (var box = box("1.1")) {
                assertThat(box.target.cursor(HUB)).isNull();
                box.target.apply(HUB, List.of(person(9, 14)), null); // urgent
                assertThat(box.target.cursor(HUB)).isNull();
                assertThat(box.reports.notice()).isNull();
            }
        }
        try (var box = box("1.1")) {
            stage(box, 9);
            assertThat(box.target.staging().swap(null, () -> false)).isNull();
            assertThat(box.target.cursor(HUB)).isEqualTo(TO);
        }
        try (var box = box("1.2")) { // nothing was passed over since
            assertThat(box.target.cursor(HUB)).isEqualTo(TO);
        }
    }

    @Test
    void aBoxThatKnewAllGoesOnAfterItsUpdate() {
        try (var box = box("1.0")) {
            box.target.apply(HUB, List.of(policy(11), person(7, 12)), new Cursor("e", 12));
        }
        try (var box = box("1.1")) {
            assertThat(box.target.cursor(HUB)).isEqualTo(new Cursor("e", 12));
        }
    }

    @Test
    void keysOfThePolicyAreToldOfWithoutTheirPlacesUntilThePolicyHasThemNoMore() throws InterruptedException {
        String newer = FollowingBox.SITE.replace("name: Front", "name: Front\n    colour: [blue, 3]");
        try (var box = box("1.0")) {
            assertThat(box.target.cursor(HUB)).isNull();
            box.target.apply(HUB, List.of(new PolicyLine(newer, 11), person(7, 12)), new Cursor("e", 12));
            assertThat(box.reports.notice()).contains("site.yaml: channels[].colour");
            assertThat(box.reports.problem()).isNull();
            assertThat(told(box)).isOne();
        }
        try (var box = box("1.1")) {
            assertThat(box.target.cursor(HUB)).isNull();
        }
        try (var box = box("1.0")) { // back again
            assertThat(box.target.cursor(HUB)).isNotNull();
            box.target.apply(HUB, List.of(policy(13)), new Cursor("e", 13));
            assertThat(box.reports.notice()).isNull();
        }
        try (var box = box("1.1")) {
            assertThat(box.target.cursor(HUB)).isEqualTo(new Cursor("e", 13));
        }
    }

    @Test
    void whatAnOlderVersionPutTogetherIsPutTogetherAnew() {
        try (var box = box("1.0")) {
            stage(box, 9);
        }
        try (var box = box("1.1")) {
            assertThat(box.target.staging().standing(HUB)).isNull();
        }
        try (var box = box("1.0")) {
            assertThat(box.target.staging().standing(HUB)).isNotNull();
        }
    }

    /// It is held back for days, say: what was not known of its lines is not in them any more.
    @Test
    void whatWasPassedOverOfASnapshotIsRememberedThroughAStartInBetween() throws InterruptedException {
        for (String keeps : List.of("keep", "change")) {
            try (var box = box("1.0")) {
                box.database.write(sql -> {
                    FollowStore.end(sql);
                    return true;
                });
                var staging = box.target.staging();
                staging.begin(HUB, FROM, false);
                if (keeps.equals("keep")) box.target.progress(new Progress.Skipped("person.shoes"));
                staging.keep(people(9), 9, policy(49), true);
                if (keeps.equals("change")) box.target.progress(new Progress.Skipped("person.shoes"));
                staging.change(List.of(), TO);
            }
            try (var box = box("1.0")) {
                assertThat(box.target.cursor(HUB)).isNull();
                assertThat(box.target.staging().standing(HUB)).isNotNull();
                assertThat(box.reports.notice()).contains("person.shoes");
                assertThat(box.target.staging().swap(null, () -> false)).isNull();
                assertThat(box.target.cursor(HUB)).isEqualTo(TO);
            }
            try (var box = box("1.1")) {
                assertThat(box.target.cursor(HUB)).as(keeps).isNull();
            }
        }
    }

    /// Part of it stands already: it comes to its end, and then all of it is fetched anew.
    @Test
    void whatAnOlderVersionWasMakingStandStandsAndAllIsFetchedAnew() throws InterruptedException {
        int count = Swap.TOGETHER_MAX + 2_500;
        try (var box = box("1.0")) {
            box.target.apply(HUB, List.of(policy(11), person(1, 12)), new Cursor("e", 12));
            stage(box, count);
            try {
                box.target.staging().swap(null, () -> box.target.check().count() > 1);
            } catch (InterruptedException _) {
                // stopped after the first step
            }
            assertThat(box.target.check().count()).isBetween(2L, count - 1L);
        }
        try (var box = box("1.1")) {
            assertThat(box.target.staging().standing(HUB)).isEqualTo(new Staged(TO, count, true, true));
            assertThat(box.target.staging().swap(null, () -> false)).isNull();
            assertThat(box.target.check().count()).isEqualTo(count);
            assertThat(box.target.cursor(HUB)).isNull();
        }
    }
}
