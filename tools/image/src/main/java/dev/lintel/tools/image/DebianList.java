package dev.lintel.tools.image;

import dev.lintel.tools.pack.DebianPackage;
import dev.lintel.tools.pack.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;

/// Debian's packages of an image, which its SBOM names.
///
/// @param installed in the root file system, without Lintel's own package
/// @param firmware of a Raspberry Pi, on the boot partition only; of other boards none
record DebianList(List<DebianPackage> installed, List<DebianPackage> firmware) {
    /// In a base: what was unpacked for the boot partition.
    static final String FIRMWARE = "firmware/packages";

    private static final String DATABASE = "var/lib/dpkg";

    /// Of the base `tar`, as [RootFs#base] makes it.
    ///
    /// @param work a folder for what is taken out of it
    static DebianList of(Board board, Path tar, Path work) throws IOException {
        extract(tar, DATABASE + "/status", work);
        List<DebianPackage> firmware = board.isPi()
                ? Files.readAllLines(extract(tar, FIRMWARE, work)).stream()
                        .map(DebianPackage::read)
                        .toList()
                : List.of();
        return new DebianList(DebianPackage.installed(work.resolve(DATABASE)), firmware);
    }

    private static Path extract(Path tar, String file, Path work) throws IOException {
        Files.createDirectories(work);
        Programs.run(
                "tar",
                "--extract",
                "--occurrence=1",
                "--file=" + tar,
                "--directory=" + work,
                "--no-same-owner",
                "./" + file);
        return work.resolve(file);
    }

    /// Throws [ImageException] unless the root file system has these packages and Lintel's, no other and none less.
    ///
    /// @param packages the list that the script `install` made in the root: a name and a version on each line
    /// @param version of Lintel
    void requireAllOf(Path packages, String version) throws IOException {
        var listed = new TreeSet<>(Files.readAllLines(packages));
        var named = new TreeSet<String>();
        named.add("lintel " + version);
        for (DebianPackage one : installed) named.add(one.name() + " " + one.version());
        if (listed.equals(named)) return;
        var different = new TreeSet<>(listed);
        different.removeAll(named);
        named.removeAll(listed);
        different.addAll(named);
        throw new ImageException("the SBOM does not fit the root file system: " + String.join(", ", different));
    }
}
