package dev.lintel.controller.update;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.time.HandTime;
import dev.lintel.controller.update.Manifest.Part;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The attacks that The Update Framework lists (theupdateframework.io, "Security"), each against a box;
/// and some on the file itself. Whatever is refused, the box starts what it started before.
class UpdateAttacksTest {
    @TempDir
    Path temp;

    private final SigningKey key = SigningKey.make("release");
    private final SigningKey stranger = SigningKey.make("stranger");
    private final HandTime time = new HandTime("2026-11-24T00:00:00Z");
    private Bundles bundles;
    private BoardFolder board;

    @BeforeEach
    void begin() throws IOException {
        Files.createDirectories(temp.resolve("work"));
        bundles = new Bundles(temp.resolve("work"), key);
        board = new BoardFolder(temp.resolve("board"), Bundles.trust(1, 1, List.of(key), List.of(key)));
    }

    private void refused(Path bundle, String why) throws IOException {
        assertThatThrownBy(() -> installer().install(bundle, List.of()))
                .isInstanceOf(UpdateException.class)
                .hasMessageContaining(why);
        assertThat(board.start()).isEqualTo(1);
        assertThat(board.releaseIn('a')).isEqualTo(1);
    }

    private Installer installer() {
        return new Installer(board.root, time, _ -> {});
    }

    @Test
    void arbitrarySoftware() throws IOException {
        Path unsigned = bundles.unsigned(Bundles.about("0.2", 2, "virt-arm64", Bundles.EXPIRES));
        refused(unsigned, "not signed by 1 of the 1 keys");
        Bundle.sign(unsigned, List.of(stranger), List.of());
        refused(unsigned, "not signed by 1 of the 1 keys");
    }

    @Test
    void aTextThatWasSignedForSomethingElse() throws IOException {
        Path bundle = bundles.unsigned(Bundles.about("0.2", 2, "virt-arm64", Bundles.EXPIRES));
        byte[] head = Arrays.copyOf(Files.readAllBytes(bundle), Bundle.SEAL_AT);
        Signatures forTrust = Signatures.NONE.with(key, "trust", head);
        Bundles.patch(
                bundle,
                Bundle.SEAL_AT,
                Bundle.region("seal", new Seal(List.of(), forTrust).write(), Bundle.SEAL_AT)
                        .array());
        refused(bundle, "not signed by 1 of the 1 keys");
    }

    @Test
    void rollback() throws IOException {
        installer().install(bundles.signed(3), List.of());
        assertThat(board.start()).isEqualTo(3);
        installer().keep();
        assertThatThrownBy(() -> installer().install(bundles.signed(2), List.of()))
                .hasMessageContaining("is older than what runs (Lintel 0.3");
        assertThatThrownBy(() -> installer().install(bundles.signed(3), List.of()))
                .hasMessageContaining("is what runs already");
        assertThat(board.start()).isEqualTo(3);
    }

    /// Whoever took over the box may have it go back; what was mended since stays out of reach.
    @Test
    void rollbackByWayOfGoingBack() throws IOException {
        installer().install(bundles.signed(3), List.of());
        assertThat(board.start()).isEqualTo(3);
        installer().keep();
        installer().rollback(List.of());
        assertThat(board.start()).isEqualTo(1);
        installer().keep();
        assertThatThrownBy(() -> installer().install(bundles.signed(2), List.of()))
                .hasMessageContaining("is older than Lintel 0.3, which this box has gone back from");
        installer().install(bundles.signed(3), List.of());
        assertThat(board.start()).as("forward again").isEqualTo(3);
    }

    @Test
    void aNoteThatTheDiskLostKeepsNobodyFromUpdating() throws IOException {
        installer().install(bundles.signed(3), List.of());
        board.start();
        installer().keep();
        Path note = board.root.resolve("var/lib/lintel-os/update/newest.json");
        assertThat(note).content().contains("3");
        Files.writeString(note, "{");
        installer().install(bundles.signed(4), List.of());
        assertThat(board.start()).isEqualTo(4);
        installer().keep();
        assertThat(note).content().contains("4");
    }

    @Test
    void freeze() throws IOException {
        Path old = bundles.signed(2);
        time.setWall(Bundles.EXPIRES.toString());
        refused(old, "was to be installed before 2027-11-01T00:00:00Z");
    }

    @Test
    void freezeByAClockThatIsBehind() throws IOException {
        time.setWall("1970-01-01T00:00:10Z");
        Path expired = bundles.unsigned(new BundleWriter.About(
                "0.2",
                2,
                "virt-arm64",
                Bundles.BUILT.minusSeconds(100),
                Bundles.BUILT.minusSeconds(50),
                Bundles.OPTIONS,
                Map.of()));
        Bundle.sign(expired, List.of(key), List.of());
        refused(expired, "was to be installed before");
    }

    @Test
    void mixAndMatch() throws IOException {
        Path bundle = bundles.signed(2);
        Path other = bundles.signed(3);
        byte[] bytes = Files.readAllBytes(bundle);
        byte[] otherBytes = Files.readAllBytes(other);
        int from;
        int to;
        try (Bundle open = Bundle.open(bundle)) {
            from = (int) open.manifest().at(Part.LINUX);
            to = (int) open.manifest().at(Part.INITRD);
        }
        assertThat(otherBytes.length).as("the same places in both").isEqualTo(bytes.length);
        Bundles.patch(bundle, from, Arrays.copyOfRange(otherBytes, from, to));
        refused(bundle, "file 'linux' is not the one that its manifest lists");
    }

    @Test
    void aManifestOfOneBundleBeforeFilesOfAnother() throws IOException {
        byte[] first = Files.readAllBytes(bundles.signed(2));
        Path second = bundles.signed(3);
        Bundles.patch(second, 0, Arrays.copyOf(first, Bundle.FILES_AT));
        refused(second, "is not the one that its manifest lists");
    }

    @Test
    void endlessData() throws IOException {
        Path bundle = bundles.signed(2);
        Bundles.patch(bundle, Files.size(bundle), new byte[] {0});
        refused(bundle, "bytes, and its manifest says");
    }

    @Test
    void aFileThatUnpacksToMoreThanItSays() throws IOException {
        // The manifest and its signatures are right, and say too few bytes: what a maker's fault looks like.
        Path bundle = bundles.unsigned(Bundles.about("0.2", 2, "virt-arm64", Bundles.EXPIRES));
        String head = new String(Files.readAllBytes(bundle), 0, Bundle.SEAL_AT, StandardCharsets.ISO_8859_1);
        String less = head.replace("\"bytes\" : " + Bundles.ROOT_BYTES, "\"bytes\" : " + 1000 + "  ");
        assertThat(less).hasSameSizeAs(head).isNotEqualTo(head);
        Bundles.patch(bundle, 0, less.getBytes(StandardCharsets.ISO_8859_1));
        Bundle.sign(bundle, List.of(key), List.of());
        refused(bundle, "file 'root' is not the one that its manifest lists");
    }

    @Test
    void slowRetrievalLeavesAPieceWhichIsNoBundle() throws IOException {
        byte[] whole = Files.readAllBytes(bundles.signed(2));
        Path piece = temp.resolve("piece");
        for (int bytes : new int[] {0, 15, Bundle.SEAL_AT, Bundle.FILES_AT - 1, Bundle.FILES_AT, whole.length - 1}) {
            Files.write(piece, Arrays.copyOf(whole, bytes));
            refused(piece, bytes < Bundle.FILES_AT ? "is too short for a bundle" : "bytes, and its manifest says");
        }
    }

    @Test
    void wrongTarget() throws IOException {
        Path foreign = bundles.unsigned(Bundles.about("0.2", 2, "amd64", Bundles.EXPIRES));
        Bundle.sign(foreign, List.of(key), List.of());
        refused(foreign, "is for the board amd64, and this box is a virt-arm64");
    }

    @Test
    void aKeyThatWasStolen() throws IOException {
        SigningKey next = SigningKey.make("next");
        SigningKey spare = SigningKey.make("spare");
        board = new BoardFolder(
                temp.resolve("second"), Bundles.trust(1, 2, List.of(key, spare, next), List.of(key, spare)));
        Path stolen = bundles.signed(2); // the thief has `key` alone
        refused(stolen, "not signed by 2 of the 3 keys");
        Trust without = Bundles.trust(2, 2, List.of(spare, next), List.of(spare, next));
        Path file = temp.resolve("trust.json");
        Files.writeString(file, without.write());
        assertThat(installer().trust(file).number()).isEqualTo(2);
        Bundle.sign(stolen, List.of(stranger), List.of());
        refused(stolen, "not signed by 2 of the 2 keys that are trusted (number 2)");
        Path good = bundles.unsigned(Bundles.about("0.4", 4, "virt-arm64", Bundles.EXPIRES));
        Bundle.sign(good, List.of(spare, next), List.of());
        installer().install(good, List.of());
        assertThat(board.start()).isEqualTo(4);
    }

    @Test
    void theThiefDoesNotChangeTheKeysEither() throws IOException {
        Trust own = Bundles.trust(2, 1, List.of(stranger), List.of(stranger));
        Path bundle = bundles.unsigned(Bundles.about("0.2", 2, "virt-arm64", Bundles.EXPIRES));
        Bundle.sign(bundle, List.of(stranger), List.of(own));
        refused(bundle, "trusted keys 2 are not signed by those that this box has");
        Trust late = Bundles.trust(3, 1, List.of(stranger), List.of(key, stranger));
        Bundle.sign(bundle, List.of(stranger), List.of(late));
        refused(bundle, "trusted keys 2 are missing");
        Trust bare = Bundles.trust(2, 1, List.of(stranger), List.of(key));
        Bundle.sign(bundle, List.of(stranger), List.of(bare));
        refused(bundle, "trusted keys 2 are not signed by themselves");
    }

    @Test
    void newerKeysCountFromTheFirstBundleThatBringsThem() throws IOException {
        SigningKey next = SigningKey.make("next");
        Trust second = Bundles.trust(2, 1, List.of(next), List.of(key, next));
        Path bundle = bundles.unsigned(Bundles.about("0.2", 2, "amd64", Bundles.EXPIRES)); // refused for its board
        Bundle.sign(bundle, List.of(next), List.of(second));
        refused(bundle, "is for the board amd64");
        assertThat(board.trustKept()).isEqualTo(second.write());
        refused(bundles.signed(3), "not signed by 1 of the 1 keys that are trusted (number 2)");
    }

    @Test
    void oneKeyUnderTwoNamesCountsOnce() {
        var twice = List.of(
                new TrustedKey("one", key.trusted().base64()),
                new TrustedKey("two", key.trusted().base64()));
        assertThatThrownBy(() -> Trust.make(1, 2, twice)).hasMessageContaining("is there twice: a key counts once");
    }

    @Test
    void oneSignatureTwiceCountsOnce() throws IOException {
        SigningKey spare = SigningKey.make("spare");
        board = new BoardFolder(temp.resolve("second"), Bundles.trust(1, 2, List.of(key, spare), List.of(key, spare)));
        Path bundle = bundles.signed(2);
        Bundle.sign(bundle, List.of(key), List.of());
        refused(bundle, "not signed by 2 of the 2 keys");
    }

    @Test
    void everyByteOfTheHeadThatIsChangedIsRefused() throws IOException {
        byte[] whole = Files.readAllBytes(bundles.signed(2));
        Path changed = temp.resolve("changed");
        Files.write(changed, whole);
        int text = new String(whole, 0, Bundle.SEAL_AT, StandardCharsets.UTF_8)
                .stripTrailing()
                .length();
        for (int at = 0; at < text; at++) {
            Bundles.patch(changed, at, new byte[] {(byte) (whole[at] ^ 1)});
            assertThatThrownBy(() -> installer().install(changed, List.of())).isInstanceOf(UpdateException.class);
            Bundles.patch(changed, at, new byte[] {whole[at]});
        }
        assertThat(installer().install(changed, List.of()).slot()).isEqualTo('b');
    }
}
