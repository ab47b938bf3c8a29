package dev.lintel.controller;

import dev.lintel.controller.sync.FakeUpline;
import dev.lintel.controller.sync.HubLine;
import dev.lintel.controller.sync.UplineException;
import dev.lintel.controller.sync.Uplines;
import dev.lintel.controller.sync.Upstream;
import dev.lintel.sync.SyncTarget;
import dev.lintel.sync.wire.JoinAnswer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A hub that a test plays: its certificates are real, made by the JDK's keytool.
final class FakeHub implements Uplines {
    static final String CODE = "7KQ2-M9XD";

    private final Path folder;
    private final Path store;

    /// The line that is open, and what it speaks to.
    @Nullable
    FakeUpline line;

    @Nullable
    SyncTarget target;

    int left;

    FakeHub(Path folder) {
        this.folder = folder;
        this.store = folder.resolve("hub.p12");
        keytool(
                "-genkeypair",
                "-alias",
                "ca",
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1",
                "-dname",
                "CN=Hub CA",
                "-ext",
                "bc=ca:true",
                "-validity",
                "3650");
    }

    @Override
    public JoinAnswer join(Joining joining) {
        if (!joining.code().equals(CODE)) throw new UplineException("the code is wrong or over");
        try {
            Path csr = Files.writeString(folder.resolve("box.csr"), joining.csrPem());
            Path box = folder.resolve("box.crt");
            Path ca = folder.resolve("ca.crt");
            keytool(
                    "-gencert",
                    "-alias",
                    "ca",
                    "-rfc",
                    "-validity",
                    "397",
                    "-ext",
                    "eku=clientAuth",
                    "-infile",
                    csr.toString(),
                    "-outfile",
                    box.toString());
            keytool("-exportcert", "-alias", "ca", "-rfc", "-file", ca.toString());
            return new JoinAnswer("hub-1", "Head Office", 4, "Lobby", Files.readString(box), Files.readString(ca), "");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public HubLine open(Upstream.Joined joined, SyncTarget spokenTo) {
        var opened = new FakeUpline(() -> left++);
        line = opened;
        target = spokenTo;
        return opened;
    }

    private void keytool(String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString()));
        command.addAll(Arrays.asList(arguments));
        command.addAll(List.of("-keystore", store.toString(), "-storetype", "PKCS12", "-storepass", "changeit"));
        try {
            var process = new ProcessBuilder(command).redirectErrorStream(true).start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) throw new IllegalStateException(said);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
