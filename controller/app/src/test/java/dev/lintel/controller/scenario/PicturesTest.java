package dev.lintel.controller.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.api.ApiClient;
import dev.lintel.controller.fleet.ImagesIn;
import dev.lintel.controller.people.TestImages;
import dev.lintel.controller.time.Await;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// People's pictures on their way from a hub to a box that follows it.
class PicturesTest {
    private static final String PERSON = "/api/3/people/7";
    /// As large as a hub makes them.
    private static final int SIDE = 600;
    /// What a cut leaves of a picture of some 250 kB. Before the first of it has come through TLS, the JDK's
    /// client asks once more by itself, and nothing is seen of the cut.
    private static final int CUT_MIN = 80_000;

    private static final int CUT_MAX = 230_000;
    private static final int CUT_STEP = 20_011;

    @TempDir
    Path folder;

    private int made;

    /// Grain, which a JPEG keeps most of: another one each time.
    private void give(ApiClient hub) {
        var dice = new Random(++made);
        var image = new BufferedImage(SIDE, SIDE, BufferedImage.TYPE_INT_RGB);
        for (int y = 0; y < SIDE; y++) {
            for (int x = 0; x < SIDE; x++) image.setRGB(x, y, dice.nextInt(1 << 24));
        }
        String text = Base64.getEncoder().encodeToString(TestImages.jpeg(image, false));
        taken(hub.put(PERSON, "{\"image_base64\":\"" + text + "\"}"));
    }

    private static void taken(ApiClient.Answer answer) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    }

    private static List<String> shown(SyncPair pair) {
        return Tables.atBox(pair.box, pair.hub).pictures();
    }

    private static long wanted(SyncPair pair) {
        return pair.box.database().read(ImagesIn::count);
    }

    private static boolean failed(SyncPair pair) {
        return pair.box
                .database()
                .read(sql -> sql.get("SELECT count(*) FROM image_synced WHERE attempts > 0", row -> row.number(1) > 0));
    }

    private static List<String> files(SyncPair pair) {
        try (var files = Files.list(pair.box.data.resolve("images"))) {
            return files.filter(Files::isRegularFile)
                    .map(file -> file.getFileName().toString())
                    .toList();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    void aPictureThatIsGivenReplacedAndRemovedAtTheHubIsSoAtTheBox() {
        try (var pair = SyncPair.joined(folder)) {
            var hub = pair.hub.client();
            var box = pair.box.client();
            assertThat(box.get(PERSON + "/image").status()).isEqualTo(404);
            give(hub);
            Await.until("the box shows it", () -> box.get(PERSON + "/image").status() == 200);
            pair.agree();
            List<String> first = shown(pair);
            assertThat(first).hasSize(1).noneMatch(picture -> picture.contains("no file"));

            give(hub);
            Await.until("the box shows another", () -> {
                assertThat(shown(pair)).as("the one of before until then").hasSize(1);
                return !shown(pair).equals(first);
            });
            pair.agree();
            assertThat(shown(pair)).hasSize(1).doesNotContainAnyElementsOf(first);

            taken(hub.put(PERSON, "{\"image_remote_url\":\"\"}"));
            Await.until("the box shows none", () -> box.get(PERSON + "/image").status() == 404);
            pair.agree();
            assertThat(shown(pair)).isEmpty();
            pair.box.stop();
            pair.startBox(); // files are removed at a start, and by and by
            Await.until("no file is left", () -> files(pair).isEmpty());
        }
    }

    /// Until it is here whole, the one of before is shown.
    @Test
    void aLineThatIsCutInTheMiddleOfAPictureLeavesNoHalfOfIt() {
        try (var pair = SyncPair.joined(folder)) {
            pair.proxy.link().spared = true; // it tells of the picture, and nothing else is fetched then
            var hub = pair.hub.client();
            give(hub);
            pair.agreement().requireRows();
            var told = new ArrayList<String>();
            int rounds = 0;
            int cut = 0;
            for (int at = CUT_MIN; at < CUT_MAX; at += CUT_STEP) {
                List<String> before = shown(pair);
                assertThat(before).hasSize(1);
                pair.proxy.cutDownAfter(at);
                give(hub);
                Await.until(
                        "the box wants it",
                        () -> wanted(pair) > 0 || !shown(pair).equals(before));
                pair.box.fetchImages();
                Await.until("it is here or was cut", () -> wanted(pair) == 0 || failed(pair));
                if (failed(pair)) {
                    cut++;
                    assertThat(shown(pair)).as("cut after " + at).isEqualTo(before);
                }
                told.add(at + (failed(pair) ? " cut" : " here"));
                pair.proxy.heal();
                pair.agreement().requireRows();
                assertThat(shown(pair)).doesNotContainAnyElementsOf(before);
                rounds++;
            }
            assertThat(pair.proxy.cuts.get()).isGreaterThanOrEqualTo(cut);
            assertThat(cut).as("rounds whose cut fell into a picture: " + told).isGreaterThan(rounds / 2);
            pair.agree();
        }
    }
}
