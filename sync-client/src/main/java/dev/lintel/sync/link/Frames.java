package dev.lintel.sync.link;

import dev.lintel.sync.wire.LinkMessage;
import dev.lintel.sync.wire.Wire;
import dev.lintel.sync.wire.WireException;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Text frames of a WebSocket, put together and read, one after another, no more in memory than one. The JDK
/// calls it, one call at a time.
final class Frames implements WebSocket.Listener {
    /// Hears messages, on the JDK's thread, and once that nothing comes any more.
    interface Ear {
        /// May wait: the next message waits with it. Throws [WireException] for what must not come.
        void message(LinkMessage message) throws InterruptedException;

        /// Nothing comes any more.
        ///
        /// @param fault null: it was closed in order
        void ended(String reason, @Nullable Throwable fault);
    }

    private final Ear ear;
    private final Consumer<String> passedOver;
    private final StringBuilder text = new StringBuilder();

    /// @param passedOver as [LinkMessage#parse(String, Consumer)] has it
    Frames(Ear ear, Consumer<String> passedOver) {
        this.ear = ear;
        this.passedOver = passedOver;
    }

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence part, boolean last) {
        if (text.length() + part.length() > Wire.FRAME_CHARS_MAX) {
            fail(socket, "the hub sent a message of more than " + Wire.FRAME_CHARS_MAX + " characters");
            return null;
        }
        text.append(part);
        if (!last) {
            socket.request(1);
            return null;
        }
        String frame = text.toString();
        text.setLength(0);
        if (text.capacity() > 16 * 1024) text.trimToSize(); // a long frame's room is not kept
        hear(socket, frame);
        return null;
    }

    private void hear(WebSocket socket, String frame) {
        try {
            ear.message(LinkMessage.parse(frame, passedOver));
            socket.request(1);
        } catch (WireException e) {
            fail(socket, "the hub sent a message that cannot be read: " + e.getMessage());
        } catch (InterruptedException _) {
            fail(socket, "following has ended");
        }
    }

    @Override
    public @Nullable CompletionStage<?> onBinary(WebSocket socket, ByteBuffer part, boolean last) {
        fail(socket, "the hub sent bytes where texts are expected");
        return null;
    }

    private void fail(WebSocket socket, String reason) {
        socket.abort();
        ear.ended(reason, null);
    }

    @Override
    public @Nullable CompletionStage<?> onClose(WebSocket socket, int code, @Nullable String reason) {
        String why = reason == null || reason.isEmpty() ? "" : ": " + reason.replaceAll("\\p{Cntrl}", " ");
        ear.ended("the hub ended the connection (" + code + ")" + why, null);
        return null;
    }

    @Override
    public void onError(WebSocket socket, Throwable fault) {
        ear.ended("the connection to the hub broke", fault);
    }
}
