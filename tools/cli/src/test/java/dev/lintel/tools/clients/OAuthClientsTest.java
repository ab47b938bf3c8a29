package dev.lintel.tools.clients;

import dev.lintel.tools.box.Box;
import dev.lintel.tools.box.BoxApi;
import dev.lintel.tools.clients.Application.Method;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLSocketFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// Three libraries of Node and three of Java go through an integration's whole life on one box, each as a confidential
/// application with Basic, as one with its secret in the body, and as a public one on a loopback port of its own.
class OAuthClientsTest {
    private static final Map<Method, Application> APPLICATIONS = new EnumMap<>(Method.class);
    private static final SSLSocketFactory TLS_BEFORE = HttpsURLConnection.getDefaultSSLSocketFactory();

    private static Box box;
    private static SSLSocketFactory tls;
    private static Administrator administrator;
    private static NodeRun node;

    @TempDir
    static Path folder;

    @BeforeAll
    static void startTheBox() throws IOException, InterruptedException {
        box = Box.start(Box.prepared(folder.resolve("data")));
        Path ca = box.data.resolve("tls/ca.crt");
        tls = BoxApi.trusting(ca).getSocketFactory();
        HttpsURLConnection.setDefaultSSLSocketFactory(tls); // ScribeJava's client can be given no other
        administrator = new Administrator(box);
        for (Method method : Method.values()) APPLICATIONS.put(method, Application.at(box, method));
        node = NodeRun.prepare(ca);
    }

    @AfterAll
    static void endTheBox() {
        HttpsURLConnection.setDefaultSSLSocketFactory(TLS_BEFORE);
        box.close();
    }

    private static Application application(Method method) {
        return Objects.requireNonNull(APPLICATIONS.get(method));
    }

    @ParameterizedTest
    @CsvSource({
        "openid-client, BASIC", "openid-client, POST", "openid-client, NONE",
        "oauth4webapi, BASIC", "oauth4webapi, POST", "oauth4webapi, NONE",
        "simple-oauth2, BASIC", "simple-oauth2, POST", "simple-oauth2, NONE",
    })
    void aLibraryOfNodeLivesAnIntegrationsLife(String library, Method method) throws Exception {
        var steps = node.of(library + ".mjs", application(method), administrator);
        new Steps(steps).hold(application(method), !library.equals("simple-oauth2"));
    }

    @ParameterizedTest
    @EnumSource
    void nimbusLivesAnIntegrationsLife(Method method) throws Exception {
        lives(new NimbusLibrary(application(method), tls), method, true);
    }

    @ParameterizedTest
    @EnumSource
    void googlesLibraryLivesAnIntegrationsLife(Method method) throws Exception {
        lives(new GoogleLibrary(application(method), tls), method, false);
    }

    @ParameterizedTest
    @EnumSource
    void scribeJavaLivesAnIntegrationsLife(Method method) throws Exception {
        lives(new ScribeLibrary(application(method)), method, false);
    }

    private static void lives(Library library, Method method, boolean discovers) throws Exception {
        new Steps(LibraryRun.of(library, administrator)).hold(application(method), discovers);
    }
}
