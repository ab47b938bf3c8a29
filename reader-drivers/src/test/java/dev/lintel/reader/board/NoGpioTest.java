package dev.lintel.reader.board;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.reader.gpio.GpioException;
import dev.lintel.reader.gpio.LineSpec;
import org.junit.jupiter.api.Test;

class NoGpioTest {
    private static final LineSpec LINE = new LineSpec(17, true);

    private final NoGpio none = new NoGpio("/dev/gpiochip0");

    @Test
    void noLineOfItCanBeHad() {
        assertThatThrownBy(() -> none.output(LINE))
                .isInstanceOf(GpioException.class)
                .hasMessage("no line of /dev/gpiochip0 is used: controller.yaml wires none");
        assertThatThrownBy(() -> none.input(LINE, 5, (_, _) -> {})).isInstanceOf(GpioException.class);
    }

    @Test
    void nothingIsWrongWithItAndNothingIsLeft() {
        none.release(17);
        assertThat(none.fault()).isNull();
        none.close();
    }
}
