package dev.lintel.controller.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// Who may occupy how much of the heap.
class MemoryBudgetTest {
    private static final long MAX = 8 << 20;
    private static final long PIECE = 60_000;

    private final MemoryBudget budget = new MemoryBudget(MAX, 8);

    private static MemoryBudget.Holder holder(MemoryBudget.Kind kind, String name) {
        return new MemoryBudget.Holder(kind, name);
    }

    private long fill(MemoryBudget.Kind kind, String name) {
        long taken = 0;
        while (budget.take(holder(kind, name), PIECE)) taken += PIECE;
        return taken;
    }

    private long fillByManyNetworks() {
        long taken = 0;
        for (int i = 0; i < 100; i++) taken += fill(MemoryBudget.Kind.STRANGER, "10.0.0." + i);
        return taken;
    }

    @Test
    void aNetworkHasAShare() {
        assertThat(fill(MemoryBudget.Kind.STRANGER, "10.0.0.1")).isBetween(MAX / 8 - PIECE, MAX / 8 + PIECE);
        assertThat(budget.take(holder(MemoryBudget.Kind.STRANGER, "10.0.0.2"), PIECE))
                .isTrue();
    }

    @Test
    void strangersLeaveRoomToLoopbackAndToBoxes() {
        assertThat(fillByManyNetworks()).isBetween(MAX * 5 / 8 - PIECE, MAX * 5 / 8 + PIECE);
        assertThat(fill(MemoryBudget.Kind.LOOPBACK, "127.0.0.1")).isBetween(MAX / 8 - PIECE, MAX / 8 + PIECE);
        assertThat(fill(MemoryBudget.Kind.BOX, "CN=hall")).isBetween(MAX / 4 - PIECE, MAX / 4 + PIECE);
        assertThat(budget.taken()).isBetween(MAX - PIECE, MAX);
    }

    @Test
    void loopbackLeavesRoomToBoxesAndBoxesToLoopback() {
        assertThat(fill(MemoryBudget.Kind.LOOPBACK, "127.0.0.1")).isBetween(MAX * 3 / 4 - PIECE, MAX * 3 / 4 + PIECE);
        assertThat(fill(MemoryBudget.Kind.BOX, "CN=hall")).isBetween(MAX / 4 - PIECE, MAX / 4 + PIECE);
        assertThat(fillByManyNetworks()).isZero();
    }

    @Test
    void oneBoxLeavesRoomToOthers() {
        assertThat(fill(MemoryBudget.Kind.BOX, "CN=hall")).isBetween(MAX / 2 - PIECE, MAX / 2 + PIECE);
        assertThat(budget.take(holder(MemoryBudget.Kind.BOX, "CN=yard"), PIECE)).isTrue();
    }

    @Test
    void bytesThatAreReturnedCanBeTakenAgain() {
        fillByManyNetworks();
        var first = holder(MemoryBudget.Kind.STRANGER, "10.0.0.0");
        assertThat(budget.take(first, PIECE)).isFalse();
        budget.give(first, PIECE);
        assertThat(budget.take(first, PIECE)).isTrue();
    }

    @Test
    void nothingIsTooLargeForAnEmptyBudget() {
        var network = holder(MemoryBudget.Kind.STRANGER, "10.0.0.1");
        assertThat(budget.take(network, 2 * MAX)).isTrue();
        assertThat(budget.take(network, 1)).isFalse();
        budget.give(network, 2 * MAX);
        assertThat(budget.taken()).isZero();
    }
}
