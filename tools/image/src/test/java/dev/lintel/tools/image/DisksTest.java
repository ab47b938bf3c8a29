package dev.lintel.tools.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The kernel's files of an installer's laptop, as it shows them: a system disk, a card reader, a stick.
class DisksTest {
    @TempDir
    Path folder;

    private Path sys() {
        return folder.resolve("sys/class/block");
    }

    @BeforeEach
    void laptop() throws IOException {
        disk("nvme0n1", "pci0000:00/nvme/nvme0", 1_000_215_216, 0);
        file("nvme0n1/device/model", "SAMSUNG MZVL2512");
        part("nvme0n1", "nvme0n1p2", "259:2");
        disk("sda", "pci0000:00/usb1/1-2/host0", 62_521_344, 0);
        file("sda/device/vendor", "Generic ");
        file("sda/device/model", "STORAGE DEVICE  ");
        part("sda", "sda1", "8:1");
        disk("mmcblk0", "pci0000:00/mmc_host/mmc0/mmc0:aaaa", 31_116_288, 0);
        file("mmcblk0/device/type", "SD");
        file("mmcblk0/device/name", "SC16G");
        part("mmcblk0", "mmcblk0p1", "179:1");
        disk("mmcblk1", "platform/mmc_host/mmc1/mmc1:0001", 15_269_888, 0);
        file("mmcblk1/device/type", "MMC");
        file("mmcblk1/device/name", "BJTD4R");
        disk("mmcblk1boot0", "platform/mmc_host/mmc1/mmc1:0001", 8192, 0);
        disk("loop0", "virtual", 100, 0);
        disk("dm-0", "virtual", 100, 0);
        write(folder.resolve("proc/swaps"), "Filename\tType\tSize\n");
        mounts();
    }

    @Test
    void cardsAndSticksAreWritableAndNothingElse() {
        assertThat(disks().list()).extracting(Disk::name).containsExactly("mmcblk0", "mmcblk1", "nvme0n1", "sda");
        assertThat(refusal("mmcblk0")).isNull();
        assertThat(refusal("sda")).isNull();
        assertThat(refusal("nvme0n1")).isEqualTo("is built in: images go to cards and sticks only");
        assertThat(refusal("mmcblk1")).as("eMMC").startsWith("is built in");
    }

    @Test
    void modelAndSizeAreTheMakersAndTheKernels() {
        assertThat(one("sda").model()).isEqualTo("Generic STORAGE DEVICE");
        assertThat(one("mmcblk0").model()).isEqualTo("SC16G");
        assertThat(one("mmcblk0").bytes()).isEqualTo(31_116_288L * 512);
        assertThat(one("sda").device()).isEqualTo(Path.of("/dev/sda"));
    }

    @Test
    void aMountedPartitionKeepsItsDisk() throws IOException {
        mounts("36 25 8:1 / /media/my\\040card rw,nosuid shared:1 - vfat /dev/sda1 rw");
        assertThat(refusal("sda")).isEqualTo("is mounted at /media/my card (sda1)");
        mounts("25 1 179:1 / / rw - ext4 /dev/mmcblk0p1 rw");
        assertThat(refusal("mmcblk0")).isEqualTo("is what this system runs from");
        mounts("25 1 179:0 / /mnt rw - vfat /dev/mmcblk0 rw");
        assertThat(refusal("mmcblk0")).isEqualTo("is mounted at /mnt");
        mounts("25 1 179:10 / /mnt rw - vfat /dev/other rw");
        assertThat(refusal("mmcblk0")).as("179:10 is not 179:1").isNull();
    }

    /// btrfs has a device number of its own, which no disk has: only the mount's source says where it is.
    @Test
    void aMountWithANumberOfItsOwnKeepsItsDiskToo() throws IOException {
        mounts("29 1 0:29 /@ / rw,relatime shared:1 - btrfs /dev/sda1 rw,subvol=/@");
        assertThat(refusal("sda")).isEqualTo("is what this system runs from");
        assertThat(refusal("mmcblk0")).isNull();
        mounts("29 1 0:29 / /media/a rw - btrfs /dev/mmcblk0 rw");
        assertThat(refusal("mmcblk0")).isEqualTo("is mounted at /media/a");
        link("disk/by-uuid/a b", "../../sda1");
        mounts("29 1 0:29 / /media/a rw shared:1 master:2 - btrfs /dev/disk/by-uuid/a\\040b rw");
        assertThat(refusal("sda")).isEqualTo("is mounted at /media/a (sda1)");
        mounts("29 1 0:29 / /media/a rw - btrfs /dev/sda10 rw", "30 1 0:30 / /srv rw - nfs sda1:/ rw");
        assertThat(refusal("sda")).isNull();
    }

    @Test
    void aMountOfAnEncryptedPartitionKeepsItsDisk() throws IOException {
        link("mapper/secret", "../dm-0");
        mounts("29 1 0:29 / /media/a rw - btrfs /dev/mapper/secret rw");
        Files.createDirectories(sys().resolve("sda1").toRealPath().resolve("holders/dm-0"));
        assertThat(refusal("sda")).isEqualTo("is in use by dm-0 (sda1)");
    }

    @Test
    void aDiskIsLookedAtOnceMore() throws IOException {
        Disk asked = one("sda");
        disks().again(asked);
        mounts("36 25 8:1 / /media/card rw - vfat /dev/sda1 rw");
        assertThatThrownBy(() -> disks().again(asked))
                .isInstanceOf(ImageException.class)
                .hasMessage("/dev/sda is mounted at /media/card (sda1)");
        mounts();
        file("sda/size", "31116288");
        assertThatThrownBy(() -> disks().again(asked))
                .isInstanceOf(ImageException.class)
                .hasMessage("/dev/sda is another disk than it was a moment ago");
        Files.delete(sys().resolve("sda"));
        assertThatThrownBy(() -> disks().again(asked))
                .isInstanceOf(ImageException.class)
                .hasMessage("/dev/sda is gone");
    }

    @Test
    void swapAndHoldersKeepTheirDisk() throws IOException {
        write(folder.resolve("proc/swaps"), "Filename\tType\tSize\n/dev/sda1   partition\t1\n");
        assertThat(refusal("sda")).isEqualTo("is used as swap (sda1)");
        Files.createDirectories(
                folder.resolve("sys/devices/pci0000:00/mmc_host/mmc0/mmc0:aaaa/mmcblk0/mmcblk0p1/holders/dm-0"));
        assertThat(refusal("mmcblk0")).isEqualTo("is in use by dm-0 (mmcblk0p1)");
    }

    @Test
    void aReaderWithoutACardAndALockedCardAreSaidSo() throws IOException {
        file("sda/size", "0");
        assertThat(refusal("sda")).isEqualTo("has no card in it");
        file("mmcblk0/ro", "1");
        assertThat(refusal("mmcblk0")).isEqualTo("is write-protected");
    }

    @Test
    void aDeviceIsTakenOnlyWhereItMayBe() {
        assertThatThrownBy(() -> disks().writable(Path.of("/dev/null")))
                .isInstanceOf(ImageException.class)
                .hasMessageContaining("/dev/null is no disk");
        assertThatThrownBy(() -> disks().writable(folder.resolve("nothing")))
                .isInstanceOf(ImageException.class)
                .hasMessageStartingWith("there is no ");
    }

    /// The image alone is smaller: the box on it would never start.
    @Test
    void aCardWithoutRoomForAWholeBoxIsNotWritten() throws IOException {
        long least = Partitions.diskBytesMin() / 512;
        file("sda/size", Long.toString(least));
        assertThat(refusal("sda")).isNull();
        file("sda/size", Long.toString(least - 1));
        assertThat(refusal("sda")).isEqualTo("holds 2954 MB, and a box needs 2955 MB");
        file("sda/size", "3970048");
        assertThat(refusal("sda")).isEqualTo("holds 2032 MB, and a box needs 2955 MB");
    }

    /// The real one's: it must be readable on whatever runs the tests.
    @Test
    void thisMachinesDisksCanBeListed() {
        for (Disk disk : new Disks().list()) assertThat(disk.device()).startsWith(Path.of("/dev"));
    }

    private Disks disks() {
        return new Disks(sys(), folder.resolve("proc"), folder.resolve("dev"));
    }

    private Disk one(String name) {
        return disks().list().stream()
                .filter(disk -> disk.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private @Nullable String refusal(String name) {
        return one(name).refusal();
    }

    private void mounts(String... lines) throws IOException {
        write(folder.resolve("proc/self/mountinfo"), String.join("\n", List.of(lines)) + "\n");
    }

    /// As udev makes them, with the device that it leads to.
    private void link(String name, String to) throws IOException {
        Path link = folder.resolve("dev").resolve(name);
        Path links = Files.createDirectories(link.getParent());
        Files.createSymbolicLink(link, Path.of(to));
        Files.createFile(links.resolve(to).normalize());
    }

    /// As the kernel has it: a folder of the device, and a link in the class.
    private void disk(String name, String bus, long sectors, int removable) throws IOException {
        Path device = Files.createDirectories(
                folder.resolve("sys/devices").resolve(bus).resolve(name));
        Files.createDirectories(sys());
        Files.createSymbolicLink(sys().resolve(name), device);
        file(name + "/size", Long.toString(sectors));
        file(name + "/removable", Integer.toString(removable));
        file(name + "/ro", "0");
        file(name + "/dev", name.equals("mmcblk0") ? "179:0" : "1:" + name.length());
        Files.createDirectories(device.resolve("holders"));
    }

    private void part(String disk, String name, String number) throws IOException {
        Path folder = Files.createDirectories(sys().resolve(disk).toRealPath().resolve(name));
        Files.createSymbolicLink(sys().resolve(name), folder);
        file(name + "/partition", "1");
        file(name + "/dev", number);
        Files.createDirectories(folder.resolve("holders"));
    }

    private void file(String path, String text) throws IOException {
        write(sys().resolve(path), text + "\n");
    }

    private static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
