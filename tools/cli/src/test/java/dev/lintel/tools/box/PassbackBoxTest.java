package dev.lintel.tools.box;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.tools.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Hard passback on a running box, and an operator who forgives it.
class PassbackBoxTest {
    @TempDir
    Path folder;

    private static void presents(Box box, String decision) {
        CommandRun present = box.lintel("present --channel 1 --card 1001 --json");
        assertThat(present.exit()).as(present.err()).isZero();
        assertThat(present.json()).containsEntry("decision", decision);
    }

    /// Through the door that has just been released.
    private static void passes(Box box) {
        presents(box, "admitted");
        for (String contact : new String[] {"open", "closed"}) {
            CommandRun moved = box.lintel("sim --channel 1 --contact " + contact);
            assertThat(moved.exit()).as(moved.err()).isZero();
        }
    }

    @Test
    void whoIsKeptOutMayEnterAgainOnceForgiven() throws IOException {
        try (Box box = Box.start(folder.resolve("data"))) {
            String site = box.lintel("site export").out();
            String hard = site.replaceFirst("(?m)^( +)kind: door\n", "$0$1passback: {from: out, to: in, mode: hard}\n");
            assertThat(hard).as(site).isNotEqualTo(site);
            CommandRun applied = box.lintel("site apply " + Files.writeString(folder.resolve("site.yaml"), hard));
            assertThat(applied.exit()).as(applied.out() + applied.err()).isZero();
            BoxApi api = box.api();
            passes(box);
            presents(box, "rejected");
            var refused = api.events("n=1&event_code=28").getFirst();
            Object ada = refused.get("person_id");

            CommandRun forgiven = box.lintel("passback forgive --person " + ada);
            assertThat(forgiven.out()).isEqualTo("Ada Demo (person " + ada + ") is forgiven: was in in\n");
            assertThat(forgiven.exit()).isZero();
            passes(box);
            presents(box, "rejected");
            assertThat(box.lintel("passback forgive --all --json").json()).containsEntry("people", 1L);
            presents(box, "admitted");
            assertThat(String.valueOf(api.events("event_code=350&n=2&form=extended")))
                    .contains("what=people")
                    .contains("what=person", "id=" + ada, "by=command line");
        }
    }

    @Test
    void whomToForgiveIsSaidInOneWay() {
        try (Box box = Box.start(folder.resolve("data"))) {
            CommandRun nobody = box.lintel("passback forgive --person 999");
            assertThat(nobody.exit()).isEqualTo(1);
            assertThat(nobody.err()).contains("there is no person 999");
            CommandRun both = box.lintel("passback forgive --person 1 --all");
            assertThat(both.exit()).isEqualTo(2);
            assertThat(both.err()).contains("mutually exclusive");
            assertThat(box.lintel("passback forgive").exit()).isEqualTo(2);
        }
    }
}
