package dev.lintel.tools;

import dev.lintel.controller.control.ControlSocket;
import dev.lintel.controller.control.Refused;
import dev.lintel.controller.json.Json;
import dev.lintel.controller.json.JsonException;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Asks the process that runs on a data folder. Blocks until it has answered; main thread.
///
/// Every way it can fail is a [CommandFailed]: nothing runs there, it refused, or it ended half-way.
/// Whatever is not a refusal for good may work another time.
record ControlClient(Path dataFolder) {
    /// The answers, all of them, once the process has said that it is done.
    List<Map<String, @Nullable Object>> ask(Map<String, ? extends @Nullable Object> request) {
        var answers = new ArrayList<Map<String, @Nullable Object>>();
        ask(request, answers::add);
        return answers;
    }

    /// The one answer of a command that has one.
    Map<String, @Nullable Object> askOne(Map<String, ? extends @Nullable Object> request) {
        List<Map<String, @Nullable Object>> answers = ask(request);
        if (answers.size() == 1) return answers.getFirst();
        throw new CommandFailed("the process gave " + answers.size() + " answers where one was expected");
    }

    /// Hands on each answer as it comes.
    void ask(Map<String, ? extends @Nullable Object> request, Consumer<Map<String, @Nullable Object>> each) {
        try (SocketChannel channel = connect()) {
            ByteBuffer line = ByteBuffer.wrap((Json.write(request) + "\n").getBytes(StandardCharsets.UTF_8));
            while (line.hasRemaining()) channel.write(line);
            read(new BufferedReader(Channels.newReader(channel, StandardCharsets.UTF_8)), each);
        } catch (IOException | JsonException e) { // it was killed meanwhile, or something else listens there
            throw CommandFailed.forNow("the process on " + dataFolder + " broke off: " + e.getMessage());
        }
    }

    /// Whether a process answers there.
    boolean runs() {
        try (SocketChannel _ = connect()) {
            return true;
        } catch (CommandFailed | IOException e) { // nobody listens
            return false;
        }
    }

    private void read(BufferedReader reader, Consumer<Map<String, @Nullable Object>> each) throws IOException {
        while (true) {
            String line = reader.readLine();
            if (line == null) throw CommandFailed.forNow("the process on " + dataFolder + " ended before it answered");
            Map<String, @Nullable Object> answer = Json.parseObject(line);
            if (answer.get("error") instanceof String error) throw refused(error, answer.get("exit"));
            if (Boolean.TRUE.equals(answer.get("done"))) return;
            each.accept(answer);
        }
    }

    private static CommandFailed refused(String error, @Nullable Object exit) {
        boolean forNow = Long.valueOf(Refused.FOR_NOW).equals(exit);
        return forNow ? CommandFailed.forNow(error) : new CommandFailed(error);
    }

    private SocketChannel connect() {
        try {
            Path socket = ControlSocket.find(dataFolder);
            if (socket != null) return SocketChannel.open(UnixDomainSocketAddress.of(socket));
        } catch (AccessDeniedException e) {
            throw new CommandFailed("the data folder " + dataFolder + " belongs to another user: use sudo");
        } catch (IOException e) { // a socket that a killed process left: nobody listens
            if (String.valueOf(e.getMessage()).contains("Permission denied")) {
                throw new CommandFailed("the data folder " + dataFolder + " belongs to another user: use sudo");
            }
        }
        throw CommandFailed.forNow("no lintel runs on " + dataFolder);
    }
}
