package dev.lintel.controller.push;

import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.files.DataFolderException;
import dev.lintel.controller.json.Json;
import dev.lintel.controller.tls.BoxKey;
import dev.lintel.controller.tls.P256;
import dev.lintel.controller.tls.TlsException;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.interfaces.ECPublicKey;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// The key pair by which push services recognize this box (VAPID, RFC 8292): file `keys/push.pem`, made at its first
/// use. A browser's subscription works with the key that it was made with. Any thread that may block.
public final class VapidKey {
    static final String FILE = "push.pem";
    /// Push services refuse tokens of more than 24 h; half of it leaves room for clocks that differ.
    private static final long LIFE_S = TimeUnit.HOURS.toSeconds(12);

    /// A token is replaced after this time: a signature for each message would take as long as its encryption.
    private static final long USED_MS = TimeUnit.HOURS.toMillis(1);
    /// Push services of all makers of browsers, and some more.
    private static final int TOKENS_MAX = 16;

    private final DataFolder folder;
    private final Map<String, Token> tokens = new HashMap<>();
    private @Nullable BoxKey known;

    /// For one push service.
    private record Token(String text, String contact, long signedMs) {}

    public VapidKey(DataFolder folder) {
        this.folder = folder;
    }

    /// The public key as browsers take it: an uncompressed point. Throws [DataFolderException] where the file can be
    /// neither read nor made.
    byte[] point() {
        return P256.point((ECPublicKey) key().open());
    }

    /// The value of `Authorization` for a request to that endpoint.
    ///
    /// @param contact where the push service finds the operator of this box: an `https` or `mailto` address
    String authorization(URI endpoint, String contact, long nowMs) {
        String origin = endpoint.getScheme() + "://" + endpoint.getRawAuthority();
        synchronized (tokens) {
            Token token = tokens.get(origin);
            if (token == null || !token.contact.equals(contact) || Math.abs(nowMs - token.signedMs) > USED_MS) {
                token = new Token(token(origin, contact, nowMs), contact, nowMs);
                if (tokens.size() >= TOKENS_MAX) tokens.clear();
                tokens.put(origin, token);
            }
            return "vapid t=" + token.text + ", k=" + base64(point());
        }
    }

    private String token(String origin, String contact, long nowMs) {
        Map<String, Object> claims = new LinkedHashMap<>();
        claims.put("aud", origin);
        claims.put("exp", TimeUnit.MILLISECONDS.toSeconds(nowMs) + LIFE_S);
        claims.put("sub", contact);
        Map<String, Object> header = new LinkedHashMap<>();
        header.put("typ", "JWT");
        header.put("alg", "ES256");
        String signed = base64(Json.write(header).getBytes(StandardCharsets.UTF_8)) + "."
                + base64(Json.write(claims).getBytes(StandardCharsets.UTF_8));
        return signed + "." + base64(P256.es256(key().secret(), signed.getBytes(StandardCharsets.US_ASCII)));
    }

    static String base64(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private synchronized BoxKey key() {
        BoxKey key = known;
        if (key == null) known = key = readOrMake();
        return key;
    }

    private BoxKey readOrMake() {
        Path file = folder.folder("keys").resolve(FILE);
        try {
            if (Files.exists(file)) return BoxKey.readPair(Files.readAllBytes(file));
            BoxKey made = BoxKey.create();
            DataFolder.writePrivate(file, made.toPairPem());
            return made;
        } catch (IOException | TlsException e) {
            throw new DataFolderException("the key " + file + " cannot be read or made: " + e.getMessage(), e);
        }
    }
}
