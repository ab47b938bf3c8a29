package dev.lintel.controller.update;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SlotsTest {
    @TempDir
    Path temp;

    /// The second root was made by the first boot itself: the kernel has it without a name until the next start.
    @Test
    void theSecondRootIsFoundBeforeTheFirstRestart() throws Exception {
        SigningKey key = SigningKey.make("release");
        var board = new BoardFolder(temp.resolve("board"), Bundles.trust(1, 1, List.of(key), List.of(key)));
        assertThat(Slots.of(board.root).other().device()).isEqualTo(board.slot('b'));
        board.withoutNameOfRootB();
        assertThatThrownBy(() -> Slots.of(board.root)).hasMessageContaining("there is no partition lintel-root-b");
        board.linkRootB();
        Slots found = Slots.of(board.root);
        assertThat(found.other().device()).isEqualTo(board.slot('b'));
        assertThat(found.other().letter()).isEqualTo('b');
    }
}
