package dev.lintel.controller.access;

/// Names one reader: a door and a side of it.
record ReaderPlace(long channelId, String side) {}
