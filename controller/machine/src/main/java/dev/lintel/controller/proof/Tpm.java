package dev.lintel.controller.proof;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A TPM 2.0, by the programs of Debian's package tpm2-tools. It seals a small secret: only the same chip opens it
/// again. It does not sign, because the chips do not know Ed25519.
///
/// The secret is under a primary key of the owner's hierarchy, which the chip derives again for each use. Nothing is
/// stored in the chip. Clearing the chip makes the secret unreadable. Blocks for some 0.1 s, with a slow chip for
/// seconds, at most [#COMMAND_MS_MAX] for each of up to four programs. Any thread.
public final class Tpm {
    /// With the kernel's resource manager: several programs use the chip at the same time.
    private static final Path DEVICE = Path.of("/dev/tpmrm0");

    /// Making a primary key takes a slow chip some seconds.
    private static final long COMMAND_MS_MAX = 20_000;

    /// A TPM seals up to 128 bytes; its two parts are smaller than this.
    private static final int SEALED_BYTES_MAX = 1024;

    private static final int SAID_BYTES_MAX = 4096;

    /// The exit code of `timeout --signal=KILL` for a program that it has ended.
    private static final int KILLED = 137;

    private static final List<String> PROGRAMS =
            List.of("tpm2_createprimary", "tpm2_create", "tpm2_load", "tpm2_unseal", "tpm2_flushcontext");

    private final String connection;
    private final long commandMsMax;

    private Tpm(String connection, long commandMsMax) {
        this.connection = connection;
        this.commandMsMax = commandMsMax;
    }

    /// The machine's, or null where there is none that this process may use.
    public static @Nullable Tpm ofMachine() {
        return missing() == null ? new Tpm("device:" + DEVICE, COMMAND_MS_MAX) : null;
    }

    /// Why [#ofMachine] is null, in words; null where it is not.
    public static @Nullable String missing() {
        if (!Files.exists(DEVICE)) return "this machine has no TPM 2.0 (" + DEVICE + ")";
        if (!Files.isReadable(DEVICE) || !Files.isWritable(DEVICE)) {
            return "the user " + System.getProperty("user.name") + " may not use " + DEVICE
                    + ": add the user to the group tss";
        }
        return PROGRAMS.stream().allMatch(Tpm::isInstalled) ? null : "the package tpm2-tools is not installed";
    }

    private static boolean isInstalled(String program) {
        for (String folder : System.getenv().getOrDefault("PATH", "/usr/bin").split(":", -1)) {
            if (Files.isExecutable(Path.of(folder.isEmpty() ? "." : folder, program))) return true;
        }
        return false;
    }

    /// One that is reached in another way.
    ///
    /// @param connection as tpm2-tools understands it (TCTI), such as `swtpm:path=/run/tpm`
    static Tpm at(String connection, long commandMsMax) {
        return new Tpm(connection, commandMsMax);
    }

    /// Seals at most 128 bytes. Throws [ProofException].
    public byte[] seal(byte[] secret) {
        return inFolder(folder -> {
            primary(folder);
            run(
                    folder,
                    secret,
                    "tpm2_create",
                    "--quiet",
                    "--parent-context=primary",
                    "--hash-algorithm=sha256",
                    "--attributes=fixedtpm|fixedparent|userwithauth|noda",
                    "--sealing-input=-",
                    "--public=public",
                    "--private=private");
            byte[] open = Files.readAllBytes(folder.resolve("public"));
            byte[] shut = Files.readAllBytes(folder.resolve("private"));
            byte[] both = Arrays.copyOf(open, open.length + shut.length);
            System.arraycopy(shut, 0, both, open.length, shut.length);
            return both;
        });
    }

    /// What was sealed. Throws [ProofException], also where another TPM has sealed it.
    public byte[] open(byte[] sealed) {
        int middle = sealed.length < 2 || sealed.length > SEALED_BYTES_MAX
                ? sealed.length
                : 2 + ((sealed[0] & 0xFF) << 8 | (sealed[1] & 0xFF)); // TPM2B_PUBLIC begins with its length
        if (middle >= sealed.length) throw new ProofException("what the TPM sealed is damaged");
        return inFolder(folder -> {
            primary(folder);
            Files.write(folder.resolve("public"), Arrays.copyOf(sealed, middle));
            Files.write(folder.resolve("private"), Arrays.copyOfRange(sealed, middle, sealed.length));
            run(
                    folder,
                    null,
                    "tpm2_load",
                    "--quiet",
                    "--parent-context=primary",
                    "--public=public",
                    "--private=private",
                    "--key-context=secret");
            flush(folder);
            return run(folder, null, "tpm2_unseal", "--object-context=secret");
        });
    }

    private void primary(Path folder) throws IOException {
        run(
                folder,
                null,
                "tpm2_createprimary",
                "--quiet",
                "--hierarchy=o",
                "--hash-algorithm=sha256",
                "--key-algorithm=ecc256",
                "--key-context=primary");
        flush(folder);
    }

    /// Without a resource manager a chip keeps what was loaded, and has room for three.
    private void flush(Path folder) throws IOException {
        run(folder, null, "tpm2_flushcontext", "--transient-object");
    }

    @FunctionalInterface
    private interface Work {
        byte[] in(Path folder) throws IOException;
    }

    /// Does it in a folder of its own, which is removed at the end. The secret is never in it.
    private static byte[] inFolder(Work work) {
        try {
            var ownersOnly = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
            Path folder = Files.createTempDirectory("lintel-tpm-", ownersOnly);
            try {
                return work.in(folder);
            } finally {
                try (var files = Files.newDirectoryStream(folder)) {
                    for (Path file : files) Files.delete(file);
                }
                Files.delete(folder);
            }
        } catch (IOException e) {
            throw new ProofException("the TPM cannot be used: " + e.getMessage(), e);
        }
    }

    /// Runs one program, for a limited time; returns what it printed, without its errors.
    private byte[] run(Path folder, byte @Nullable [] input, String... words) throws IOException {
        var command = new ArrayList<>(List.of("timeout", "--signal=KILL", seconds(commandMsMax)));
        command.addAll(List.of(words));
        Path errors = folder.resolve("errors");
        var builder = new ProcessBuilder(command).directory(folder.toFile()).redirectError(errors.toFile());
        builder.environment().putAll(Map.of("TPM2TOOLS_TCTI", connection, "LC_ALL", "C"));
        Process process = builder.start();
        try {
            try (OutputStream in = process.getOutputStream()) {
                if (input != null) in.write(input);
            } catch (IOException e) { // the program has ended; its exit code and its errors are reported below
            }
            byte[] said = process.getInputStream().readNBytes(SAID_BYTES_MAX);
            int exit = process.waitFor();
            if (exit == 0) return said;
            throw new ProofException(words[0] + ": " + why(exit, errors));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ProofException("interrupted while the TPM worked", e);
        } finally {
            process.destroyForcibly();
        }
    }

    private static String seconds(long ms) {
        return ms / 1000 + "." + String.format("%03d", ms % 1000);
    }

    private String why(int exit, Path errors) throws IOException {
        if (exit == KILLED) return "no answer from the TPM within " + commandMsMax / 1000 + " s";
        try (var in = Files.newInputStream(errors)) {
            String text = new String(in.readNBytes(SAID_BYTES_MAX), StandardCharsets.UTF_8);
            return text.lines()
                    .filter(line -> line.startsWith("ERROR: "))
                    .findFirst()
                    .orElse("exit code " + exit);
        }
    }
}
