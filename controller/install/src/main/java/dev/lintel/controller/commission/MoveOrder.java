package dev.lintel.controller.commission;

import dev.lintel.reader.osdp.ReaderMove;
import org.jspecify.annotations.Nullable;

/// What is asked of [LineDesk#move].
///
/// @param where from and to; its key may be null
/// @param keyName the key that the reader has, by its name in the data folder; null: the one of `where`, or of the
///     wiring where a door has the reader
/// @param confirmed that it moves although a door of the running box has it, or another has the address
public record MoveOrder(ReaderMove.Order where, @Nullable String keyName, boolean confirmed) {}
