package dev.lintel.tools;

import dev.lintel.controller.time.SystemTime;
import dev.lintel.tools.image.Card;
import dev.lintel.tools.image.Disk;
import dev.lintel.tools.image.DiskFile;
import dev.lintel.tools.image.Disks;
import dev.lintel.tools.image.Flasher;
import dev.lintel.tools.image.Flasher.Flashed;
import dev.lintel.tools.image.Identity;
import dev.lintel.tools.image.ImageException;
import dev.lintel.tools.image.ImageSum;
import dev.lintel.tools.image.Personal;
import dev.lintel.tools.pack.PackException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `lintel image flash`.
@Command(
        name = "flash",
        description = {
            "Writes an image to a card or stick, reads all of it back and compares. Without DEVICE it lists the"
                    + " disks of this machine.",
            "The card's box gets keys of its own: its set-up link is printed, with the fingerprint of its authority,"
                    + " as a QR code.",
            "Refuses disks that are built in, mounted, otherwise in use or too small for a box, and asks for the disk's"
                    + " name before it writes.",
            "An image that is not as its FILE.sha256 has it is not written."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "%nExamples:",
            "  lintel image flash",
            "  sudo lintel image flash /dev/sdb --image lintel-0.1.0-amd64.img",
        })
final class ImageFlashCommand implements Callable<Integer> {
    private static final double MB = 1e6;
    private static final double GB = 1e9;
    /// Longer than any disk's name.
    private static final int ANSWER_MAX = 100;

    @Parameters(
            arity = "0..1",
            paramLabel = "DEVICE|FILE",
            description = "The disk (/dev/sdb, /dev/mmcblk0), or a file that stands for one.")
    @Nullable
    Path target;

    @Option(names = "--image", paramLabel = "FILE", description = "What 'lintel image build' made.")
    @Nullable
    Path image;

    @Option(
            names = "--customise",
            paramLabel = "FILE",
            description =
                    "Give it a host name, network, SSH keys, wiring, site or a hub's code: see 'image build --help'."
                            + " What it leaves out is as the image was customised.")
    @Nullable
    Path customise;

    @Option(
            names = "--yes-overwrite",
            paramLabel = "NAME",
            description = "Do not ask: the disk's name (sdb), or the file's.")
    @Nullable
    String agreed;

    @Mixin
    Output output = new Output();

    @Override
    public Integer call() {
        var progress = new TerminalProgress(output.spec);
        try {
            if (target == null) return list();
            if (image == null) throw new CommandFailed("lintel image flash: say which image with --image FILE");
            Disk disk = disk(target);
            ask(disk);
            progress.show("comparing the image with its sum");
            ImageSum.check(image);
            var time = new SystemTime();
            Card given = customise == null ? Card.PLAIN : Card.read(customise);
            Identity box;
            Flashed flashed;
            try (var from = Personal.of(image)) {
                box = Identity.make(given.over(from.customised()), time);
                from.give(box.card());
                try (var to = DiskFile.target(still(disk))) {
                    flashed = new Flasher(time, progress::show).flash(from, to);
                }
            }
            progress.clear();
            output.print(json(disk, flashed, box), _ -> text(disk, flashed));
            if (!output.json) show(box);
            return 0;
        } catch (ImageException | PackException e) {
            progress.clear();
            throw new CommandFailed("lintel image flash: " + e.getMessage());
        }
    }

    /// A file stands for a disk of its own size.
    private static Disk disk(Path target) {
        if (!Files.isRegularFile(target)) return new Disks().writable(target);
        long bytes = target.toFile().length();
        String refusal = Disk.tooSmall(bytes);
        if (refusal != null) throw new ImageException(target + " " + refusal);
        return new Disk(String.valueOf(target.getFileName()), target, "a file", bytes, null);
    }

    /// The same disk: somebody may have mounted or changed it while the question stood.
    private static Disk still(Disk disk) {
        if (!Files.isRegularFile(disk.device())) new Disks().again(disk);
        return disk;
    }

    private void ask(Disk disk) {
        if (disk.name().equals(agreed)) return;
        if (agreed != null)
            throw new CommandFailed("--yes-overwrite names " + agreed + ", and the disk is " + disk.name());
        if (!TerminalProgress.isTerminal()) {
            throw new CommandFailed("nobody is here to be asked: say --yes-overwrite " + disk.name());
        }
        var err = output.spec.commandLine().getErr();
        err.println(Output.inLine(line(disk)));
        err.print("Everything on it will be lost. Its name, to go on: ");
        err.flush();
        String answer = StandardInput.of(output.spec.commandLine(), ANSWER_MAX).next();
        if (answer == null || !answer.strip().equals(disk.name())) throw new CommandFailed("nothing was changed");
    }

    private int list() {
        List<Disk> disks = new Disks().list();
        if (disks.isEmpty() && !output.json) output.line("this machine shows no disk");
        for (Disk disk : disks) {
            Map<String, @Nullable Object> json = new LinkedHashMap<>();
            json.put("device", disk.device().toString());
            json.put("model", disk.model());
            json.put("bytes", disk.bytes());
            json.put("refusal", disk.refusal());
            output.print(json, _ -> line(disk));
        }
        return 0;
    }

    private static String line(Disk disk) {
        String end = disk.refusal() == null ? "" : "  " + disk.refusal();
        return String.format(
                Locale.ROOT, "%-14s %8.1f GB  %-24s%s", disk.device(), disk.bytes() / GB, disk.model(), end);
    }

    private static String text(Disk disk, Flashed flashed) {
        return String.format(
                Locale.ROOT,
                "%s: %.0f MB written in %.0f s, read back in %.0f s: every byte is there",
                disk.device(),
                flashed.bytes() / MB,
                flashed.writeSeconds(),
                flashed.readSeconds());
    }

    /// The QR code where somebody has a phone to hold before it: a terminal's colours mean nothing in a file.
    private void show(Identity box) {
        if (TerminalProgress.isTerminal()) {
            var out = output.spec.commandLine().getOut();
            out.println();
            out.println(QrText.of(box.qr()));
        }
        output.line("Set up     " + box.link());
        output.line("Authority  " + box.fingerprint());
        output.line("Whoever has this link makes the box's first administrator: keep it until then.");
    }

    private static Map<String, @Nullable Object> json(Disk disk, Flashed flashed, Identity box) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("device", disk.device().toString());
        json.put("bytes", flashed.bytes());
        json.put("write_seconds", flashed.writeSeconds());
        json.put("read_seconds", flashed.readSeconds());
        json.put("verified", true);
        json.put("setup_link", box.link());
        json.put("fingerprint", box.fingerprint());
        return json;
    }
}
