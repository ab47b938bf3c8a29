package dev.lintel.controller.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DescriptorsTest {
    @TempDir
    Path proc;

    private Descriptors descriptors(String soft, int open) throws IOException {
        Files.writeString(
                proc.resolve("limits"),
                "Limit                     Soft Limit           Hard Limit           Units     \n"
                        + "Max processes             7823                 7823                 processes \n"
                        + "Max open files            " + soft + "                 4096                 files     \n");
        Path folder = Files.createDirectories(proc.resolve("fd"));
        for (int i = 0; i < open; i++) Files.createFile(folder.resolve(Integer.toString(i)));
        return new Descriptors(proc);
    }

    @Test
    void fewDescriptorsThatAreLeftAreAFault() throws IOException {
        assertThat(descriptors("400", 352).fault()).isNull();
        Files.createFile(proc.resolve("fd/more"));
        assertThat(new Descriptors(proc).fault()).startsWith("353 of 400 file descriptors are in use");
    }

    @Test
    void aLimitWithoutAReserveIsAFault() throws IOException {
        assertThat(descriptors("303", 5).fault()).contains("too low, a box needs 304");
    }

    @Test
    void aLimitThatIsNoneBoundsNothing() throws IOException {
        assertThat(descriptors("unlimited", 1).max()).isEqualTo(Integer.MAX_VALUE);
        assertThat(new Descriptors(proc.resolve("none")).max()).isEqualTo(Integer.MAX_VALUE);
        assertThat(new Descriptors(proc.resolve("none")).fault()).contains("no file descriptor is left");
    }

    @Test
    void thisProcessHasSome() {
        assertThat(Descriptors.own().open())
                .isPositive()
                .isLessThan(Descriptors.own().max());
    }
}
