package dev.lintel.tools.image;

import dev.lintel.controller.config.ConfigFile;
import dev.lintel.controller.config.ControllerConfig;
import dev.lintel.controller.secret.Tokens;
import dev.lintel.controller.time.Time;
import dev.lintel.controller.tls.Certificates;
import dev.lintel.controller.yaml.Checked;
import dev.lintel.tools.pack.Trees;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Who the box on one card is, before it starts for the first time: its name, the authority that its certificates come
/// from, and the token by which its first administrator is made. Whoever wrote the card has them on paper, and so knows
/// the box when it answers.
///
/// @param card with all of it among its files
/// @param link where the box is set up: its address, and the token
/// @param fingerprint SHA-256 of the authority's certificate, as `AB:CD:…`
public record Identity(Card card, String link, String fingerprint) {
    /// The wiring of a card, where it brings one.
    static final String WIRING = "controller.yaml";

    /// So that a building's boxes are told apart.
    private static final int NAME_BYTES = 3;

    /// A new one for `card`, under the card's own name or one that no other card is likely to have.
    public static Identity make(Card card, Time time) {
        String name = card.hostName() == null ? "lintel-" + random() : card.hostName();
        try {
            Path folder = Files.createTempDirectory("lintel-card");
            try {
                String host = name + ".local";
                ControllerConfig wiring = wiring(card);
                Certificates.Served served = new Certificates(folder, time).ensure(names(name, wiring));
                Map<String, String> files = new TreeMap<>(card.files());
                for (String file : new String[] {"ca.crt", "ca.key"}) {
                    files.put(file, Files.readString(folder.resolve(file)));
                }
                String token = new Tokens().make();
                files.put("claim", token + "\n");
                String address = card.address() == null ? host : card.address();
                return new Identity(
                        new Card(name, card.address(), files),
                        "https://" + address + ":" + port(wiring) + "/setup?token=" + token,
                        served.fingerprint());
            } finally {
                Trees.remove(folder);
            }
        } catch (IOException e) {
            throw new ImageException("the card's keys cannot be made: " + e.getMessage(), e);
        }
    }

    /// Where its pages are: as its wiring says. 0 is any port, of which nobody can know.
    private static int port(@Nullable ControllerConfig wiring) {
        return wiring == null || wiring.listen().https() == 0
                ? ControllerConfig.HTTPS_PORT
                : wiring.listen().https();
    }

    /// Null: the card brings none. It was without faults when the card was read.
    private static @Nullable ControllerConfig wiring(Card card) {
        String text = card.files().get(WIRING);
        if (text == null) return null;
        return ConfigFile.parse(WIRING, text) instanceof Checked.Valid<ControllerConfig>(ControllerConfig config)
                ? config
                : null;
    }

    /// What the box will be reached by: its authority is limited to these names, and is on paper when the box starts.
    private static SortedSet<String> names(String name, @Nullable ControllerConfig wiring) {
        var names = new TreeSet<>(Set.of(name + ".local", name));
        String url = wiring == null ? null : wiring.publicUrl();
        String host = url == null ? null : URI.create(url).getHost();
        if (host != null) names.add(host);
        return names;
    }

    private static String random() {
        byte[] bytes = new byte[NAME_BYTES];
        new SecureRandom().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    /// What a phone reads: the link, and in a part that goes to nobody the fingerprint to compare.
    public String qr() {
        return link + "#ca=" + fingerprint.replace(":", "");
    }
}
