package dev.lintel.tools;

import dev.lintel.controller.proof.LogKey;
import dev.lintel.controller.proof.ProofException;
import java.security.PublicKey;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `lintel events key`: the public key that the box signs its log with.
@Command(
        name = "key",
        description = {
            "Shows the public key that signs the log, and its fingerprint.",
            "Write the fingerprint down when you set the box up, and keep it elsewhere."
        },
        mixinStandardHelpOptions = true)
final class EventsKeyCommand implements Callable<Integer> {
    @Mixin
    DataOption data = new DataOption();

    @Mixin
    Output output = new Output();

    @Override
    public Integer call() {
        try {
            PublicKey key = LogKey.publicOf(data.folder);
            Map<String, @Nullable Object> json = new LinkedHashMap<>();
            json.put("fingerprint", LogKey.fingerprint(key).hex());
            json.put("public_key", LogKey.pem(key));
            output.print(
                    json,
                    _ -> LogKey.fingerprint(key).hex() + "\n" + LogKey.pem(key).strip());
            return 0;
        } catch (ProofException e) {
            throw new CommandFailed(String.valueOf(e.getMessage()));
        }
    }
}
