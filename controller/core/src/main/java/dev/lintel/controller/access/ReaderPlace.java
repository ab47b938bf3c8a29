package dev.lintel.controller.access;

/// One reader of one door.
record ReaderPlace(long channelId, String side) {
    static ReaderPlace of(Presentation read) {
        return new ReaderPlace(read.channelId(), read.side());
    }
}
