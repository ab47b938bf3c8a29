package dev.lintel.controller.mobile;

import dev.lintel.controller.api.ApiClient;
import dev.lintel.controller.api.ApiClient.Answer;
import dev.lintel.controller.json.Json;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;

/// What the page `/mobile` does on a phone, done by the JDK's own cryptography: a key of its own, and requests that it
/// signs.
public final class TestPhone {
    private final ApiClient box;
    private final KeyPair keys;
    /// Its credential, once it is bound.
    public String credential = "";

    public TestPhone(ApiClient box) {
        this.box = box;
        try {
            var maker = KeyPairGenerator.getInstance("EC");
            maker.initialize(new ECGenParameterSpec("secp256r1"));
            this.keys = maker.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /// As its browser exports it.
    public String key() {
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(keys.getPublic().getEncoded());
    }

    public String sign(String... words) {
        try {
            Signature signer = Signature.getInstance("SHA256withECDSAinP1363Format");
            signer.initSign(keys.getPrivate());
            signer.update(("lintel phone 1\n" + String.join("\n", words)).getBytes(StandardCharsets.UTF_8));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(signer.sign());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private Answer post(String path, Map<String, ?> body) {
        return box.post("/mobile/" + path, Json.write(body));
    }

    /// Uses a code, and notes the credential where it was good.
    public Answer redeem(String code) {
        String plain = code.replace("-", "");
        var answer = post("redeem", Map.of("code", code, "key", key(), "signature", sign("redeem", plain, key(), "")));
        if (answer.status() == 200) credential = String.valueOf(answer.object().get("credential"));
        return answer;
    }

    public String challenge() {
        return String.valueOf(
                post("challenge", Map.of("credential", credential)).object().get("challenge"));
    }

    /// What it would send.
    public Map<String, Object> request(String action, String challenge, String more) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("credential", credential);
        body.put("challenge", challenge);
        body.put("signature", sign(action, credential, challenge, more));
        if (!more.isEmpty()) body.put("door", more);
        return body;
    }

    /// Sends something, whoever made it.
    public Answer send(String action, Map<String, ?> request) {
        return post(action, request);
    }

    public Answer doors() {
        return send("doors", request("doors", challenge(), ""));
    }

    public Answer leave(long door) {
        Map<String, Object> request = request("open", challenge(), door + " exit");
        request.put("door", Long.toString(door));
        request.put("side", "exit");
        return send("open", request);
    }

    public Answer open(long door) {
        return send("open", request("open", challenge(), Long.toString(door)));
    }
}
