package dev.lintel.controller.update;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;

/// A piece of a file, read from its begin to its end. Closing it leaves the file open.
final class Region implements ReadableByteChannel {
    private final FileChannel file;
    private final long end;
    private long at;
    private boolean open = true;

    Region(FileChannel file, long begin, long bytes) {
        this.file = file;
        this.at = begin;
        this.end = begin + bytes;
    }

    @Override
    public int read(ByteBuffer into) throws IOException {
        if (at >= end) return -1;
        int limit = into.limit();
        into.limit((int) Math.min(limit, into.position() + (end - at)));
        int count = file.read(into, at);
        into.limit(limit);
        if (count > 0) at += count;
        return count;
    }

    @Override
    public boolean isOpen() {
        return open;
    }

    @Override
    public void close() {
        open = false;
    }
}
