package dev.lintel.controller.people;

import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/// One image on its way in: bytes in any portions, then [#end]. Used by one thread. Throws [ImageShelfException] when
/// the disk does not take it; what is wrong with the image itself is told by [#fault] and stops nothing, so that the
/// rest of a request is read all the same.
public final class Upload {
    private final ImageShelf shelf;
    private final String name;
    private @Nullable OutputStream out;
    private @Nullable String fault;
    private long size;
    private boolean empty;

    public Upload(ImageShelf shelf) {
        this(shelf, ImageShelf.newName());
    }

    Upload(ImageShelf shelf, String name) {
        this.shelf = shelf;
        this.name = name;
    }

    /// Under which the worker finds it, once it has ended without a fault.
    public String name() {
        return name;
    }

    /// What is wrong with it, in words for the log; null when nothing is.
    public @Nullable String fault() {
        return fault;
    }

    /// Whether nothing came at all, and it has ended.
    public boolean isEmpty() {
        return empty;
    }

    /// Nothing more of it is taken, for that reason.
    public void refuse(String why) {
        if (fault == null) fault = why;
    }

    public void write(byte[] bytes, int count) {
        size += count;
        if (size > ImageScan.BYTES_MAX) refuse("it is longer than " + ImageScan.BYTES_MAX + " bytes");
        if (fault != null) return;
        try {
            OutputStream to = out;
            if (to == null) to = shelf.receive(name);
            out = to;
            to.write(bytes, 0, count);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /// All of it is there: checks it.
    public void end() {
        try {
            if (out != null) out.close();
            out = null;
            empty = size == 0 && fault == null;
            if (empty) refuse("it is empty");
            if (fault == null) shelf.check(name);
        } catch (ImageException e) {
            refuse(String.valueOf(e.getMessage()));
        } catch (IOException e) {
            throw failed(e);
        }
        if (fault != null) shelf.deleteIncoming(name);
    }

    /// Removes what there is of it.
    public void drop() {
        try {
            if (out != null) out.close();
        } catch (IOException e) {
            throw failed(e);
        } finally {
            out = null;
            shelf.deleteIncoming(name);
        }
    }

    private static ImageShelfException failed(IOException e) {
        return new ImageShelfException("an image cannot be written", e);
    }
}
