package dev.lintel.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StorageChecksTest {
    private static final Path DATA = Path.of("/var/lib/lintel");
    private static final String ROOT = "20 1 179:2 / / ro,relatime - ext4 /dev/root ro\n";
    private static final String VAR = "21 20 179:4 / /var rw,noatime - ext4 /dev/mmcblk0p4 rw\n";

    @TempDir
    Path root;

    /// What it says of the disk.
    private @Nullable String smart;

    private MadeFiles made = new MadeFiles(Path.of("set before each"));

    /// A Pi's card with its fourth partition at `/var`, for ten days.
    @BeforeEach
    void card() throws IOException {
        made = new MadeFiles(root)
                .put("proc/self/mountinfo", ROOT + VAR)
                .put("proc/uptime", "864000.00 1000.00")
                .folder("sys/devices/mmc0/block/mmcblk0/mmcblk0p4")
                .put("sys/devices/mmc0/block/mmcblk0/mmcblk0p4/partition", "4")
                .link("sys/dev/block/179:4", "sys/devices/mmc0/block/mmcblk0/mmcblk0p4")
                .link("sys/block/mmcblk0", "sys/devices/mmc0/block/mmcblk0")
                .put("sys/block/mmcblk0/size", "62500000")
                .put("sys/block/mmcblk0/device/type", "SD")
                .put("sys/block/mmcblk0/device/name", "SC32G")
                .put("sys/block/mmcblk0/device/date", "03/2024");
    }

    private @Nullable String smartctl(List<String> command) {
        assertThat(command).containsExactly("smartctl", "--json", "-H", "-A", "/dev/nvme0n1");
        return smart;
    }

    private List<String> lines() {
        return StorageChecks.all(made.files(), DATA, this::smartctl).stream()
                .map(Finding::sentence)
                .toList();
    }

    private String line(String check) {
        return lines().stream().filter(line -> line.contains(check)).findFirst().orElse("none");
    }

    @Test
    void aCardTellsNothingOfItsWearAndThatIsSaid() {
        assertThat(line("storage wear")).startsWith("ok").contains("SD card mmcblk0 SC32G of 03/2024 tells nothing");
        assertThat(line("file system")).startsWith("ok").contains("ext4 on mmcblk0p4, no faults");
    }

    /// JEDEC's DEVICE_LIFE_TIME_EST_TYP_A and _B, and PRE_EOL_INFO, as the kernel writes them.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            0x01 0x02 | 0x01 | ok   | has used up to 20 % of its life
            0x00 0x00 | 0x00 | ok   | gives no estimate of its life
            0x03 0x08 | 0x01 | warn | has used up to 80 % of its life
            0x0a 0x01 | 0x01 | warn | has used up to 100 % of its life
            0x0b 0x01 | 0x01 | fail | is beyond its life
            0x02 0x02 | 0x02 | warn | has used up to 20 % of its life
            0x02 0x02 | 0x03 | fail | has used up to 20 % of its life
            odd words | 0x01 | ok   | gives no estimate of its life
            """)
    void anEmmcTellsHowMuchOfItsLifeIsGone(String life, String endOfLife, String state, String found)
            throws IOException {
        made.put("sys/block/mmcblk0/device/life_time", life).put("sys/block/mmcblk0/device/pre_eol_info", endOfLife);
        assertThat(line("storage wear")).startsWith(state).contains(found);
    }

    /// The same partition on an SSD.
    private void ssd() throws IOException {
        made.folder("sys/devices/pci0/nvme0/nvme0n1/nvme0n1p4")
                .put("sys/devices/pci0/nvme0/nvme0n1/nvme0n1p4/partition", "4")
                .put("proc/self/mountinfo", ROOT + VAR.replace("179:4", "259:4"))
                .link("sys/dev/block/259:4", "sys/devices/pci0/nvme0/nvme0n1/nvme0n1p4")
                .link("sys/block/nvme0n1", "sys/devices/pci0/nvme0/nvme0n1")
                .put("sys/block/nvme0n1/device/model", "KXG60ZNV256G");
    }

    /// Shapes of smartctl 7.4's JSON, shortened: an NVMe disk, a SATA one, and what it says to nobody special.
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"smart_status":{"passed":true},"endurance_used":{"current_percent":4}} | ok | has used 4 % of its life
            {NVME:{"percentage_used":81}} | warn | has used 81 % of its life
            {NVME:{"percentage_used":130}} | fail | has used 130 % of its life
            {"smart_status":{"passed":false},"endurance_used":{"current_percent":4}} | fail | expects to fail
            {NVME:{"percentage_used":3,"critical_warning":8}} | fail | takes nothing any more
            {NVME:{"available_spare":4,"available_spare_threshold":10}} | fail | has 4 % of its spare
            {"smart_status":{"passed":true}} | ok | gives no estimate of its life
            {"endurance_used":{"current_percent":"odd"},"smart_status":7} | ok | gives no estimate of its life
            {"smartctl":{"messages":[{"string":"/dev/nvme0n1 failed: Permission denied"}]}} | ok | root alone
            smartctl: unrecognized option '--json' | ok | nothing of its wear that can be read
            """)
    void anSsdTellsSmartctl(String said, String state, String found) throws IOException {
        ssd();
        smart = said.replace("NVME", "\"nvme_smart_health_information_log\"");
        assertThat(line("storage wear")).startsWith(state).contains("nvme0n1 (KXG60ZNV256G)", found);
    }

    @Test
    void withoutSmartctlAnSsdTellsNothingAndThatIsSaid() throws IOException {
        ssd();
        assertThat(line("storage wear")).startsWith("ok").contains("tells the kernel nothing", "install smartmontools");
    }

    @Test
    void whatIsWrittenIsTakenAsAYear() throws IOException {
        // 20 M sectors of 512 bytes in ten days: 374 GB a year, to a card of 32 GB.
        made.put("sys/block/mmcblk0/stat", " 1 2 3 4 5 6 20000000 8 9 10 11");
        assertThat(line("writes"))
                .startsWith("ok")
                .contains("10.2 GB to mmcblk0 in 10.0 days; 374 GB a year, 12 times");
        made.put("sys/block/mmcblk0/stat", "1 2 3 4 5 6 200000000 8 9 10 11");
        assertThat(line("writes")).startsWith("warn").contains("3,740 GB a year, 117 times its size");
        made.put("proc/uptime", "3600.5 1.0");
        assertThat(line("writes")).startsWith("ok").contains("ask again after a day");
        made.put("sys/block/mmcblk0/stat", "1 2 3");
        assertThat(line("writes")).isEqualTo("none");
    }

    @Test
    void aFileSystemThatFoundFaultsFails() throws IOException {
        made.put("sys/fs/ext4/mmcblk0p4/errors_count", "0");
        assertThat(line("file system")).startsWith("ok");
        made.put("sys/fs/ext4/mmcblk0p4/errors_count", "3");
        assertThat(line("file system")).startsWith("fail").contains("has found 3 faults in itself");
    }

    @Test
    void oneThatTheKernelMadeReadOnlyFails() throws IOException {
        made.put("proc/self/mountinfo", ROOT + VAR.replace("rw,noatime", "ro,noatime"));
        assertThat(line("file system")).startsWith("fail").contains("mounted read-only");
    }

    @Test
    void theFolderWithoutADiskHasNoWear() throws IOException {
        made.put("proc/self/mountinfo", ROOT + "22 20 0:30 / /var rw - tmpfs tmpfs rw\n");
        assertThat(lines()).hasSize(1).first().asString().startsWith("ok").contains("tmpfs, no faults");
        made.put("proc/self/mountinfo", "");
        assertThat(lines()).hasSize(1).first().asString().contains("does not tell where /var/lib/lintel lies");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            1000 500 | ok
            1000 49  | warn
            1000 0   | fail
            """)
    void inodesRunOutBeforeRoomDoes(String counts, String state) {
        assertThat(StorageChecks.inodes(counts))
                .isNotNull()
                .extracting(Finding::sentence)
                .asString()
                .startsWith(state);
    }

    @Test
    void whatHasNoInodesSaysNothing() {
        assertThat(StorageChecks.inodes("0 0")).isNull();
        assertThat(StorageChecks.inodes("stat: cannot read")).isNull();
        assertThat(StorageChecks.inodes(null)).isNull();
    }
}
