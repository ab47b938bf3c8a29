package dev.lintel.tools.image;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// The other end of a cable in an emulated machine: each frame on it is a datagram here. Asks on it for
/// names and services, as a browser of services does: by multicast DNS, over IPv6, for which a cable needs
/// no server of addresses.
///
/// ```
///   33:33:00:00:00:fb | own address | 86dd | IPv6 fe80::99 --> ff02::fb, UDP 5353 --> 5353 | the question
/// ```
final class Wire implements AutoCloseable {
    private static final int MDNS = 5_353;
    private static final int FRAME_MAX = 2_048;
    private static final byte[] OWN = {0x52, 0x54, 0, 0, 0, (byte) 0x99};
    /// What services of a kind there are; where one of them is; an address of a name.
    static final int PTR = 12;

    static final int SRV = 33;
    static final int AAAA = 28;
    private static final int UDP = 17;

    private static final int ETHERNET_BYTES = 14;
    private static final int IP_BYTES = 40;
    private static final int UDP_BYTES = 8;

    private final DatagramSocket here = new DatagramSocket(0, InetAddress.getLoopbackAddress());
    private final int there;

    /// @param there the port of the machine's end
    Wire(int there) throws IOException {
        this.there = there;
    }

    /// As QEMU takes it.
    String option() {
        return "socket,id=wire,udp=127.0.0.1:" + here.getLocalPort() + ",localaddr=127.0.0.1:" + there;
    }

    /// Asks for a type of records of that name, such as `_http._tcp`. Returns what somebody answered of it, as
    /// the bytes are; null where nobody did in time.
    @Nullable
    String asks(String name, int type, Duration within) throws IOException {
        byte[] question = question(name, type);
        here.send(new DatagramPacket(
                question, question.length, new InetSocketAddress(InetAddress.getLoopbackAddress(), there)));
        here.setSoTimeout((int) within.toMillis());
        var packet = new DatagramPacket(new byte[FRAME_MAX], FRAME_MAX);
        try {
            for (int frames = 0; frames < FRAME_MAX; frames++) {
                here.receive(packet);
                String answer = answer(ByteBuffer.wrap(packet.getData(), 0, packet.getLength()));
                if (answer != null && answer.contains(labels(name))) return answer;
            }
        } catch (SocketTimeoutException e) {
            return null;
        }
        return null;
    }

    /// What a frame has of an answer by multicast DNS, over either kind of addresses; null: it is something else.
    private static @Nullable String answer(ByteBuffer frame) {
        if (frame.remaining() < ETHERNET_BYTES + IP_BYTES + UDP_BYTES) return null;
        boolean six = frame.getShort(ETHERNET_BYTES - 2) == (short) 0x86DD;
        int udp = ETHERNET_BYTES + (six ? IP_BYTES : (frame.get(ETHERNET_BYTES) & 0xF) * 4);
        int kind = frame.get(ETHERNET_BYTES + (six ? 6 : 9));
        if (kind != UDP || frame.remaining() < udp + UDP_BYTES + 4 || frame.getShort(udp) != (short) MDNS) return null;
        int dns = udp + UDP_BYTES;
        boolean answers = frame.getShort(dns + 2) < 0; // its first bit
        return answers
                ? StandardCharsets.ISO_8859_1
                        .decode(frame.duplicate().position(dns))
                        .toString()
                : null;
    }

    /// Such as `5_http4_tcp`, the numbers as bytes.
    static String labels(String name) {
        var labels = new StringBuilder();
        for (String label : name.split("[.]", -1))
            labels.append((char) label.length()).append(label);
        return labels.toString();
    }

    private static byte[] question(String of, int type) {
        byte[] name = labels(of + ".local").getBytes(StandardCharsets.ISO_8859_1);
        ByteBuffer dns = ByteBuffer.allocate(12 + name.length + 5);
        dns.putShort(4, (short) 1).position(12); // one question
        dns.put(name).put((byte) 0).putShort((short) type).putShort((short) 1).flip();
        int udpBytes = UDP_BYTES + dns.remaining();
        ByteBuffer frame = ByteBuffer.allocate(ETHERNET_BYTES + IP_BYTES + udpBytes);
        frame.put(new byte[] {0x33, 0x33, 0, 0, 0, (byte) 0xFB}).put(OWN).putShort((short) 0x86DD);
        frame.putInt(0x6000_0000).putShort((short) udpBytes).put((byte) UDP).put((byte) 255); // no router lets it on
        frame.putLong(0xFE80_0000_0000_0000L).putLong(0x99);
        frame.putLong(0xFF02_0000_0000_0000L).putLong(0xFB);
        frame.putShort((short) MDNS)
                .putShort((short) MDNS)
                .putShort((short) udpBytes)
                .putShort((short) 0);
        frame.put(dns);
        frame.putShort(ETHERNET_BYTES + IP_BYTES + 6, checksum(frame, udpBytes));
        return frame.array();
    }

    /// UDP's, with the addresses that are before it.
    private static short checksum(ByteBuffer frame, int udpBytes) {
        int from = ETHERNET_BYTES + 8; // the addresses
        int sum = UDP + udpBytes; // of a few hundred halves: it has room
        for (int at = from; at < frame.capacity(); at += 2) {
            boolean whole = at + 1 < frame.capacity();
            sum += whole ? frame.getShort(at) & 0xFFFF : (frame.get(at) & 0xFF) << 8;
        }
        while (sum >> 16 != 0) sum = (sum & 0xFFFF) + (sum >> 16);
        short folded = (short) ~sum;
        return folded == 0 ? (short) 0xFFFF : folded;
    }

    @Override
    public void close() {
        here.close();
    }
}
