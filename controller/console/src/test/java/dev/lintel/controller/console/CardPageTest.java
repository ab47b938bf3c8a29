package dev.lintel.controller.console;

import static dev.lintel.controller.console.BoxesPagesTest.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.time.HandTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a card was given and was refused, on the page that whoever sets the box up looks at.
class CardPageTest {
    @TempDir
    Path folder;

    private Rig rig;
    private Visitor olga;

    @BeforeEach
    void start() throws Exception {
        rig = new Rig(folder.resolve("data"), new HandTime("2026-11-22T10:00:00Z"), false);
        rig.administrators.createFirst(Rig.EMAIL, Rig.PASSWORD);
        olga = new Visitor(rig);
        olga.signIn(Rig.EMAIL, Rig.PASSWORD);
    }

    @AfterEach
    void stop() {
        olga.close();
        rig.close();
    }

    private void refused(String lines) throws IOException {
        Path file = rig.machine.root().resolve("var/lib/lintel-os/refused");
        Files.createDirectories(file.getParent());
        Files.writeString(file, lines);
    }

    @Test
    void whyIsSaidUntilSomebodyHasDecidedOtherwise() throws Exception {
        assertThat(text(olga.get("/commission"))).doesNotContain("the card was given");
        refused("join: the hub says: the <b>code</b> is over\nsite.yaml: line 1: roles must be a list\n");
        var page = olga.get("/commission");
        assertThat(page.body()).contains("the &lt;b&gt;code&lt;/b&gt; is over");
        assertThat(text(page))
                .contains(
                        "Not all that the card was given was taken",
                        "is over; join by hand below.",
                        "The card's site was refused: line 1: roles must be a list; set names");
        olga.post("/commission/alone");
        assertThat(text(olga.get("/commission")))
                .doesNotContain("The card's join")
                .contains("The card's site was refused");
    }
}
