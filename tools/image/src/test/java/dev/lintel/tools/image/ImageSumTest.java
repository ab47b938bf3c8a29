package dev.lintel.tools.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.tools.pack.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The file beside an image, which people check with `sha256sum` too.
class ImageSumTest {
    @TempDir
    Path folder;

    private Path image;

    @BeforeEach
    void publish() throws IOException {
        image = folder.resolve("north gate.img");
        ImageSum.publish(Files.writeString(folder.resolve("part"), "an image"), image);
    }

    @Test
    void sha256sumChecksIt() {
        assertThat(Programs.run("sh", "-c", "cd '" + folder + "' && sha256sum -c 'north gate.img.sha256'"))
                .contains("north gate.img: OK");
        assertThat(ImageSum.check(image)).startsWith("a5df3fde");
        assertThat(folder.toFile().list()).containsExactlyInAnyOrder("north gate.img", "north gate.img.sha256");
    }

    @Test
    void anotherImageHasAnother() throws IOException {
        ImageSum.publish(Files.writeString(folder.resolve("part"), "a newer image"), image);
        ImageSum.check(image);
        Files.writeString(image, "a newer imagf");
        assertThatThrownBy(() -> ImageSum.check(image))
                .isInstanceOf(ImageException.class)
                .hasMessageContaining("is not what was made");
    }

    @Test
    void itGoesWithAnImageOfAnotherName() throws IOException {
        Path renamed = Files.move(image, folder.resolve("b.img"));
        assertThat(ImageSum.check(renamed)).as("none beside it").isNull();
        Files.move(ImageSum.beside(image), ImageSum.beside(renamed));
        assertThat(ImageSum.check(renamed)).isNotNull();
    }

    @Test
    void whatIsNoSumIsNotTakenForOne() throws IOException {
        for (String text : new String[] {"", "abc  north gate.img\n", "0".repeat(65) + "  north gate.img\n"}) {
            Files.writeString(ImageSum.beside(image), text);
            assertThatThrownBy(() -> ImageSum.check(image))
                    .isInstanceOf(ImageException.class)
                    .hasMessageEndingWith(".sha256 is not as sha256sum writes it");
        }
    }
}
