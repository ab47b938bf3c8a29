package dev.lintel.reader.serial;

import com.fazecast.jSerialComm.SerialPort;
import com.fazecast.jSerialComm.SerialPortInvalidPortException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Opens this machine's serial ports, 8 data bits, no parity, 1 stop bit, no flow control.
public final class SerialPorts {
    private static final int DATA_BITS = 8;

    private SerialPorts() {}

    /// An opener for the device at `path`, such as `/dev/ttyAMA0` or a link under `/dev/serial/by-id`. The link is
    /// followed at each opening.
    public static LineOpener opener(String path, int baud) {
        return () -> open(path, baud);
    }

    private static SerialLine open(String path, int baud) {
        String device = device(path);
        SerialPort port = port(path, device);
        port.setComPortParameters(baud, DATA_BITS, SerialPort.ONE_STOP_BIT, SerialPort.NO_PARITY);
        port.setFlowControl(SerialPort.FLOW_CONTROL_DISABLED);
        port.setComPortTimeouts(SerialPort.TIMEOUT_READ_SEMI_BLOCKING, JSerialCommLine.READ_MS, 0);
        if (!port.openPort(0)) {
            throw new SerialException(
                    "%s cannot be opened: %s (error %d)".formatted(path, reason(device), port.getLastErrorCode()));
        }
        lowLatency(device);
        return new JSerialCommLine(port, path, baud);
    }

    private static SerialPort port(String path, String device) {
        try {
            return SerialPort.getCommPort(device);
        } catch (SerialPortInvalidPortException e) {
            throw new SerialException(path + " is no serial port", e);
        }
    }

    private static String device(String path) {
        try {
            return Path.of(path).toRealPath().toString();
        } catch (IOException e) {
            throw new SerialException(path + " is not there", e);
        }
    }

    private static String reason(String device) {
        Path file = Path.of(device);
        if (!Files.isReadable(file) || !Files.isWritable(file)) return "no permission";
        return "another program may be using it";
    }

    /// FTDI adapters hold received bytes back for 16 ms unless told otherwise; not every adapter has the setting, and
    /// not every user may change it: then the line is only slower.
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
