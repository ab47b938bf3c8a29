package dev.lintel.controller.console;

import static dev.lintel.controller.console.BoxesPagesTest.text;
import static dev.lintel.controller.console.Visitor.location;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.hub.TestBoxClient;
import dev.lintel.controller.hub.TestBoxClient.TestLink;
import dev.lintel.controller.time.HandTime;
import dev.lintel.sync.wire.LinkMessage.Dismissed;
import dev.lintel.sync.wire.LinkMessage.NewKey;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Two boxes with one identity on the page of the boxes.
class BoxCopiesPagesTest {
    @TempDir
    Path folder;

    @Test
    void operatorKeepsOneOfTwoBoxes() throws Exception {
        try (var box = new BoxRig(folder, new HandTime("2026-11-22T10:00:00Z"));
                var olga = new Visitor(box.rig)) {
            olga.signIn(Rig.EMAIL, Rig.PASSWORD);
            TestBoxClient gate = box.joinAs("Gate");
            TestLink before = gate.link("aaaa-1");
            assertThat(before.greet().notice()).isNull();
            TestLink other = gate.link("bbbb-2");
            assertThat(other.greet().notice()).as("it was restarted").isNull();
            assertThat(text(olga.get("/boxes"))).doesNotContain("Two boxes");
            TestLink returned = gate.link("aaaa-1");
            assertThat(returned.greet().notice()).contains("same identity", "lintel hub keep Gate");
            assertThat(text(olga.get("/boxes"))).contains("Two boxes have this identity", "aaaa-1 from 127.0.0.1");
            assertThat(text(olga.get("/boxes/keep?name=Gate&run=aaaa-1"))).contains("Keep the box aaaa-1 as Gate?");
            assertThat(text(olga.post("/boxes/keep", "name", "Gate", "run", "cccc")))
                    .contains("No box of the identity Gate");
            assertThat(location(olga.post("/boxes/keep", "name", "Gate", "run", "aaaa-1")))
                    .isEqualTo("/boxes?done=kept");
            assertThat(returned.hears()).isEqualTo(new NewKey());
            assertThat(other.hears()).isInstanceOf(Dismissed.class);
        }
    }
}
