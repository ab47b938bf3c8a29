package dev.lintel.controller.proof;

import dev.lintel.controller.json.Json;
import dev.lintel.controller.store.EventHeadStore.Head;
import dev.lintel.controller.time.Time;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/// A syslog server over UDP (RFC 5426). Whether a head arrived is not known. So one datagram goes to the first address
/// of each family: a name may have an address in a family that does not work here.
final class HeadSyslog implements HeadTarget {
    /// Facility 13 (log audit), severity 6 (informational): RFC 5424, section 6.2.1.
    private static final int PRIORITY = 13 * 8 + 6;

    private final String host;
    private final int port;
    private final String box;
    private final Time time;
    private final Names names;

    /// How a name becomes addresses.
    interface Names {
        InetAddress[] of(String host) throws UnknownHostException;
    }

    HeadSyslog(String host, int port, String box, Time time) {
        this(host, port, box, time, InetAddress::getAllByName);
    }

    HeadSyslog(String host, int port, String box, Time time, Names names) {
        this.host = host;
        this.port = port;
        this.box = box;
        this.time = time;
        this.names = names;
    }

    @Override
    public String name() {
        return "syslog " + host;
    }

    @Override
    public void send(Head head) throws IOException {
        String name = box.replaceAll("[^!-z]", "-"); // also no brace: the head begins at the first
        String message = "<" + PRIORITY + ">1 " + Instant.ofEpochMilli(time.nowMs()) + " "
                + (name.isEmpty() ? "-" : name) + " lintel - event-head - " + Json.write(HeadLine.of(head, box));
        byte[] bytes = message.getBytes(StandardCharsets.UTF_8);
        IOException fault = null;
        boolean sent = false;
        for (InetAddress address : addresses()) {
            try (var socket = new DatagramSocket()) {
                socket.send(new DatagramPacket(bytes, bytes.length, address, port));
                sent = true;
            } catch (IOException e) {
                fault = new IOException(name() + ": " + e.getMessage(), e);
            }
        }
        if (!sent && fault != null) throw fault;
    }

    private Collection<InetAddress> addresses() throws IOException {
        Map<Class<?>, InetAddress> first = new LinkedHashMap<>();
        try {
            for (InetAddress one : names.of(host)) first.putIfAbsent(one.getClass(), one);
        } catch (UnknownHostException e) {
            throw new IOException(name() + ": its name is not known", e);
        }
        return first.values();
    }
}
