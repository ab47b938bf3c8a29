package dev.lintel.tools;

import dev.lintel.controller.time.SystemTime;
import dev.lintel.controller.update.UpdateException;
import dev.lintel.tools.image.Board;
import dev.lintel.tools.image.Card;
import dev.lintel.tools.image.ImageException;
import dev.lintel.tools.image.Images;
import dev.lintel.tools.image.Images.Made;
import dev.lintel.tools.image.Origin;
import dev.lintel.tools.pack.PackException;
import dev.lintel.tools.pack.Sources;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `lintel image build`.
@Command(
        name = "build",
        description = {
            "Makes an image with Debian and Lintel: to be written to a card by 'lintel image flash'.",
            "Debian is laid out where the archive holds other packages than at the last time, and else taken from"
                    + " target/package-cache: some minutes, for another architecture than this machine's a quarter of"
                    + " an hour. Without a network the kept one is taken. Of which day it is, is told at the end."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "%nExamples:",
            "  lintel image build --board amd64",
            "  lintel image build --board rpi --customise north-gate.yaml --out north-gate.img",
            "%nA file for --customise; every key may be left out:",
            "  host_name: north-gate",
            "  network: {address: 192.168.7.20/24, gateway: 192.168.7.1, dns: [192.168.7.1]}",
            "  ssh_keys: [\"ssh-ed25519 AAAA... me@office\"]",
            "  controller: controller.yaml",
            "  site: site.yaml",
            "  join: {hub: \"https://hub.example.com:8443\", code: CODE}",
            "  serial_console: on        a PC's first serial port is a console; without it it is left to readers",
            "%nCODE of join is from 'lintel hub code --box NAME --days N' at the hub: without --days it is over",
            "after 15 minutes. What the hub refuses is told on the page Commissioning and by 'lintel doctor'.",
            "%nEnvironment: LINTEL_DEBIAN_MIRROR and LINTEL_DEBIAN_SECURITY_MIRROR name other mirrors than",
            "http://deb.debian.org/debian and http://deb.debian.org/debian-security."
        })
final class ImageBuildCommand implements Callable<Integer> {
    private static final double MB = 1e6;

    @Option(
            names = "--board",
            paramLabel = "BOARD",
            required = true,
            description =
                    "virt-arm64 (arm64 with UEFI, QEMU's virt), amd64 (UEFI) or rpi (Raspberry Pi 3, 4, Zero 2 W).")
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    String board;

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = "The image (default: lintel-VERSION-BOARD.img in this folder).")
    @Nullable
    Path out;

    @Option(
            names = "--customise",
            paramLabel = "FILE",
            description = "Give it a host name, network, SSH keys, wiring, site or a hub's code before its first boot.")
    @Nullable
    Path customise;

    @Option(
            names = "--trust",
            paramLabel = "FILE",
            description = "Whose updates it takes: what 'lintel bundle trust' made. Without it none.")
    @Nullable
    Path trust;

    @Mixin
    OriginOptions origin = new OriginOptions();

    @Mixin
    Output output = new Output();

    @Override
    public Integer call() {
        var progress = new TerminalProgress(output.spec);
        try {
            Board wanted = Board.named(board);
            Origin from = origin.of(trust);
            Card card = customise == null ? Card.PLAIN : Card.read(customise);
            Sources sources = Sources.at(Path.of(System.getProperty("lintel.home", ".")), Version.text());
            Path target = out == null ? Path.of("lintel-" + sources.version() + "-" + board + ".img") : out;
            Made made = new Images(sources, new SystemTime(), progress::show)
                    .fresh(origin.fresh)
                    .reproducible(origin.reproducible)
                    .make(wanted, card, from, target);
            progress.clear();
            output.print(json(made), _ -> text(made));
            return 0;
        } catch (ImageException | PackException | UpdateException e) {
            progress.clear();
            throw new CommandFailed("lintel image build: " + e.getMessage());
        }
    }

    private static String text(Made made) {
        return String.format(
                Locale.ROOT,
                "%s: %.0f MB, %.0f MB of them in use (root %.0f MB), made in %.0f s%n  %s%n  %s%n  %s",
                made.board().title(),
                made.bytes() / MB,
                made.usedBytes() / MB,
                made.rootBytes() / MB,
                made.seconds(),
                made.debian().words(),
                made.image(),
                made.sbom());
    }

    private static Map<String, @Nullable Object> json(Made made) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("board", made.board().title());
        json.put("image", made.image().toString());
        json.put("sbom", made.sbom().toString());
        json.put("debian", made.debian().day().toString());
        json.put("debian_asked", made.debian().unasked() == null);
        json.put("bytes", made.bytes());
        json.put("used_bytes", made.usedBytes());
        json.put("root_bytes", made.rootBytes());
        json.put("seconds", made.seconds());
        return json;
    }
}
