package dev.lintel.controller.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.system.MachineState.Image;
import dev.lintel.controller.system.SystemRequest.Install;
import dev.lintel.controller.system.SystemRequest.Rollback;
import dev.lintel.controller.time.HandTime;
import dev.lintel.controller.update.Installer;
import dev.lintel.controller.update.Newest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A box that had 5 and has gone back to 3: the page refuses 4 in root's own words, before it is asked for.
class GoneBackTest {
    private static final String REFUSAL = "is older than Lintel 0.5, which this box has gone back from";

    @TempDir
    Path temp;

    private final HandTime time = new HandTime("2026-11-24T00:00:00Z");
    private MachineRig rig;

    @BeforeEach
    void begin() throws IOException {
        rig = new MachineRig(temp.resolve("machine"), temp.resolve("data"), time);
        rig.works().serve(); // at the start of the machine
    }

    private Answer served(SystemRequest request) {
        rig.desk().ask(request);
        rig.works().serve();
        return Objects.requireNonNull(rig.desk().answer());
    }

    private Image image() {
        return Objects.requireNonNull(Objects.requireNonNull(rig.desk().state()).image());
    }

    private @Nullable String refusal(SystemDesk desk) {
        return Objects.requireNonNull(desk.look()).refusal();
    }

    private void startedAndKept(long release) throws IOException {
        assertThat(rig.board.start()).isEqualTo(release);
        new Installer(rig.folders.root(), time, _ -> {}).keep();
        rig.works().serve();
    }

    private void goneBackFromFiveToThree() throws IOException {
        for (long release : new long[] {3, 5}) {
            rig.upload(rig.bundles.signed(release));
            served(new Install(release, true));
            startedAndKept(release);
        }
        served(new Rollback());
        startedAndKept(3);
    }

    @Test
    void thePageSaysWhatRootWouldSay() throws IOException {
        assertThat(image().newest()).as("no update has passed its test yet").isNull();
        goneBackFromFiveToThree();
        assertThat(image().release()).isEqualTo(3);
        assertThat(image().newest()).isEqualTo(new Newest("0.5", 5));
        rig.upload(rig.bundles.signed(4));
        assertThat(refusal(rig.desk())).contains(REFUSAL);
        assertThat(served(new Install(4, true)).text()).contains(REFUSAL);
        for (long release : new long[] {5, 6}) {
            rig.upload(rig.bundles.signed(release));
            assertThat(refusal(rig.desk())).isNull();
        }
    }

    /// A look is kept for as long as nothing that it goes by has changed.
    @Test
    void aLookOfBeforeDoesNotCountOnceANewerVersionIsKnown() throws IOException {
        SystemDesk desk = rig.desk();
        rig.upload(rig.bundles.signed(4));
        assertThat(refusal(desk)).isNull();
        Files.writeString(
                Files.createDirectories(rig.folders.root().resolve("var/lib/lintel-os/update"))
                        .resolve("newest.json"),
                "{\"format\": 1, \"version\": \"0.5\", \"release\": 5}");
        rig.works().tell();
        assertThat(refusal(desk)).contains(REFUSAL);
    }

    /// Until root's side of this version has run once.
    @Test
    void aStateThatTheVersionBeforeWroteIsRead() throws IOException {
        goneBackFromFiveToThree();
        Path file = rig.folders.published().resolve("state.json");
        String text = Files.readString(file);
        String before = text.replaceFirst("\"newest\": ?\\{[^}]*}, ?", "");
        assertThat(before).isNotEqualTo(text).doesNotContain("newest");
        Files.writeString(file, before);
        assertThat(image().newest()).isNull();
        assertThat(image().release()).isEqualTo(3);
        rig.upload(rig.bundles.signed(4));
        assertThat(refusal(rig.desk())).isNull();
        assertThat(served(new Install(4, true)).text()).contains(REFUSAL);
    }
}
