package dev.lintel.tools.image;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// The door that hangs on the emulated board's GPIO lines, and who stands at it.
///
/// ```
///   0, 1  a Wiegand reader's D0 and D1, which rest high     4  the contact, closed when low
///   2     the strike's relay, released when high            5  the exit's button, pressed when low
///   3     the board's own power button: nobody else's
/// ```
final class VirtDoor {
    static final int D0 = 0;
    static final int D1 = 1;
    static final int STRIKE = 2;
    static final int TAKEN = 3;
    static final int CONTACT = 4;
    static final int EXIT = 5;

    static final String EVENTS = "lintel events tail --json --n 500";
    private static final int PRESSES_MAX = 10;
    /// Facility 1, number 1001 in H10301, with its parity: the number 66537.
    private static final String CARD = "10000000100000011111010010";

    private static final Duration RELEASED = Duration.ofSeconds(20);
    private static final Duration SECURED = Duration.ofMinutes(2);
    /// Longer than the strike stays released for anybody.
    private static final Duration STILL = Duration.ofSeconds(15);

    private VirtDoor() {}

    /// Nobody at the reader or the exit; the door is closed.
    static void idle(Qemu board) throws IOException {
        board.set(D0, true);
        board.set(D1, true);
        board.set(EXIT, true);
        board.set(CONTACT, false);
    }

    /// Ada's card at the reader.
    static void present(Qemu board) throws IOException {
        board.card(D0, D1, CARD);
    }

    /// Whatever let the strike go before is over.
    static void settles(Qemu board) throws InterruptedException {
        while (edge(board, STILL) != null) {}
    }

    /// The next edge of the strike is a release, and then it is secured again; false where none comes in time.
    static boolean releases(Qemu board) throws InterruptedException {
        Boolean first = edge(board, RELEASED);
        if (first == null) return false;
        assertThat(first).as("released").isTrue();
        assertThat(edge(board, SECURED)).as("secured again").isFalse();
        return true;
    }

    private static @Nullable Boolean edge(Qemu board, Duration within) throws InterruptedException {
        return board.edge(STRIKE, within);
    }

    /// A press of the card opens the door, and the strike is let go of again. A frame that the emulation tore in two
    /// is refused by the box, and presented once more, as a person does. First what was before it is over: a board
    /// that starts may find its lines low, which is the exit's button pressed.
    static void opens(VirtBox box, Qemu board) throws Exception {
        for (int attempt = 0; attempt < PRESSES_MAX; attempt++) {
            settles(board);
            present(board);
            if (!releases(board)) continue;
            assertThat(box.inside(EVENTS)).contains("Ada");
            return;
        }
        throw new AssertionError("the card opened nothing in " + PRESSES_MAX + " presses: " + box.inside(EVENTS));
    }
}
