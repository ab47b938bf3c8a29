package dev.lintel.controller;

import dev.lintel.controller.api.ApiClient;
import dev.lintel.controller.control.ControlSocket;
import dev.lintel.controller.json.Json;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.SideDatabase;
import dev.lintel.controller.sync.Following;
import dev.lintel.controller.sync.HubLines;
import dev.lintel.controller.time.Await;
import dev.lintel.controller.time.MovedTime;
import dev.lintel.controller.time.SystemTime;
import dev.lintel.controller.tls.ClientTrust;
import dev.lintel.reader.CardBits;
import dev.lintel.sync.Limits;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A whole Lintel in this process on a folder of its own, that is stopped and started again as a test wants: real
/// sockets, real files, simulated doors, and a clock that is moved by hand.
public final class WholeLintel implements AutoCloseable {
    /// Tries again soon, so that a test need not wait; what is late because the machine is busy is not given up.
    private static final Limits QUICK = new Limits(
            5_000,
            20_000,
            10_000,
            20_000,
            20_000,
            60_000,
            500,
            86_400_000,
            500,
            20,
            20_000,
            10,
            50,
            50,
            200,
            3_600_000,
            500,
            1 << 20);

    /// Asks ten times a second; a full listing comes only when it is asked for.
    private static final dev.lintel.sync.cloud.Limits QUICK_SERVICE = new dev.lintel.sync.cloud.Limits(
            20_000, 16 << 20, 100_000, 100_000_000, 3_600_000_000_000L, 100_000_000, 3_600_000_000_000L);

    private static final dev.lintel.sync.cloud.Limits SLOW_SERVICE = new dev.lintel.sync.cloud.Limits(
            20_000, 16 << 20, 100_000, 3_600_000_000_000L, 3_600_000_000_000L, 3_600_000_000_000L, 3_600_000_000_000L);

    /// Two seconds where nothing else runs.
    private static final long READER_NS_MAX = 60_000_000_000L;

    public final Path data;
    public final MovedTime time = new MovedTime();
    /// `controller.yaml` of the next start; null: two simulated doors.
    public @Nullable Path config;
    /// The address that others reach it by; null: its own.
    public @Nullable String publicUrl;

    /// Requests a minute and token, of the next start; 0: as many as anybody likes.
    public int rateLimit;

    /// The port of plain HTTP; 0: none.
    public int http;

    /// Whether nobody is there to read why it does not start.
    public boolean service;

    private final SystemTime machine = new SystemTime();
    private final Path memory;
    private @Nullable Lintel running;

    /// In `folder`; begins with `start`.
    public WholeLintel(Path folder) {
        this.data = folder.resolve("data");
        this.memory = folder;
    }

    public WholeLintel start() {
        return startAt(0);
    }

    /// On a port that others know already.
    public WholeLintel startAt(int https) {
        var options = new RunOptions(data, config, null, false, publicUrl, https, http);
        running = Lintel.start(
                options, new Surroundings(null, null, Integer.toString(rateLimit), null, service, memory), time);
        return this;
    }

    /// Follows with short waits from now on.
    public void hurry() {
        Following following = lintel().following();
        following.through(((HubLines) following.lines()).within(QUICK));
    }

    /// Follows a service that is hardly ever asked by itself from now on.
    public void slowService() {
        lintel().following().service().within(SLOW_SERVICE);
    }

    /// Follows a service with short waits from now on.
    public void hurryService() {
        lintel().following().service().within(QUICK_SERVICE);
    }

    public void stop() {
        Lintel now = running;
        running = null;
        if (now != null) now.close();
    }

    private Lintel lintel() {
        return Objects.requireNonNull(running, "it is not started");
    }

    public Database database() {
        return lintel().database();
    }

    /// What a snapshot is put together in.
    public SideDatabase staging() {
        return lintel().following().staging();
    }

    /// What /health complains of.
    public List<String> troubles() {
        return lintel().report().reasons();
    }

    /// What housekeeping does twice a day.
    public void renewCertificate() {
        lintel().following().renew(false);
    }

    /// What housekeeping does every few seconds, for pictures of the hub.
    public void fetchImages() {
        lintel().following().fetchImages();
    }

    /// What housekeeping does each minute.
    public void keepContact() {
        lintel().following().keepContact();
    }

    /// What the command line asks, and the lines that come back.
    public String ask(Map<String, ?> request) {
        try (var channel =
                SocketChannel.open(UnixDomainSocketAddress.of(Objects.requireNonNull(ControlSocket.find(data))))) {
            channel.write(ByteBuffer.wrap((Json.write(request) + "\n").getBytes(StandardCharsets.UTF_8)));
            return new String(Channels.newInputStream(channel).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public String ask(String command) {
        return ask(Map.of("command", command));
    }

    /// The first thing that doctor finds of one kind; `none` where it finds nothing.
    public String doctor(String check) {
        return ask("doctor")
                .lines()
                .filter(line -> line.contains("\"check\":\"" + check + "\""))
                .findFirst()
                .orElse("none");
    }

    /// The first line of what comes back.
    public Map<String, @Nullable Object> asked(Map<String, ?> request) {
        var lines = new BufferedReader(new java.io.StringReader(ask(request)))
                .lines()
                .toList();
        return Json.parseObject(lines.getFirst());
    }

    /// Holds a card to an entry reader that somebody has talked to of late; the decision. Where time was moved on
    /// by more than a bus may be silent, what is under way on its wire then is lost, as when a cable is cut.
    public Map<String, @Nullable Object> card(long channel, long number) {
        long beginNs = machine.nowNs();
        while (!isOnline(channel)) {
            if (machine.nowNs() - beginNs > READER_NS_MAX)
                throw new AssertionError("the reader of channel " + channel + " is away");
            Await.pause(machine.nowNs() - beginNs);
        }
        String bits = CardBits.ofNumber(BigInteger.valueOf(number), 32).toString();
        return asked(Map.of("command", "present", "channel", channel, "bits", bits));
    }

    private boolean isOnline(long channel) {
        var seen = asked(Map.of("command", "sim", "channel", channel));
        return seen.get("reader") instanceof Map<?, ?> reader && Boolean.TRUE.equals(reader.get("online"));
    }

    /// Has something be wrong with the simulated wires of a unit, or not any more.
    public void fault(int unit, String fault, boolean on) {
        Objects.requireNonNull(lintel().simulator()).fault(unit, fault, on);
    }

    /// A client of its API, with a new key.
    public ApiClient client() {
        var made = asked(Map.of("command", "key create", "email", "ops@example.com"));
        return new ApiClient(
                "https://localhost:" + port(),
                ClientTrust.in(data.resolve("tls/ca.crt")),
                String.valueOf(made.get("api_key")));
    }

    /// Where its API is.
    public String url() {
        return lintel().url();
    }

    public int port() {
        var options = new RunOptions(data, config, null, false, publicUrl, 0, 0);
        return Objects.requireNonNull(lintel().next(options).httpsPort());
    }

    /// Copies its folder, which is stopped, to `to`.
    public void copyTo(Path to) {
        copy(data, to);
    }

    /// Has its folder, which is stopped, be as it was at [#copyTo].
    public void restoreFrom(Path from) {
        if (Files.exists(data)) delete(data);
        copy(from, data);
    }

    /// Has only its database be as it was.
    public void restoreDatabaseFrom(Path from) {
        try {
            for (String tail : List.of("-wal", "-shm")) Files.deleteIfExists(data.resolve("lintel.db" + tail));
            Files.copy(from.resolve("lintel.db"), data.resolve("lintel.db"), StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Copies the data folder of a Lintel that is stopped.
    static void copy(Path from, Path to) {
        try (Stream<Path> all = Files.walk(from)) {
            for (Path path : all.toList()) {
                Path target = to.resolve(from.relativize(path).toString());
                if (Files.isDirectory(path)) Files.createDirectories(target);
                else if (Files.isRegularFile(path)) Files.copy(path, target, StandardCopyOption.COPY_ATTRIBUTES);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Removes a folder with all that is in it.
    public static void delete(Path folder) {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : new ArrayList<>(all.toList()).reversed()) Files.delete(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        stop();
    }
}
