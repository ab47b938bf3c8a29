package dev.lintel.tools.image;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.UUID;

/// The disk's identities and places, as the image's file has them.
///
/// ```
///   sector   2,048                  8,192+...               in bytes: 1 MiB | BOOT_BYTES | SLOT_BYTES | 1 MiB
///            boot (ESP)             root A                  the last MiB: the second table
/// ```
///
/// @param disk of the table
/// @param boot of the boot partition
/// @param rootA of each partition, by which the kernel finds it whatever the device is called
record Partitions(UUID disk, UUID boot, UUID rootA, UUID rootB, UUID data) {
    static final int SECTOR = 512;
    /// Before the first partition and behind the last: flash memory is erased in blocks of up to some MiB.
    static final long MARGIN_BYTES = 1L << 20;
    /// Two kernels with their first file systems (70 MB each), and a third while one is replaced.
    static final long BOOT_BYTES = 256L << 20;
    /// Twice what is in it today: a slot can not grow on a box that is in use.
    static final long SLOT_BYTES = 1L << 30;

    /// Of the data partition, as repart.d/40-data.conf has it: the first boot makes no smaller one.
    static final long DATA_BYTES_MIN = 512L << 20;

    /// The first boot makes the data partition, on a card that may be slow. One that is gone under a box that runs
    /// unmounts nothing: systemd would end Lintel, and with it every door, for the sake of its folder.
    private static final String PATIENCE = "x-systemd.device-timeout=10min,x-systemd.device-bound=no";

    private static final int VERSION_BYTE = 6;
    private static final int VARIANT_BYTE = 8;
    private static final int LOW_NIBBLE = 0x0F;
    private static final int LOW_SIX = 0x3F;
    private static final int VERSION = 0x80; // 8: of the maker's own making
    private static final int VARIANT = 0x80;

    /// Of one image: others have others, so that two cards in one machine are told apart.
    static Partitions of(String image) {
        return new Partitions(
                id(image, "disk"), id(image, "boot"), id(image, "root-a"), id(image, "root-b"), id(image, "data"));
    }

    private static UUID id(String image, String what) {
        try {
            byte[] hash =
                    MessageDigest.getInstance("SHA-256").digest((image + '\0' + what).getBytes(StandardCharsets.UTF_8));
            hash[VERSION_BYTE] = (byte) ((hash[VERSION_BYTE] & LOW_NIBBLE) | VERSION);
            hash[VARIANT_BYTE] = (byte) ((hash[VARIANT_BYTE] & LOW_SIX) | VARIANT);
            ByteBuffer bytes = ByteBuffer.wrap(hash);
            return new UUID(bytes.getLong(), bytes.getLong());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // every JVM has it
        }
    }

    static long bootAt() {
        return MARGIN_BYTES;
    }

    static long rootAt() {
        return MARGIN_BYTES + BOOT_BYTES;
    }

    /// Of the whole file.
    static long bytes() {
        return rootAt() + SLOT_BYTES + MARGIN_BYTES;
    }

    /// Of the smallest disk on which a box starts: the image, and what the first boot makes behind it.
    static long diskBytesMin() {
        return bytes() + SLOT_BYTES + DATA_BYTES_MIN;
    }

    /// As sfdisk reads it.
    String table(Board board) {
        String root = switch (board.arch()) {
            case ARM64 -> "B921B045-1DF0-41C3-AF44-4C6F280D3FAE";
            case AMD64 -> "4F68BCE3-E8CD-4DB1-96E7-FBCAF984B709";
        };
        return """
                label: gpt
                label-id: %s
                first-lba: 34
                start=%d, size=%d, type=C12A7328-F81F-11D2-BA4B-00A0C93EC93B, uuid=%s, name="lintel-boot"
                start=%d, size=%d, type=%s, uuid=%s, name="lintel-root-a"
                """.formatted(
                        disk,
                        bootAt() / SECTOR,
                        BOOT_BYTES / SECTOR,
                        boot,
                        rootAt() / SECTOR,
                        SLOT_BYTES / SECTOR,
                        root,
                        rootA);
    }

    /// The kernel's command line, with `@ROOT@`, `@BOOT@` and `@DATA@` for the partitions: another disk has
    /// others. What is broken in a file system is mended without asking: there is nobody who could answer.
    static String options(Board board) {
        return ("root=PARTUUID=@ROOT@ ro rootwait panic=10 systemd.gpt_auto=no fsck.repair=yes quiet " + board.console()
                        + " systemd.mount-extra=PARTUUID=@BOOT@:/efi:vfat:umask=0077,flush,nodev,nosuid,noexec,"
                        + PATIENCE
                        + " systemd.mount-extra=PARTUUID=@DATA@"
                        + ":/var:ext4:nodev,nosuid,noatime,commit=5,x-systemd.growfs,"
                        + PATIENCE)
                .replace("  ", " ");
    }

    /// The same for this image's first slot.
    String options(Board board, UUID root) {
        return options(board)
                .replace("@ROOT@", root.toString())
                .replace("@BOOT@", boot.toString())
                .replace("@DATA@", data.toString());
    }
}
