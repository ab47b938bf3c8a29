package dev.lintel.reader.osdp;

import org.jspecify.annotations.Nullable;

/// A PD's address, and the key it shares with this ACU; null where the wire is to be plain.
public record PdKey(int address, @Nullable Scbk key) {}
