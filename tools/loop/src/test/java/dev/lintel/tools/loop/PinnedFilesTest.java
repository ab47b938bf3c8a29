package dev.lintel.tools.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PinnedFilesTest {
    private static final String JAR = "org/example/lib/1/lib-1.jar";
    /// Of `abc`, as FIPS 180-2 has it.
    private static final String SUM = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    @TempDir
    Path folder;

    private HttpServer server;
    private Path list;
    private Path repository;
    private Path other;
    private String served = "abc";
    private int refusals; // before the server sends the file; its thread's

    @BeforeEach
    void serve() throws IOException {
        list = folder.resolve("dependencies.sha256");
        repository = folder.resolve("repository");
        other = folder.resolve("other");
        Files.writeString(list, SUM + "  " + JAR + "\n");
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/maven2/" + JAR, exchange -> {
            if (refusals-- > 0) {
                exchange.sendResponseHeaders(503, -1);
                exchange.close();
                return;
            }
            byte[] body = served.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private List<String> check() throws Exception {
        URI url = URI.create("http://localhost:" + server.getAddress().getPort() + "/maven2");
        return new PinnedFiles(list, repository, false).check(other, url);
    }

    private static Path put(Path repository, String path, String text) throws IOException {
        Path file = repository.resolve(path);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    @Test
    void missingFile_isDownloadedAndCompared() throws Exception {
        assertThat(check()).isEmpty();
        assertThat(repository.resolve(JAR)).hasContent("abc");
    }

    @Test
    void serverIsBusyForAWhile_fileIsFetchedAgain() throws Exception {
        refusals = 2;
        assertThat(check()).isEmpty();
        refusals = 9;
        Files.delete(repository.resolve(JAR));
        assertThat(check()).singleElement().asString().contains(JAR, "status 503");
    }

    /// One request fails for good. Without a network 700 would, each after some seconds.
    @Test
    void serverIsNotReached_onceSaysSo() throws Exception {
        server.stop(0);
        Files.writeString(list, "", StandardOpenOption.TRUNCATE_EXISTING);
        for (int i = 0; i < 50; i++) {
            Files.writeString(list, SUM + "  org/example/a" + i + "/1/a.jar\n", StandardOpenOption.APPEND);
        }
        assertThat(check()).singleElement().asString().contains("/maven2/org/example/a", "cannot be downloaded: ");
    }

    @Test
    void serverSendsAnotherFile_nothingIsKept() throws Exception {
        served = "abd";
        assertThat(check()).singleElement().asString().contains(JAR, "is not the file that dependencies.sha256 lists");
        assertThat(repository.resolve(JAR).getParent()).isEmptyDirectory();
    }

    @Test
    void serverDoesNotHaveIt_namesTheAddressAndTheStatus() throws Exception {
        Files.writeString(list, SUM + "  org/example/none/1/none-1.jar\n");
        assertThat(check()).singleElement().asString().contains("/maven2/org/example/none", "status 404");
    }

    @Test
    void fileOfAnotherRepository_isTakenWithoutDownloadIfItsSumFits() throws Exception {
        served = "nothing that fits";
        put(other, JAR, "abc");
        assertThat(check()).isEmpty();
        assertThat(repository.resolve(JAR)).hasContent("abc");
    }

    @Test
    void changedFileOfAnotherRepository_isDownloadedInstead() throws Exception {
        put(other, JAR, "changed");
        assertThat(check()).isEmpty();
        assertThat(repository.resolve(JAR)).hasContent("abc");
    }

    @Test
    void changedJar_isNamedWithBothSums() throws Exception {
        assertThat(check()).isEmpty();
        Path jar = put(repository, JAR, "abcd");
        assertThat(check())
                .singleElement()
                .asString()
                .startsWith(jar + " was changed: its SHA-256 is ")
                .contains("dependencies.sha256 lists " + SUM)
                .endsWith("Remove it and the next build fetches it again.");
    }

    @Test
    void jarThatIsNotListed_isNamed() throws Exception {
        put(repository, "org/example/more/1/more-1.jar", "abc");
        assertThat(check())
                .singleElement()
                .asString()
                .contains("org/example/more/1/more-1.jar", "does not list it: remove it");
        assertThat(new PinnedFiles(list, repository, false).removeOthers())
                .as("a launcher removes it first")
                .isEqualTo(1);
        assertThat(check()).isEmpty();
    }

    @Test
    void lineThatIsNoSum_namesTheLine() throws Exception {
        for (String line : List.of("abc  " + JAR, SUM + " " + JAR, SUM + "  ../" + JAR, SUM + "  /etc/x.jar", "")) {
            Files.writeString(list, SUM + "  " + JAR + "\n" + line + "\n");
            assertThatThrownBy(this::check)
                    .as(line)
                    .isInstanceOf(IOException.class)
                    .hasMessage(list + ":2 is not a line as sha256sum writes it");
        }
    }

    @Test
    void emptyList_isRefused() throws Exception {
        Files.writeString(list, "");
        assertThatThrownBy(this::check).hasMessage(list + " is empty");
    }

    @Test
    void written_listsEveryJarAndPomAndSaysWhatChanged() throws Exception {
        put(repository, JAR, "abcd");
        put(repository, "org/example/lib/1/lib-1.pom", "abc");
        put(repository, "org/example/lib/1/_remote.repositories", "note");
        assertThat(new PinnedFiles(list, repository, false).write())
                .startsWith("dependencies.sha256: 2 files; 1 added, 0 removed, 1 with another sum.");
        assertThat(Files.readAllLines(list)).hasSize(2).contains(SUM + "  org/example/lib/1/lib-1.pom");
        assertThat(check()).isEmpty();
    }
}
