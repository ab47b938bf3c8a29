package dev.lintel.tools;

import dev.lintel.controller.proof.LogKey;
import dev.lintel.controller.proof.ProofException;
import dev.lintel.controller.proof.Tpm;
import java.security.PublicKey;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `lintel events key`: the public key that the box signs its log with.
@Command(
        name = "key",
        description = {
            "Shows the public key that signs the log, and its fingerprint.",
            "Write the fingerprint down when you set the box up, and keep it elsewhere.",
            "The private key is sealed by the machine's TPM where there was one at the first start."
        },
        mixinStandardHelpOptions = true)
final class EventsKeyCommand implements Callable<Integer> {
    @Mixin
    DataOption data = new DataOption();

    @Mixin
    Output output = new Output();

    @ArgGroup
    @Nullable
    Change change;

    /// At most one of them.
    static final class Change {
        @Option(
                names = "--seal",
                required = true,
                description = {
                    "Seals the private key with this machine's TPM: a copy of the disk then signs nothing.",
                    "The box needs this TPM from its next start on."
                })
        boolean seal;

        @Option(
                names = "--unseal",
                required = true,
                description = "Undoes --seal, as before the disk moves to another machine.")
        boolean unseal;
    }

    @Override
    public Integer call() {
        try {
            PublicKey key = LogKey.publicOf(data.folder);
            if (change != null) change(change.seal);
            boolean sealed = LogKey.isSealed(data.folder);
            Map<String, @Nullable Object> json = new LinkedHashMap<>();
            json.put("fingerprint", LogKey.fingerprint(key).hex());
            json.put("public_key", LogKey.pem(key));
            json.put("sealed_by_tpm", sealed);
            output.print(
                    json,
                    _ -> LogKey.fingerprint(key).hex() + "\n" + LogKey.pem(key) + "The private key is "
                            + (sealed ? "sealed by a TPM." : "not sealed by a TPM."));
            return 0;
        } catch (ProofException e) {
            throw new CommandFailed(String.valueOf(e.getMessage()));
        }
    }

    private void change(boolean seal) {
        Tpm tpm = Tpm.ofMachine();
        if (tpm == null) throw new CommandFailed(String.valueOf(Tpm.missing()));
        if (seal) LogKey.seal(data.folder, tpm);
        else LogKey.unseal(data.folder, tpm);
    }
}
