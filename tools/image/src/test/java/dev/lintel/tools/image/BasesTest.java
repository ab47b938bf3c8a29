package dev.lintel.tools.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.lintel.controller.time.Time;
import dev.lintel.tools.image.Archive.Suite;
import dev.lintel.tools.image.Bases.Reuse;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A Debian that was laid out is used again while the archive holds the same packages, and told of with its day. The
/// archive is a small server; what is laid out is a file of one line.
class BasesTest {
    private static final String SECURITY = "/debian/dists/trixie-security/InRelease";
    private static final String MAIN = "/debian/dists/trixie/InRelease";

    private static final Reuse ANY = new Reuse(false, false);
    private static final Reuse NONE = new Reuse(true, false);
    private static final Reuse OF_THESE_LISTS = new Reuse(false, true);

    private final Map<String, String> lists = new ConcurrentHashMap<>();
    private Instant clock = Instant.parse("2026-11-25T08:00:00Z");
    private HttpServer server;
    private int laid;
    private Instant laidAt = Instant.EPOCH;

    @TempDir
    Path folder;

    @BeforeEach
    void begin() throws IOException {
        serve(0);
        lists.put(MAIN, list("Sat, 21 Nov 2026 09:15:44 UTC", "aa11", "bb11"));
        lists.put(SECURITY, list("Wed, 25 Nov 2026 02:22:31 UTC", "aa22", "bb22"));
    }

    private void serve(int port) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        server.createContext("/", exchange -> {
            String list = lists.get(exchange.getRequestURI().getPath());
            byte[] body = (list == null ? "none" : list).getBytes(StandardCharsets.US_ASCII);
            exchange.sendResponseHeaders(list == null ? 404 : 200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private final class Clock implements Time {
        @Override
        public long nowNs() {
            return 0;
        }

        @Override
        public Instant now() {
            return clock;
        }

        @Override
        public void pause(long ns) {
            throw new UnsupportedOperationException();
        }
    }

    private static String list(String date, String amd64, String arm64) {
        return """
                -----BEGIN PGP SIGNED MESSAGE-----
                Hash: SHA256

                Codename: trixie
                Date: %s
                SHA256:
                 %s 912955 main/binary-all/Packages
                 %s 912955 main/binary-amd64/Packages
                 %s 912956 main/binary-arm64/Packages
                 %s 912956 contrib/binary-arm64/Packages
                """.formatted(date, date.hashCode(), amd64, arm64, date.hashCode());
    }

    private Bases bases(Board board) {
        String mirror = "http://127.0.0.1:" + server.getAddress().getPort() + "/debian";
        var suites = List.of(
                new Suite(mirror, "trixie", List.of("main")), new Suite(mirror, "trixie-security", List.of("main")));
        var archive = new Archive(suites, board.arch().debian());
        return new Bases(folder.resolve("cache"), board, archive, new Clock(), _ -> {});
    }

    private Bases.Base get(Board board, String recipe, Reuse reuse) throws IOException {
        return bases(board).get(recipe, reuse, (part, at) -> {
            laid++;
            laidAt = at;
            Files.writeString(part, "laid " + laid);
        });
    }

    private Bases.Base get() throws IOException {
        return get(Board.VIRT_ARM64, "recipe", ANY);
    }

    private List<String> kept() throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("cache"))) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void aBaseIsUsedAgainUntilAPackageOfItsArchitectureHasChanged() throws IOException {
        Bases.Base first = get();
        assertThat(first.tar()).hasContent("laid 1");
        assertThat(first.debian().words()).isEqualTo("Debian trixie as of 2026-11-25");
        assertThat(first.laid())
                .as("the archive's, not this machine's")
                .isEqualTo(Instant.parse("2026-11-25T02:22:31Z"))
                .isEqualTo(laidAt);
        clock = clock.plusSeconds(86_400);

        lists.put(SECURITY, list("Thu, 26 Nov 2026 02:22:31 UTC", "aa33", "bb22"));
        Bases.Base second = get();
        assertThat(second.tar()).hasContent("laid 1");
        assertThat(second.debian().words())
                .as("signed anew, and a package of another architecture")
                .isEqualTo("Debian trixie as of 2026-11-25: the archive has nothing newer");
        assertThat(second.laid()).isEqualTo(first.laid());

        lists.put(SECURITY, list("Fri, 27 Nov 2026 02:22:31 UTC", "aa33", "bb33"));
        Bases.Base third = get();
        assertThat(third.tar()).hasContent("laid 2");
        assertThat(third.laid())
                .as("so that its release is a later one")
                .isEqualTo(Instant.parse("2026-11-27T02:22:31Z"));
        assertThat(third.debian().words()).isEqualTo("Debian trixie as of 2026-11-27");
        assertThat(kept()).as("one base and its state").hasSize(2);
    }

    @Test
    void aBundleOfTheSameLintelWithNewerPackagesIsALaterRelease() throws IOException {
        var origin = new Origin(null, 365, null);
        Instant lintel = Instant.parse("2026-11-25T01:22:31Z");
        long first = origin.release(Board.VIRT_ARM64, "1", Images.latest(lintel, get().laid()))
                .number();
        clock = clock.plusSeconds(86_400);
        lists.put(SECURITY, list("Fri, 27 Nov 2026 02:22:31 UTC", "aa22", "bb33"));
        long second = origin.release(Board.VIRT_ARM64, "1", Images.latest(lintel, get().laid()))
                .number();
        assertThat(second).isGreaterThan(first);
        Instant later = get().laid().plusSeconds(1);
        assertThat(Images.latest(later, get().laid())).isEqualTo(later);
    }

    @Test
    void withoutTheArchiveTheKeptBaseDoesAndItsDayIsTold() throws IOException {
        get();
        server.stop(0);
        Bases.Base kept = get();
        assertThat(kept.tar()).hasContent("laid 1");
        assertThat(kept.debian().unasked()).contains("/debian/dists/trixie/InRelease");
        assertThat(kept.debian().words())
                .startsWith("Debian trixie as of 2026-11-25, which was laid out before: the archive could not be ");
    }

    /// apt may know a way to it that this program does not, as a proxy of its own: it is tried, and what is not known
    /// is
    /// told.
    @Test
    void whereTheListsCannotBeLookedAtAptMayLayItOutAllTheSame() throws IOException {
        int port = server.getAddress().getPort();
        server.stop(0);
        Bases.Base base = get();
        assertThat(base.tar()).hasContent("laid 1");
        assertThat(base.laid()).isEqualTo(clock).isEqualTo(laidAt);
        assertThat(base.debian().words())
                .startsWith("Debian trixie as of 2026-11-25; its lists could not be looked at (")
                .contains("/debian/dists/trixie/InRelease");
        assertThat(get().tar()).as("the same as long as nobody can be asked").hasContent("laid 1");
        serve(port);
        assertThat(get().tar()).as("what it holds was not known").hasContent("laid 2");
        assertThat(get().tar()).hasContent("laid 2");
    }

    @Test
    void aBaseOfAnotherRecipeDoesNotDo() throws IOException {
        get();
        server.stop(0);
        assertThat(get(Board.VIRT_ARM64, "with one package more", ANY).tar()).hasContent("laid 2");
    }

    @Test
    void freshLaysOutAnewWhateverIsKept() throws IOException {
        get();
        assertThat(get(Board.VIRT_ARM64, "recipe", NONE).tar()).hasContent("laid 2");
        server.stop(0);
        assertThat(get(Board.VIRT_ARM64, "recipe", NONE).debian().words()).contains("could not be looked at");
        assertThat(get().tar()).hasContent("laid 3");
    }

    @Test
    void reproducibleBase_isOfTheListsThatTheArchiveHas() throws IOException {
        get();
        assertThat(get(Board.VIRT_ARM64, "recipe", OF_THESE_LISTS).tar()).hasContent("laid 1");
        lists.put(SECURITY, list("Thu, 26 Nov 2026 02:22:31 UTC", "aa33", "bb22"));
        assertThat(get().tar()).as("its packages are the same").hasContent("laid 1");
        Bases.Base now = get(Board.VIRT_ARM64, "recipe", OF_THESE_LISTS);
        assertThat(now.tar()).as("its time is another").hasContent("laid 2");
        assertThat(now.laid()).isEqualTo(Instant.parse("2026-11-26T02:22:31Z")).isEqualTo(laidAt);
    }

    @Test
    void reproducibleBase_isRefusedWithoutTheArchive() throws IOException {
        get();
        server.stop(0);
        assertThatThrownBy(() -> get(Board.VIRT_ARM64, "recipe", OF_THESE_LISTS))
                .isInstanceOf(ImageException.class)
                .hasMessageStartingWith("--reproducible needs the time of Debian's lists, which cannot be read: ")
                .hasMessageContaining("/debian/dists/trixie/InRelease");
    }

    @Test
    void ofEachBoardOneBaseIsKept() throws IOException {
        get();
        get(Board.RPI, "recipe", ANY);
        Path broken = folder.resolve("cache/part-debian-trixie-virt-arm64-broken.tar");
        Files.writeString(broken, "half");
        get(Board.VIRT_ARM64, "with one package more", ANY);
        assertThat(kept()).hasSize(4).noneMatch(name -> name.startsWith("part-"));
        server.stop(0);
        assertThat(get(Board.RPI, "recipe", ANY).tar()).hasContent("laid 2");
    }

    @Test
    void layingThatFailsLeavesTheOldBaseWithItsDay() throws IOException {
        get();
        lists.put(MAIN, list("Sat, 28 Nov 2026 09:15:44 UTC", "aa11", "bb44"));
        assertThatThrownBy(() -> bases(Board.VIRT_ARM64).get("recipe", ANY, (part, _) -> {
                    Files.writeString(part, "half");
                    throw new ImageException("mmdebstrap failed");
                }))
                .hasMessage("mmdebstrap failed");
        server.stop(0);
        Bases.Base kept = get();
        assertThat(kept.tar()).hasContent("laid 1");
        assertThat(kept.debian().day()).hasToString("2026-11-25");
    }

    @Test
    void whatIsNoListIsNotTakenForOne() throws IOException {
        get();
        lists.put(SECURITY, "<html>Please sign in to this hotel's network</html>");
        assertThat(get().debian().unasked()).contains("is no list of a suite");
        lists.put(SECURITY, "Date: yesterday\n");
        assertThat(get().debian().unasked()).contains("'yesterday'");
        lists.put(SECURITY, "Date: Wed, 25 Nov 2026 02:22:31 UTC\n".repeat(120_000));
        assertThat(get().debian().unasked()).contains("cannot be fetched");
        lists.remove(SECURITY);
        assertThat(get().debian().unasked()).contains("is answered 404");
        assertThat(laid).isEqualTo(1);
    }

    @Test
    void aMirrorMayBeAFolder() throws IOException {
        Path list = folder.resolve("mirror/dists/trixie/InRelease");
        Files.createDirectories(list.getParent());
        Files.writeString(list, list("Sat, 21 Nov 2026 09:15:44 UTC", "aa11", "bb11"));
        var archive = new Archive(
                List.of(new Suite("file://" + folder.resolve("mirror"), "trixie", List.of("main"))), "arm64");
        assertThat(archive.ask().day()).hasToString("2026-11-21");
    }

    @ParameterizedTest
    @CsvSource(nullValues = "-", delimiter = '|', textBlock = """
            http://proxy.example:3128 | -                     | true
            http://proxy.example:3128 | other.example         | true
            http://proxy.example:3128 | debian.org, b.example | false
            http://proxy.example:3128 | .debian.org           | false
            http://proxy.example:3128 | *                     | false
            http://proxy.example      | -                     | true
            -                         | -                     | false
            """)
    void itGoesByTheProxyThatAptUses(String named, String none, boolean used) throws IOException {
        URI list = URI.create("http://deb.debian.org/debian/dists/trixie/InRelease");
        assertThat(Archive.proxy(list, named, none) != null).isEqualTo(used);
    }

    @Test
    void aProxyThatIsNoneIsTold() {
        URI list = URI.create("http://deb.debian.org/debian/dists/trixie/InRelease");
        assertThatThrownBy(() -> Archive.proxy(list, "proxy.example", null))
                .isInstanceOf(IOException.class)
                .hasMessage("http_proxy is 'proxy.example', not http://HOST:PORT");
        assertThatThrownBy(() -> Archive.proxy(list, "http:// proxy", null)).isInstanceOf(IOException.class);
    }
}
