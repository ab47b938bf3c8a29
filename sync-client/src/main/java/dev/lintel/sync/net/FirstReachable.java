package dev.lintel.sync.net;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.net.spi.InetAddressResolver;
import java.net.spi.InetAddressResolverProvider;
import java.security.Security;
import java.util.stream.Stream;

/// Java's own resolver, with the address first that can be connected to. Made by the JVM, which finds it by
/// `META-INF/services`, at its first look-up.
public final class FirstReachable extends InetAddressResolverProvider {
    /// Seconds that Java would keep an answer, and with it the order of its addresses.
    private static final String KEPT = "networkaddress.cache.ttl";

    @Override
    public InetAddressResolver get(Configuration configuration) {
        Security.setProperty(KEPT, "0");
        return new Ordered(configuration.builtinResolver());
    }

    @Override
    public String name() {
        return "lintel";
    }

    private record Ordered(InetAddressResolver builtin) implements InetAddressResolver {
        @Override
        public Stream<InetAddress> lookupByName(String host, LookupPolicy policy) throws UnknownHostException {
            var all = builtin.lookupByName(host, policy).toList();
            return ReachableAddresses.SHARED.ordered(host, all).stream();
        }

        @Override
        public String lookupByAddress(byte[] address) throws UnknownHostException {
            return builtin.lookupByAddress(address);
        }
    }
}
