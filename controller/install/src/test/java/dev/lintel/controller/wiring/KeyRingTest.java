package dev.lintel.controller.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.commission.KeyFiles;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.readers.EncryptionKeys.Outcome;
import dev.lintel.controller.wiring.KeyRing.Keyed;
import dev.lintel.reader.osdp.Scbk;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Which key is on disk at each moment at which a reader may have another, or the box may die.
class KeyRingTest {
    private static final String OLD = "8f14e45fceea167a5a36dedd4bea2543";

    @TempDir
    Path folder;

    private final FakeWire entry = new FakeWire("entry-key");
    private final FakeWire exit = new FakeWire("exit-key");
    private final List<Keyed> finished = new ArrayList<>();
    private KeyFiles files;

    /// A reader that takes keys, loses the answer, or is away.
    private final class FakeWire implements KeyRing.Wire {
        final String name;
        final List<String> given = new ArrayList<>();
        boolean online = true;
        boolean forgotten;

        @Nullable
        RuntimeException answer;

        FakeWire(String name) {
            this.name = name;
        }

        @Override
        public boolean online() {
            return online;
        }

        @Override
        public CompletableFuture<Void> pair(Scbk base, Scbk fresh, Duration limit) {
            assertThat(base).isEqualTo(Scbk.ofHex(text(name)));
            assertThat(fresh).isEqualTo(Scbk.ofHex(text(name + ".new"))).isNotEqualTo(base);
            given.add(text(name + ".new"));
            return answer == null ? CompletableFuture.completedFuture(null) : CompletableFuture.failedFuture(answer);
        }

        @Override
        public CompletableFuture<Void> forget() {
            if (answer != null) return CompletableFuture.failedFuture(answer);
            forgotten = true;
            return CompletableFuture.completedFuture(null);
        }
    }

    @BeforeEach
    void anOldKey() throws IOException {
        files = new KeyFiles(folder);
        put("entry-key");
        put("exit-key");
    }

    private void put(String name) throws IOException {
        DataFolder.writePrivate(folder.resolve(name), OLD.getBytes(StandardCharsets.US_ASCII));
    }

    private String text(String name) {
        Path file = folder.resolve(name);
        try {
            return Files.exists(file) ? Files.readString(file) : "";
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private KeyRing ring(Keyed... readers) {
        Map<String, Scbk> keys = new HashMap<>();
        Set<String> shared = new HashSet<>();
        for (Keyed reader : readers) {
            String text = text(reader.name());
            if (keys.put(reader.name(), Scbk.ofHex(text.isEmpty() ? OLD : text)) != null) shared.add(reader.name());
        }
        var ring = new KeyRing(files, List.of(readers), new ReaderKeys(keys, List.of(), shared), finished::add);
        ring.begin();
        return ring;
    }

    private KeyRing both() {
        return ring(new Keyed(1, "entry", "entry-key", entry), new Keyed(1, "exit", "exit-key", exit));
    }

    private KeyRing one() {
        return ring(new Keyed(1, "entry", "entry-key", entry));
    }

    @Test
    void theNewKeyIsOnDiskBeforeTheReaderHasItAndInItsPlaceAfterwards() throws IOException {
        assertThat(one().renew(1)).isEqualTo(new Outcome.Done(List.of("entry")));
        String now = text("entry-key");
        assertThat(now).matches("[0-9a-f]{32}").isNotEqualTo(OLD);
        assertThat(entry.given).containsExactly(now);
        assertThat(folder.resolve("entry-key.new")).doesNotExist();
        assertThat(Files.getPosixFilePermissions(folder.resolve("entry-key"))).hasSize(2);
        assertThat(one().renew(1)).isInstanceOf(Outcome.Done.class);
        assertThat(text("entry-key")).isNotEqualTo(now);
    }

    @Test
    void whereTheReaderSaysNothingBothKeysStayAndTheSameNewOneIsTriedAgain() {
        KeyRing ring = one();
        entry.answer = new IllegalStateException("it does not answer");
        assertThat(ring.renew(1)).isInstanceOf(Outcome.Failed.class);
        String waits = text("entry-key.new");
        assertThat(waits).hasSize(32);
        assertThat(text("entry-key")).isEqualTo(OLD);
        entry.online = false;
        ring.finish();
        entry.answer = null;
        KeyRing after = one(); // another process
        after.finish();
        assertThat(entry.given).containsExactly(waits, waits, waits);
        assertThat(text("entry-key")).isEqualTo(waits);
        assertThat(folder.resolve("entry-key.new")).doesNotExist();
        after.finish();
        assertThat(entry.given).hasSize(3);
        assertThat(finished).extracting(Keyed::side).containsExactly("entry");
    }

    @Test
    void aReaderThatAnswersUnderItsKeyIsGivenNoOtherByItself() {
        KeyRing ring = one();
        entry.answer = new IllegalStateException("no");
        ring.renew(1);
        ring.finish();
        assertThat(entry.given).hasSize(1);
    }

    @Test
    void aReaderThatIsAwayIsGivenNone() {
        entry.online = false;
        assertThat(one().renew(1))
                .isEqualTo(new Outcome.Failed("the entry reader of channel 1 does not answer", List.of()));
        assertThat(entry.given).isEmpty();
        assertThat(folder.resolve("entry-key.new")).doesNotExist();
    }

    @Test
    void bothReadersOfAChannelAreGivenTheirOwn() {
        KeyRing ring = both();
        assertThat(ring.renew(1)).isEqualTo(new Outcome.Done(List.of("entry", "exit")));
        assertThat(text("entry-key")).isNotEqualTo(text("exit-key")).isNotEqualTo(OLD);
        assertThat(ring.renew(2)).isInstanceOf(Outcome.Refused.class);
    }

    @Test
    void whereOneOfTwoFailsTheOtherIsToldOfAndTheRestCanBeDoneLater() {
        KeyRing ring = both();
        exit.answer = new IllegalStateException("it does not answer");
        assertThat(ring.renew(1)).isInstanceOfSatisfying(Outcome.Failed.class, failed -> {
            assertThat(failed.sides()).containsExactly("entry");
            assertThat(failed.why()).startsWith("the exit reader of channel 1: ");
        });
        assertThat(text("exit-key")).isEqualTo(OLD);
        exit.answer = null;
        assertThat(ring.renew(1)).isInstanceOf(Outcome.Done.class);
        assertThat(text("exit-key")).isNotEqualTo(OLD);
    }

    @Test
    void aKeyThatIsMissingAlreadyIsRemovedAllTheSame() throws IOException {
        KeyRing ring = both();
        Files.delete(folder.resolve("exit-key"));
        assertThat(ring.remove(1)).isEqualTo(new Outcome.Done(List.of("entry", "exit")));
        assertThat(files.removed("exit-key")).isTrue();
    }

    /// The log is to hear of the key that went, and whoever asks again reaches the bus.
    @Test
    void aReaderThatTheBusCannotBeToldOfIsToldOfWhenThatIsAskedForAgain() {
        KeyRing ring = both();
        exit.answer = new IllegalStateException("too much is asked for at once");
        assertThat(ring.remove(1)).isInstanceOfSatisfying(Outcome.Failed.class, failed -> {
            assertThat(failed.sides()).containsExactly("entry", "exit");
            assertThat(failed.why()).contains("exit reader", "its key is removed", "too much is asked for at once");
        });
        assertThat(ring.pending(1)).isTrue();
        exit.answer = null;
        assertThat(ring.remove(1)).isEqualTo(new Outcome.Done(List.of()));
        assertThat(exit.forgotten).isTrue();
        assertThat(ring.remove(1)).isInstanceOf(Outcome.Refused.class);
    }

    @Test
    void aKeyThatTwoReadersShareIsNotChangedForOneOfThem() {
        KeyRing ring = ring(new Keyed(1, "entry", "entry-key", entry), new Keyed(2, "entry", "entry-key", exit));
        for (Outcome outcome : List.of(ring.renew(1), ring.remove(1))) {
            assertThat(outcome)
                    .isInstanceOfSatisfying(
                            Outcome.Refused.class,
                            refused -> assertThat(refused.why()).contains("the same key as another reader"));
        }
        assertThat(text("entry-key")).isEqualTo(OLD);
    }

    @Test
    void aReaderWhoseKeyWasRemovedIsLeftAloneUntilItHasAnother() throws IOException {
        KeyRing ring = one();
        assertThat(ring.fault()).isNull();
        assertThat(ring.remove(1)).isInstanceOf(Outcome.Done.class);
        assertThat(entry.forgotten).isTrue();
        assertThat(ring.pending(1)).isTrue();
        assertThat(ring.pending(2)).isFalse();
        assertThat(ring.fault()).contains("the entry reader of channel 1 waits for a key");
        assertThat(folder.resolve("entry-key")).doesNotExist();
        assertThat(text("entry-key.removed")).as("whoever repents puts it back").isEqualTo(OLD);
        for (Outcome outcome : List.of(ring.renew(1), ring.remove(1))) {
            assertThat(outcome)
                    .isInstanceOfSatisfying(
                            Outcome.Refused.class,
                            refused -> assertThat(refused.why()).contains("lintel osdp pair entry-key"));
        }
        entry.forgotten = false;
        assertThat(one().pending(1)).as("after a restart").isTrue();
        assertThat(entry.forgotten).isTrue();
        put("entry-key");
        assertThat(one().pending(1)).as("paired").isFalse();
    }
}
