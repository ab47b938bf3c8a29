package dev.lintel.reader.serial;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;

/// A serial line behind a network: a device server, or an RS-485 bridge, that forwards bytes unchanged. The line has
/// neither authentication nor encryption: a door needs the secure channel of its reader.
final class TcpLine implements SerialLine {
    /// What a network and a bridge that collects bytes add to a reply.
    private static final long SLACK_NS = 250_000_000;

    private static final long NS_PER_MS = 1_000_000;

    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;
    private final TcpAddress address;
    private final TcpConnect connect;
    private final String name;
    private final int baud;
    private boolean heard;

    private TcpLine(Socket socket, TcpAddress address, TcpConnect connect, int baud) throws IOException {
        this.socket = socket;
        this.address = address;
        this.connect = connect;
        this.in = socket.getInputStream();
        this.out = socket.getOutputStream();
        this.name = address.toString();
        this.baud = baud;
    }

    /// Connects; `baud` is the speed behind the bridge, which is set up there.
    static TcpLine open(TcpAddress address, int baud) {
        return open(address, baud, TcpConnect.USUAL);
    }

    static TcpLine open(TcpAddress address, int baud, TcpConnect connect) {
        Socket socket = null;
        try {
            socket = connect.to(address);
            return new TcpLine(socket, address, connect, baud);
        } catch (IOException | IllegalArgumentException e) {
            if (socket != null) closeQuietly(socket);
            throw new SerialException(address + " cannot be reached: " + reason(e), e);
        }
    }

    @Override
    public int read(byte[] buffer, long timeoutNs) {
        try {
            socket.setSoTimeout(Math.clamp((timeoutNs + NS_PER_MS - 1) / NS_PER_MS, 1, Integer.MAX_VALUE));
            int count = in.read(buffer);
            if (count < 0) {
                ended();
                throw new SerialException(name + " has closed the connection");
            }
            if (!heard) connect.heard(address, socket.getInetAddress());
            heard = true;
            return count;
        } catch (SocketTimeoutException nothingCame) {
            return 0;
        } catch (IOException e) {
            ended();
            throw new SerialException(name + " is gone: " + reason(e), e);
        }
    }

    @Override
    public void write(byte[] bytes) {
        try {
            out.write(bytes);
        } catch (IOException e) {
            ended();
            throw new SerialException(name + " is gone: " + reason(e), e);
        }
    }

    /// A proxy without its bridge, or a bridge that serves another client, accepts the connection and then ends it.
    private void ended() {
        if (!socket.isClosed()) silent(); // a close of this end says nothing about the address
    }

    /// An address at which the bridge has answered stays the first one: the bridge, or the readers, lost their power.
    @Override
    public void silent() {
        if (!heard) connect.silent(address, socket.getInetAddress());
    }

    @Override
    public int baud() {
        return baud;
    }

    @Override
    public long slackNs() {
        return SLACK_NS;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void close() {
        closeQuietly(socket);
    }

    static void closeQuietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            return; // it is closed all the same
        }
    }

    static String reason(Exception e) {
        return switch (e) {
            case java.net.UnknownHostException _ -> "the name is not known";
            case SocketTimeoutException _ -> "no answer";
            default -> String.valueOf(e.getMessage());
        };
    }
}
