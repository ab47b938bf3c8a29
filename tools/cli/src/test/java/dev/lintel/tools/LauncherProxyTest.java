package dev.lintel.tools;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The build on a network that has a proxy and no way around it: the repository's name leads nowhere.
@Timeout(60)
class LauncherProxyTest {
    private static final String JAR = "org/example/lib/1/lib-1.jar";
    /// Of `abc`, as FIPS 180-2 has it.
    private static final String SHA256 = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    @TempDir
    Path folder;

    private final List<String> asked = new CopyOnWriteArrayList<>();
    private StubMachine machine;
    private HttpServer proxy;

    @BeforeEach
    void make() throws IOException {
        proxy = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        proxy.createContext("/", exchange -> {
            asked.add("" + exchange.getRequestURI());
            exchange.sendResponseHeaders(200, 3);
            exchange.getResponseBody().write("abc".getBytes(StandardCharsets.UTF_8));
            exchange.close();
        });
        proxy.start();
        machine = new StubMachine(folder);
        String source = "tools/loop/src/main/java/dev/lintel/tools/loop/PinnedFiles.java";
        Files.createDirectories(machine.checkout.resolve(source).getParent());
        Files.copy(Path.of("../..").resolve(source), machine.checkout.resolve(source));
        Files.writeString(machine.checkout.resolve("dependencies.sha256"), SHA256 + "  " + JAR + "\n");
        machine.environment.put("MVNW_REPOURL", "http://repository.invalid/maven2");
    }

    @AfterEach
    void stop() {
        proxy.stop(0);
    }

    private String address() {
        return "localhost:" + proxy.getAddress().getPort();
    }

    @Test
    void variableNamesAProxy_librariesComeThroughIt() throws Exception {
        machine.environment.put("LINTEL_JAVA_HOME", System.getProperty("java.home"));
        machine.environment.put("http_proxy", "http://" + address() + "/");
        machine.launch("build");
        assertThat(asked).containsExactly("http://repository.invalid/maven2/" + JAR);
        assertThat(machine.checkout.resolve("target/repository").resolve(JAR)).hasContent("abc");
        assertThat(machine.calls()).containsExactly("mvn");
    }

    @ParameterizedTest
    @CsvSource({
        "http_proxy, http://proxy.example:3128/, http.proxyHost=proxy.example, http.proxyPort=3128",
        "HTTP_PROXY, proxy.example:3128, http.proxyHost=proxy.example, http.proxyPort=3128",
        "https_proxy, http://proxy.example, https.proxyHost=proxy.example, https.proxyPort=80",
        "HTTPS_PROXY, https://[2001:db8::1], https.proxyHost=[2001:db8::1], https.proxyPort=443"
    })
    void variables_becomeOptionsOfJava(String name, String value, String host, String port) throws Exception {
        machine.environment.put(name, value);
        assertThat(options()).contains("-D" + host, "-D" + port, "-Dhttp.nonProxyHosts=localhost|127.*|[::1]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "repository.example; localhost|127.*|[::1]|repository.example|*.repository.example",
                "a.example, .b.example,,*.c; localhost|127.*|[::1]|a.example|*.a.example|b.example|*.b.example|c|*.c",
                "*; *"
            })
    void hostsInNoProxy_areReachedDirectly(String hosts, String expected) throws Exception {
        machine.environment.put("http_proxy", "proxy.example:80");
        machine.environment.put("no_proxy", hosts);
        assertThat(options()).contains("-Dhttp.nonProxyHosts=" + expected);
    }

    @Test
    void mavenOptsNamesAnotherProxy_itIsUsed() throws Exception {
        machine.environment.put("http_proxy", "http://none.example:1");
        machine.environment.put("MAVEN_OPTS", "-Dhttp.proxyHost=mine.example -Dhttp.nonProxyHosts=x");
        assertThat(options())
                .contains("-Dhttp.proxyHost=mine.example", "-Dhttp.nonProxyHosts=x")
                .noneMatch(word -> word.contains("none.example") || word.contains("127.*"));
    }

    @Test
    void noProxy_noOption() throws Exception {
        machine.environment.put("no_proxy", "a.example");
        assertThat(options()).noneMatch(word -> word.contains("roxy"));
    }

    @Test
    void passwordOfTheProxy_isNotUsedAndNotPrinted() throws Exception {
        machine.environment.put("http_proxy", "http://ada:secret@proxy.example:80");
        machine.stubJdk();
        StubMachine.Ended ended = machine.launch("build");
        assertThat(ended.said())
                .containsOnlyOnce("the user and password in http_proxy are not used")
                .doesNotContain("secret");
        assertThat(machine.calls()).singleElement().asString().contains("-Dhttp.proxyHost=proxy.example ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://", "http://proxy:port", "socks5://proxy:1080", "http://a b:80", "-Dx=y;reboot"})
    void valueIsNoAddress_saysWhatIsWanted(String value) throws Exception {
        machine.environment.put("http_proxy", value);
        machine.stubJdk();
        StubMachine.Ended ended = machine.launch("build");
        assertThat(ended.exit()).isEqualTo(1);
        assertThat(ended.said()).contains("lintel: http_proxy must be http://HOST:PORT");
        assertThat(machine.calls()).isEmpty();
    }

    /// The words that the launcher gave Java.
    private List<String> options() throws Exception {
        machine.stubJdk();
        machine.launch("build");
        assertThat(machine.calls()).hasSize(1);
        return List.of(machine.calls().getFirst().split(" "));
    }
}
