package dev.lintel.controller.people;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.files.DataFolder;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImageShelfTest {
    @TempDir
    Path path;

    @Test
    void aShelfThatIsFullTakesNoMoreUntilSomethingGoes() throws IOException {
        try (var folder = DataFolder.open(path.resolve("data"))) {
            var shelf = new ImageShelf(folder, 3 << 20);
            for (String name : new String[] {"a", "b", "c"}) {
                try (OutputStream out = shelf.receive(name)) {
                    out.write(new byte[1 << 20]);
                }
            }
            assertThatThrownBy(() -> shelf.receive("d"))
                    .isInstanceOf(IOException.class)
                    .hasMessage("there are 3 MB of images already");
            shelf.deleteIncoming("b");
            try (OutputStream out = shelf.receive("d")) {
                assertThat(out).isNotNull();
            }
        }
    }
}
