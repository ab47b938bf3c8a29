package dev.lintel.controller.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiskRoomTest {
    private static final long GIB = 1L << 30;

    @Test
    void aNearlyFullDiskIsTold() {
        assertThat(DiskRoom.fault(7 * GIB, GIB - 1)).isEqualTo("the disk is 88 % full, 1023 MiB are free");
        assertThat(DiskRoom.fault(GIB, 0)).startsWith("the disk is 100 % full");
    }

    @Test
    void roomEnoughIsNotTold() {
        assertThat(DiskRoom.fault(GIB, GIB / 2)).isNull(); // two thirds
        assertThat(DiskRoom.fault(100 * GIB, GIB)).isNull(); // little by share, years by events
        assertThat(DiskRoom.fault(0, 0)).isNull(); // a disk without blocks of its own says nothing
    }

    @Test
    void aRealFolderCanBeAsked(@TempDir Path folder) {
        assertThat(DiskRoom.fault(folder))
                .satisfiesAnyOf(
                        fault -> assertThat(fault).isNull(),
                        fault -> assertThat(fault).startsWith("the disk is "));
    }

    @Test
    void howMuchIsFreeIsTold(@TempDir Path folder) {
        assertThat(DiskRoom.freeBytes(folder)).isPositive();
        assertThat(DiskRoom.freeBytes(folder.resolve("gone"))).isEqualTo(-1);
    }
}
