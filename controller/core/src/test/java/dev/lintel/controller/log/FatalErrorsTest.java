package dev.lintel.controller.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationTargetException;
import java.util.ServiceConfigurationError;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Which caught errors end the process.
class FatalErrorsTest {
    private final LinkedBlockingQueue<Throwable> seen = new LinkedBlockingQueue<>();

    private void report(Throwable fault) throws InterruptedException {
        Thread thread = Thread.ofPlatform().unstarted(() -> FatalErrors.report(fault));
        thread.setUncaughtExceptionHandler((_, reported) -> seen.add(reported));
        thread.start();
        thread.join(TimeUnit.SECONDS.toMillis(10));
    }

    @Test
    void exhaustedMemoryIsFatal() throws InterruptedException {
        var fault = new OutOfMemoryError("Java heap space");
        report(fault);
        assertThat(seen).containsExactly(fault);
    }

    @Test
    void soItIsWhereItIsTheCause() throws InterruptedException {
        var fault = new OutOfMemoryError("unable to create native thread");
        report(new IllegalStateException("of a library", new java.util.concurrent.ExecutionException(fault)));
        assertThat(seen).containsExactly(fault);
    }

    /// The JDK wraps it so, and for the second use of a class keeps only its text.
    @Test
    void soItIsWhereAClassFoundNoMemoryForItsFirstUse() throws InterruptedException {
        var memory = new OutOfMemoryError("Java heap space");
        var locale = new ServiceConfigurationError("provider", new InvocationTargetException(memory));
        assertThat(FatalErrors.isCausedByFatal(locale)).isTrue();
        String kept = "Exception java.lang.OutOfMemoryError: Java heap space [in thread \"main\"]";
        Throwable second = new NoClassDefFoundError("Could not initialize class X")
                .initCause(new ExceptionInInitializerError(kept));
        assertThat(FatalErrors.isCausedByFatal(second)).isTrue();
        var other = new ExceptionInInitializerError(new IllegalStateException("of the test"));
        assertThat(FatalErrors.isCausedByFatal(other)).isFalse();
        report(locale);
        assertThat(seen).containsExactly(memory);
    }

    /// As the JDK and Netty say it.
    @ParameterizedTest
    @CsvSource({
        "Cannot reserve 16384 bytes of direct buffer memory (allocated: 33554000; limit: 33554432)",
        "failed to allocate 4194304 byte(s) of direct memory (used: 33554432; max: 33554432)"
    })
    void exhaustedDirectMemoryIsNot(String message) throws InterruptedException {
        report(new OutOfMemoryError(message));
        assertThat(seen).isEmpty();
    }

    @Test
    void neitherAreExceptionsAndASmallStack() throws InterruptedException {
        report(new IllegalStateException("of the test"));
        report(new StackOverflowError());
        assertThat(seen).isEmpty();
    }
}
