package dev.lintel.controller.proof;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/// A TPM 2.0 as a process: swtpm, whose chip is that of its folder.
final class SoftwareTpm implements AutoCloseable {
    private static final long COMMAND_MS_MAX = 60_000;

    /// Between two looks for the socket.
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(5);

    private final Process process;
    private final Path socket;

    private SoftwareTpm(Process process, Path socket) {
        this.process = process;
        this.socket = socket;
    }

    /// Starts it; a new chip where the folder is new.
    static SoftwareTpm in(Path folder) throws IOException {
        Files.createDirectories(folder);
        Path socket = folder.resolve("s");
        Path control = folder.resolve("s.ctrl"); // where tpm2-tools looks for it
        Process process = new ProcessBuilder(
                        "swtpm",
                        "socket",
                        "--tpm2",
                        "--tpmstate",
                        "dir=" + folder,
                        "--server",
                        "type=unixio,path=" + socket,
                        "--ctrl",
                        "type=unixio,path=" + control,
                        "--flags",
                        "not-need-init,startup-clear",
                        "--log",
                        "fd=1,level=1")
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile())
                .start();
        while (!Files.exists(socket)) {
            if (!process.isAlive()) throw new IOException("swtpm: " + Files.readString(folder.resolve("log")));
            LockSupport.parkNanos(LOOK_NS);
        }
        return new SoftwareTpm(process, socket);
    }

    Tpm tpm() {
        return tpm(COMMAND_MS_MAX);
    }

    Tpm tpm(long commandMsMax) {
        return Tpm.at("swtpm:path=" + socket, commandMsMax);
    }

    /// Takes connections from now on, and answers nothing.
    void hang() throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-STOP", Long.toString(process.pid()))
                .start()
                .waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly();
        try {
            process.waitFor();
            Files.deleteIfExists(socket);
        } catch (InterruptedException | IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
