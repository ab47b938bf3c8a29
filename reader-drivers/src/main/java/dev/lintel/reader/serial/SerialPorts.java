package dev.lintel.reader.serial;

import com.fazecast.jSerialComm.SerialPort;
import com.fazecast.jSerialComm.SerialPortInvalidPortException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/// Opens this machine's serial ports, 8 data bits, no parity, 1 stop bit, no flow control.
public final class SerialPorts {
    private static final int DATA_BITS = 8;

    private static final int LOCKED = 11; // EAGAIN: the lock on the open port is held

    /// The kernel keeps the lock of a closed port while a read of it returns or a child process starts: a few
    /// milliseconds, on a busy machine more. A port that is locked for longer belongs to another program.
    static final int LOCKED_TRIES = 25;

    private static final long LOCKED_PAUSE_NS = 20_000_000;

    private SerialPorts() {}

    /// An opener for the device at `path`, such as `/dev/ttyAMA0` or a link under `/dev/serial/by-id`; or for a line
    /// behind a network, `tcp://host:port`, whose `baud` is that of the wire behind it. Links are followed at each
    /// opening, and so is an adapter that comes back under another name. One opener a line.
    public static LineOpener opener(String path, int baud) {
        return opener(() -> path, baud);
    }

    /// The same where the path itself may change: it is asked for at each opening.
    public static LineOpener opener(Supplier<String> path, int baud) {
        var finder = new PortFinder(path);
        return () -> open(finder, baud, () -> LockSupport.parkNanos(LOCKED_PAUSE_NS));
    }

    /// @param pause waits before the next try at a locked port
    static SerialLine open(PortFinder finder, int baud, Runnable pause) {
        String path = finder.configured();
        if (TcpAddress.isMeant(path)) return TcpLine.open(address(path), baud);
        String device = finder.find().toString();
        SerialPort port = port(path, device);
        port.setComPortParameters(baud, DATA_BITS, SerialPort.ONE_STOP_BIT, SerialPort.NO_PARITY);
        port.setFlowControl(SerialPort.FLOW_CONTROL_DISABLED);
        port.setComPortTimeouts(SerialPort.TIMEOUT_READ_SEMI_BLOCKING, JSerialCommLine.READ_MS, 0);
        if (!opened(port, pause)) {
            throw new SerialException(
                    "%s cannot be opened: %s (error %d)".formatted(path, reason(device), port.getLastErrorCode()));
        }
        finder.opened();
        lowLatency(device);
        return new JSerialCommLine(port, path, baud);
    }

    private static boolean opened(SerialPort port, Runnable pause) {
        for (int left = LOCKED_TRIES; !port.openPort(0); left--) {
            if (left == 1 || port.getLastErrorCode() != LOCKED) return false;
            pause.run();
        }
        return true;
    }

    private static TcpAddress address(String path) {
        try {
            return TcpAddress.of(path);
        } catch (IllegalArgumentException e) {
            throw new SerialException(path + " " + e.getMessage(), e);
        }
    }

    private static SerialPort port(String path, String device) {
        try {
            return SerialPort.getCommPort(device);
        } catch (SerialPortInvalidPortException e) {
            throw new SerialException(path + " is no serial port", e);
        }
    }

    private static String reason(String device) {
        Path file = Path.of(device);
        if (Files.isDirectory(file)) return "it is a folder";
        if (Files.isRegularFile(file)) return "it is a file, no serial port";
        if (!Files.isReadable(file) || !Files.isWritable(file)) return "no permission";
        return "another program may be using it";
    }

    /// FTDI adapters hold received bytes back for 16 ms unless told otherwise; not every adapter has the
    /// setting, and not every user may change it: then the line is only slower.
    private static void lowLatency(String device) {
        Path timer = Path.of(
                "/sys/bus/usb-serial/devices", Path.of(device).getFileName().toString(), "latency_timer");
        if (!Files.isWritable(timer)) return;
        try {
            Files.writeString(timer, "1");
        } catch (IOException e) {
            return; // the adapter refused: it keeps its own timer
        }
    }
}
