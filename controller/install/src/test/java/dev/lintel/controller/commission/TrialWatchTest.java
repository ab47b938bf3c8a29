package dev.lintel.controller.commission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.door.DoorView;
import dev.lintel.controller.door.DoorViews;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.EventStore;
import dev.lintel.controller.store.TestDatabase;
import dev.lintel.controller.time.MovedTime;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A door's contact while pages come and go: what it reads is `true` where the leaf is open, as far as the box sees.
class TrialWatchTest {
    private static final String BY = "ines@example.com";
    private static final int UNIT = 1;

    @TempDir
    Path temporary;

    private final MovedTime time = new MovedTime();
    private final OneDoor doors = new OneDoor();
    private DataFolder folder;
    private Database database;
    private CommissionRig rig;
    private TrialWatch watch;

    @BeforeEach
    void open() {
        folder = DataFolder.open(temporary.resolve("data"));
        database = TestDatabase.open(folder, time);
        rig = CommissionRig.begun(folder.path(), database, time);
        watch = watch();
    }

    @AfterEach
    void close() {
        database.close();
        folder.close();
    }

    private TrialWatch watch() {
        return new TrialWatch(
                rig.commissioning(), doors, rig.wires().inputs(), database.events(), new EventStore(database));
    }

    private void restart() {
        rig.restart();
        watch = watch();
    }

    /// A door whose leaf is moved by hand.
    private static final class OneDoor implements DoorViews {
        private boolean leafOpen;

        @Override
        public List<DoorView> all() {
            return List.of(view());
        }

        @Override
        public DoorView of(long channelId) {
            return view();
        }

        private DoorView view() {
            return new DoorView(1, UNIT, leafOpen ? "open" : "secure", "normal", false, leafOpen, Map.of());
        }

        @Override
        public long revision() {
            return 0;
        }

        @Override
        public long awaitChange(long revision, long timeoutMs) {
            return 0;
        }
    }

    /// A page that is there for some looks, at each of which the leaf is so; meanwhile something else may happen.
    private String tries(boolean... leafOpen) throws InterruptedException {
        return tries(() -> {}, leafOpen);
    }

    private String tries(Step meanwhile, boolean... leafOpen) throws InterruptedException {
        var page = new Page(leafOpen, meanwhile);
        watch.run(UNIT, BY, page);
        return page.contact;
    }

    @FunctionalInterface
    private interface Step {
        void run() throws InterruptedException;
    }

    private final class Page implements TrialWatch.Watcher {
        private final Deque<Boolean> leaf = new ArrayDeque<>();
        private final Step meanwhile;
        private int looks;
        private String contact = "";

        Page(boolean[] leafOpen, Step meanwhile) {
            for (boolean open : leafOpen) leaf.add(open);
            this.meanwhile = meanwhile;
        }

        @Override
        public void see(Map<String, @Nullable Object> picture) {
            for (Object each : (List<?>) Objects.requireNonNull(picture.get("tests"))) {
                Map<?, ?> test = (Map<?, ?>) each;
                if ("contact".equals(test.get("test"))) contact = String.valueOf(test.get("state"));
            }
        }

        @Override
        public boolean goesOn() throws InterruptedException {
            if (looks++ == 1) meanwhile.run();
            Boolean next = leaf.poll();
            if (next != null) doors.leafOpen = next;
            return next != null;
        }
    }

    @Test
    void aLeafThatIsOpenedAndShutIsSeen() throws Exception {
        assertThat(tries(false)).isEqualTo("open");
        assertThat(tries(false, true)).isEqualTo("half");
        assertThat(tries(false, true, false)).isEqualTo("passed");
    }

    /// Of the other kind: it reads open while the leaf is shut, and closed while somebody stands in the door.
    @Test
    void aContactOfTheOtherKindIsAskedAboutAndPassesOnNoPage() throws Exception {
        assertThat(tries(true, false, true, false, true)).isEqualTo("doubted");
        assertThat(tries(false, true, false)).as("loaded anew in the open door").isEqualTo("doubted");
        restart();
        assertThat(tries(false, true, false)).as("and after a restart").isEqualTo("doubted");
        doors.leafOpen = true;
        assertThatThrownBy(() -> watch.atRest(UNIT, Set.of(DoorTest.CONTACT)))
                .isInstanceOf(CommissionException.class)
                .hasMessageContaining("does not see it at rest: contact");
        assertThat(tries(true)).isEqualTo("doubted");
    }

    @Test
    void whatIsAtRestByWhoIsThereCountsOnThePageThatIsOpen() throws Exception {
        Step shut = () -> {
            doors.leafOpen = false;
            watch.atRest(UNIT, Set.of(DoorTest.CONTACT));
        };
        assertThat(tries(shut, true, false, true, false)).isEqualTo("passed");
    }

    /// What else is not at rest, or never was in doubt, is nobody's question then.
    @Test
    void onlyWhatIsInDoubtIsAskedFor() throws Exception {
        tries(true);
        rig.commissioning().say(UNIT, DoorTest.CONTACT, TestSheet.State.LEFT_OUT, "comes next week", BY);
        watch.atRest(UNIT, Set.of(DoorTest.values()));
    }

    @Test
    void aPageThatIsLoadedAnewInTheOpenDoorGoesOnWithItsTest() throws Exception {
        assertThat(tries(false, true)).isEqualTo("half");
        time.pass(Doubts.SOON.dividedBy(2));
        assertThat(tries(true, false)).isEqualTo("passed");
    }

    @Test
    void aPageOfALaterDayBeginsAnew() throws Exception {
        assertThat(tries(false, true)).isEqualTo("half");
        time.pass(Doubts.SOON);
        assertThat(tries(true, false)).isEqualTo("doubted");
    }

    /// It was opened while the leaf stood open, of which the box knew nothing.
    @Test
    void aPageThatIsOpenSinceTheMorningBeginsNoTestOfNow() throws Exception {
        Step atTheDoor = () -> {
            time.pass(Doubts.LONG);
            watch.run(UNIT, BY, new Page(new boolean[] {true, false}, () -> {}));
        };
        assertThat(tries(atTheDoor, false, true, false)).isEqualTo("doubted");
    }

    @Test
    void whoLooksOnFromElsewhereIsPartOfTheTrial() throws Exception {
        Step another = () -> watch.run(UNIT, "olga@example.com", new Page(new boolean[] {true}, () -> {}));
        assertThat(tries(another, false, true, false)).isEqualTo("passed");
    }
}
