package dev.lintel.controller.sync;

import static dev.lintel.controller.sync.FollowingBox.HUB;
import static dev.lintel.controller.sync.FollowingBox.person;
import static dev.lintel.controller.sync.FollowingBox.pictured;
import static dev.lintel.controller.sync.FollowingBox.policy;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.people.ImageShelf;
import dev.lintel.sync.wire.Cursor;
import dev.lintel.sync.wire.DownLine;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HubImagesTest {
    private static final byte[] JPEG = {(byte) 0xFF, (byte) 0xD8, 1};

    @TempDir
    Path folder;

    @Test
    void picturesAreFetchedBehindAllElseAndTriedAgain() {
        try (var box = new FollowingBox(folder)) {
            var line = new FakeUpline();
            var shelf = new ImageShelf(box.folder);
            var images = new HubImages(box.database, shelf, line, box.time);
            var people = List.<DownLine>of(
                    policy(11),
                    pictured(person(7, 12), "aa11", 12),
                    pictured(person(8, 13), "bb22", 13),
                    pictured(person(9, 14), "../../evil", 14));
            box.target.apply(HUB, people, new Cursor("e", 14));
            line.images.put("bb22", JPEG);
            line.images.put("+bb22", JPEG);
            images.step();
            assertThat(box.all("SELECT person_id FROM person_image")).containsExactly("8");
            assertThat(shelf.read("bb22", true)).isNotNull();
            assertThat(box.all("SELECT name FROM image_synced")).containsExactly("aa11"); // the third is no name
            line.images.put("aa11", JPEG);
            line.images.put("+aa11", new byte[] {1, 2, 3});
            images.step(); // not yet
            assertThat(box.one("SELECT attempts FROM image_synced")).isEqualTo("1");
            box.time.advance(Duration.ofSeconds(31));
            images.step();
            assertThat(box.one("SELECT attempts FROM image_synced")).isEqualTo("2"); // no picture
            line.images.put("+aa11", JPEG);
            box.time.advance(Duration.ofSeconds(61));
            images.step();
            assertThat(box.all("SELECT shown FROM person_image ORDER BY person_id"))
                    .containsExactly("aa11", "bb22");
            assertThat(box.one("SELECT count(*) FROM image_synced")).isEqualTo("0");
        }
    }
}
