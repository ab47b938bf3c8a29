package dev.lintel.sim.pd;

import dev.lintel.reader.Bytes;
import dev.lintel.reader.CardBits;
import dev.lintel.reader.hardware.HardwareException;
import dev.lintel.reader.hardware.PdEvent;
import dev.lintel.reader.hardware.PdPlan;
import dev.lintel.reader.hardware.PdSimulator;
import dev.lintel.reader.linux.LinuxException;
import dev.lintel.reader.serial.SerialException;
import dev.lintel.sim.fault.Fault;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/// Readers on a line for somebody's panel. Any thread; the bus's lock guards the readers.
final class OsdpPdSimulator implements PdSimulator {
    private static final int RANDOM_BYTES = 8;
    private static final int NAK_MAX = 255;
    private static final int PORT_MAX = 65_535;

    private final LongSupplier nowNs;
    private final SimOsdpBus bus;

    OsdpPdSimulator(PdPlan plan, LongSupplier nowNs, Consumer<PdEvent> events) {
        this.nowNs = nowNs;
        List<PdSpec> specs = specs(plan);
        var secret = new SecureRandom();
        Long given = plan.seed();
        long seed = given == null ? secret.nextLong() : given;
        long now = nowNs.getAsLong();
        PdBus pds = given == null
                ? new PdBus(specs, seed, eights(secret), now)
                : new PdBus(specs, seed, PdSecurity.randomOf(seed), now);
        for (PdSpec spec : specs) pds.pd(spec.address()).listener(events);
        bus = new SimOsdpBus(pds, port(plan), nowNs);
    }

    @Override
    public String port() {
        return bus.portPath();
    }

    @Override
    public boolean presentCard(int address, CardBits bits) {
        var taken = new AtomicBoolean();
        bus.on(address, pd -> taken.set(pd.presentCard(bits, nowNs.getAsLong())));
        return taken.get();
    }

    @Override
    public boolean pressKeys(int address, String keys) {
        var taken = new AtomicBoolean();
        bus.on(address, pd -> taken.set(pd.pressKeys(keys, nowNs.getAsLong())));
        return taken.get();
    }

    @Override
    public void tamper(int address, boolean on) {
        bus.on(address, pd -> pd.tamper(on));
    }

    @Override
    public void powerFailure(int address, boolean on) {
        bus.on(address, pd -> pd.powerFailure(on));
    }

    @Override
    public void input(int address, int input, int state) {
        bus.on(address, pd -> pd.input(input, state));
    }

    @Override
    public void fault(int address, String fault, boolean on) {
        bus.fault(address, Fault.of(fault), on);
    }

    @Override
    public void busy(int address, int times) {
        if (times < 0) throw new IllegalArgumentException("nobody is busy " + times + " times");
        bus.on(address, pd -> pd.busy(times));
    }

    @Override
    public void refuse(int address, int reason, int times) {
        if (times < 0) throw new IllegalArgumentException("nobody refuses " + times + " times");
        if (reason < 1 || reason > NAK_MAX) throw new IllegalArgumentException("a NAK has 1 to 255, not " + reason);
        bus.on(address, pd -> pd.refuse(reason, times));
    }

    @Override
    public void reboot(int address) {
        bus.fault(address, Fault.REBOOT, true);
    }

    @Override
    public Map<String, Object> state(int address) {
        var state = new AtomicReference<Map<String, Object>>(Map.of());
        bus.on(address, pd -> state.set(state(pd, nowNs.getAsLong())));
        return state.get();
    }

    @Override
    public void close() {
        bus.close();
    }

    private static Map<String, Object> state(OsdpPd pd, long nowNs) {
        Map<String, Object> state = new LinkedHashMap<>();
        state.put("address", pd.address());
        state.put("baud", pd.baud());
        state.put("online", pd.online(nowNs));
        state.put("secure", pd.secure());
        state.put("has_key", pd.hasKey());
        state.put("led", pd.led(nowNs).word());
        state.put("buzzer", pd.sounding(nowNs));
        state.put("text", pd.text(nowNs));
        return state;
    }

    private static List<PdSpec> specs(PdPlan plan) {
        var traits = new ArrayList<PdTrait>();
        for (String word : plan.traits()) traits.add(PdTrait.of(word));
        PdSettings settings = PdSettings.of(traits.toArray(PdTrait[]::new));
        if (plan.addresses().isEmpty()) throw new IllegalArgumentException("a line needs a reader: name an address");
        if (new HashSet<>(plan.addresses()).size() < plan.addresses().size()) {
            throw new IllegalArgumentException("two readers cannot have the same address");
        }
        // Nobody sees which speed a panel behind a network has.
        int baud = plan.port().startsWith(PdPlan.TCP) ? 0 : plan.baud();
        var specs = new ArrayList<PdSpec>();
        for (int address : plan.addresses()) {
            specs.add(new PdSpec(address, plan.key()).with(settings).at(baud));
        }
        return specs;
    }

    private static PdPort port(PdPlan plan) {
        try {
            if (plan.port().equals(PdPlan.PTY)) return new PtyPort();
            if (plan.port().startsWith(PdPlan.TCP)) return new SocketPort(address(plan.port()));
            return new DevicePort(plan.port(), plan.baud());
        } catch (LinuxException | SerialException e) {
            throw new HardwareException(String.valueOf(e.getMessage()), e);
        } catch (IOException e) {
            throw new HardwareException("nothing can listen at " + plan.port() + ": " + e.getMessage(), e);
        }
    }

    /// Unlike an address to connect to, port 0 has a meaning here: any that is free.
    private static InetSocketAddress address(String port) throws IOException {
        try {
            var uri = new URI(port);
            String host = uri.getHost();
            boolean whole = host != null && uri.getPort() >= 0 && uri.getPort() <= PORT_MAX;
            if (whole) return new InetSocketAddress(InetAddress.getByName(host), uri.getPort());
            throw new IllegalArgumentException(port + " is no tcp://HOST:PORT");
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException(port + " is no tcp://HOST:PORT", e);
        }
    }

    private static Supplier<Bytes> eights(SecureRandom secret) {
        return () -> {
            byte[] bytes = new byte[RANDOM_BYTES];
            secret.nextBytes(bytes);
            return Bytes.copyOf(bytes);
        };
    }
}
