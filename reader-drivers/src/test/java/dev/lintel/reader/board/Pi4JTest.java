package dev.lintel.reader.board;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.pi4j.Pi4J;
import com.pi4j.context.Context;
import com.pi4j.io.gpio.digital.DigitalInput;
import com.pi4j.io.gpio.digital.DigitalOutput;
import com.pi4j.io.gpio.digital.DigitalState;
import com.pi4j.io.gpio.digital.PullResistance;
import dev.lintel.reader.linux.GpioFlag;
import dev.lintel.reader.pi4j.ChipInputs;
import dev.lintel.reader.pi4j.ChipOutputs;
import dev.lintel.reader.pi4j.LintelPi4J;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// A Pi4J program on our lines.
class Pi4JTest {
    private final FakeKernel kernel = new FakeKernel();
    private final BoardGpio chip = new BoardGpio(() -> kernel, "/dev/gpiochip9", System::nanoTime);
    private final Context pi4j = Pi4J.newContextBuilder()
            .noAutoDetect()
            .add(new ChipInputs(chip), new ChipOutputs(chip))
            .disableShutdownHook()
            .build();

    @AfterEach
    void close() {
        pi4j.shutdown();
        chip.close(); // the fake kernel throws when a line was not given back
    }

    @Test
    void aRelayIsDrivenByItsWiresLevel() {
        DigitalOutput relay = pi4j.create(
                DigitalOutput.newConfigBuilder(pi4j).id("relay").bcm(17).build());
        assertThat(kernel.of(17).flags).isEqualTo(GpioFlag.OUTPUT);
        assertThat(relay.state()).isEqualTo(DigitalState.LOW);
        relay.high();
        assertThat(kernel.of(17).levels).isEqualTo(1);
        assertThat(relay.isHigh()).isTrue();
        relay.low();
        assertThat(kernel.of(17).levels).isZero();
    }

    @Test
    void aRelayThatBeginsHighIsNeverLowMeanwhile() {
        DigitalOutput relay = pi4j.create(DigitalOutput.newConfigBuilder(pi4j)
                .bcm(17)
                .onState(DigitalState.LOW)
                .initial(DigitalState.HIGH)
                .shutdown(DigitalState.HIGH)
                .build());
        FakeKernel.Request request = kernel.of(17);
        assertThat(request.flags).isEqualTo(GpioFlag.OUTPUT | GpioFlag.ACTIVE_LOW); // inactive: high on the wire
        assertThat(request.levels).isZero();
        assertThat(relay.isOff()).isTrue();
        relay.on();
        assertThat(request.levels).isEqualTo(1);
        assertThat(relay.isLow()).isTrue();
        pi4j.shutdown(relay.id());
        assertThat(request.levels).isZero();
        assertThat(request.closed).isTrue();
    }

    @Test
    void aContactToGroundIsPulledUpDebouncedAndOnWhileItIsLow() throws InterruptedException {
        BlockingQueue<DigitalState> heard = new LinkedBlockingQueue<>();
        DigitalInput contact = pi4j.create(DigitalInput.newConfigBuilder(pi4j)
                .bcm(27)
                .pull(PullResistance.PULL_UP)
                .debounce(9_500L)
                .onState(DigitalState.LOW)
                .build());
        contact.addListener(event -> heard.add(event.state()));
        FakeKernel.Request request = kernel.of(27);
        assertThat(request.flags)
                .isEqualTo(GpioFlag.INPUT | GpioFlag.EDGE_RISING | GpioFlag.EDGE_FALLING | GpioFlag.BIAS_PULL_UP);
        assertThat(request.debounceUs).isEqualTo(10_000);
        request.levels = 1;
        assertThat(contact.isHigh()).isTrue();
        assertThat(contact.isOff()).isTrue();
        request.levels = 0;
        assertThat(contact.isOn()).isTrue();
        request.edge(27, false, 1);
        request.edge(27, true, 2);
        assertThat(next(heard)).isEqualTo(DigitalState.LOW);
        assertThat(next(heard)).isEqualTo(DigitalState.HIGH);
    }

    @Test
    void noPullIsTheChipsResistorSwitchedOff() {
        pi4j.create(DigitalInput.newConfigBuilder(pi4j).bcm(4).debounce(0L).build());
        assertThat(kernel.of(4).flags & (GpioFlag.BIAS_DISABLED | GpioFlag.BIAS_PULL_UP | GpioFlag.BIAS_PULL_DOWN))
                .isEqualTo(GpioFlag.BIAS_DISABLED);
        assertThat(kernel.of(4).debounceUs).isZero();
    }

    @Test
    void aLineThatWasShutDownCanBeMadeAgain() {
        DigitalOutput relay = pi4j.create(
                DigitalOutput.newConfigBuilder(pi4j).id("door").bcm(5).build());
        FakeKernel.Request first = kernel.of(5);
        pi4j.shutdown(relay.id());
        assertThat(first.closed).isTrue();
        kernel.requests.remove(first);
        pi4j.create(DigitalInput.newConfigBuilder(pi4j).id("button").bcm(5).build());
        assertThat(kernel.of(5).flags & GpioFlag.INPUT).isNotZero();
    }

    @Test
    void whatTheKernelRefusesReachesTheProgramInWords() {
        assertThatThrownBy(() ->
                        pi4j.create(DigitalOutput.newConfigBuilder(pi4j).bcm(31).build()))
                .hasStackTraceContaining("line 31 of /dev/gpiochip9 is in use by 'spi0 CS0'");
        DigitalOutput relay =
                pi4j.create(DigitalOutput.newConfigBuilder(pi4j).bcm(6).build());
        kernel.of(6).broken = true;
        assertThatThrownBy(relay::high).hasMessageContaining("line 6 cannot be driven");
        assertThat(relay.isLow()).isTrue();
    }

    @Test
    void aProgramThatSaysNothingFindsOurProviders() {
        Context found = Pi4J.newContextBuilder()
                .autoDetect()
                .property(LintelPi4J.CHIP_PROPERTY, "/nowhere/gpiochip0")
                .disableShutdownHook()
                .build();
        try {
            assertThat(found.hasProvider("lintel-digital-input")).isTrue();
            assertThatThrownBy(() -> found.create(
                            DigitalOutput.newConfigBuilder(found).bcm(1).build()))
                    .hasStackTraceContaining("/nowhere/gpiochip0 is not there");
        } finally {
            found.shutdown();
        }
    }

    private static <T> T next(BlockingQueue<T> queue) throws InterruptedException {
        return Objects.requireNonNull(queue.poll(10, TimeUnit.SECONDS), "nothing came");
    }
}
