package dev.lintel.controller.config;

import dev.lintel.controller.yaml.Fault;
import dev.lintel.reader.format.CardFormat;
import dev.lintel.reader.hardware.HardwarePlan;
import dev.lintel.reader.osdp.Scbk;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// What `controller.yaml` says about this box. Immutable, checked when it was read.
///
/// @param name the box's name
/// @param publicUrl the address others reach it by, without a slash at its end; null when nothing says so
/// @param securityContact where faults of security are reported: a URI; null: to the project
/// @param tls which certificate it shows
/// @param upstream whom this box follows, as far as the file says; or null
/// @param mail which server takes letters to people; null: none
/// @param mobile how phones become keys
/// @param witness where signed heads of the event log are sent; null: nowhere
/// @param rateLimit API requests a minute and token; 0 is off
/// @param imageNetworks private networks that images of people may be fetched from all the same
/// @param receivers says whom webhooks and notification rules may be posted to
/// @param massGuard how many people may be taken away at once
/// @param rtc whether a battery keeps the clock while the box is off
/// @param chip path of the GPIO chip
/// @param buses OSDP buses by name
/// @param channels by unit, ascending
/// @param inputs the lines that are the whole box's
/// @param points the named inputs and outputs
/// @param formats card formats of the installer's own
/// @param warnings what the file says that is probably not meant
public record ControllerConfig(
        String name,
        Listen listen,
        @Nullable String publicUrl,
        @Nullable String securityContact,
        TlsConfig tls,
        @Nullable UpstreamConfig upstream,
        @Nullable MailConfig mail,
        MobileConfig mobile,
        @Nullable WitnessConfig witness,
        int rateLimit,
        List<Network> imageNetworks,
        Receivers receivers,
        MassGuard massGuard,
        boolean rtc,
        HardwareKind hardware,
        String chip,
        Map<String, HardwarePlan.Bus> buses,
        List<ChannelWiring> channels,
        BoxInputs inputs,
        BoxPoints points,
        List<CardFormat> formats,
        List<Fault> warnings) {
    public static final int HTTPS_PORT = 8443;
    public static final int HTTP_PORT = 8080;
    public static final int RATE_LIMIT = 120;

    public ControllerConfig {
        imageNetworks = List.copyOf(imageNetworks);
        buses = Map.copyOf(buses);
        channels = List.copyOf(channels);
        formats = List.copyOf(formats);
        warnings = List.copyOf(warnings);
    }

    /// Where the box listens. `https` 0 is any free port, `http` 0 is off.
    ///
    /// @param address an IP address of the box, or `0.0.0.0` or `::` for all
    public record Listen(String address, int https, int http) {
        public static final Listen DEFAULT = new Listen("0.0.0.0", HTTPS_PORT, HTTP_PORT);

        /// Nobody but this machine reaches it.
        public boolean isLoopback() {
            return address.equals("127.0.0.1") || address.equals("::1");
        }
    }

    /// Whom this box may post to beside servers of the public Internet that the usual authorities vouch for.
    ///
    /// @param networks private ones
    /// @param trust files with certificates (PEM) of further authorities
    public record Receivers(List<Network> networks, List<Path> trust) {
        public static final Receivers DEFAULT = new Receivers(List.of(), List.of());

        public Receivers {
            networks = List.copyOf(networks);
            trust = List.copyOf(trust);
        }
    }

    /// What stands behind lines and ports.
    public enum HardwareKind {
        SIMULATED("simulated"),
        BOARD("board");

        private final String word;

        HardwareKind(String word) {
            this.word = word;
        }

        /// The word in the file, which is also the hardware provider's name.
        public String word() {
            return word;
        }
    }

    /// What the hardware provider needs to know.
    public HardwarePlan toPlan(Map<String, Scbk> keys) {
        List<HardwarePlan.Doorway> doors =
                channels.stream().map(ChannelWiring::toDoorway).toList();
        boolean bare = channels.isEmpty() && inputs.equals(BoxInputs.NONE) && points.equals(BoxPoints.NONE);
        var lines = new ArrayList<>(inputs.toPlan());
        lines.addAll(points.inputsOfPlan());
        return new HardwarePlan(chip, buses, doors, keys, lines, points.outputsOfPlan(), bare);
    }

    /// The channel of that unit, or null when the file has none.
    public @Nullable ChannelWiring channel(int unit) {
        for (ChannelWiring channel : channels) if (channel.unit() == unit) return channel;
        return null;
    }

    /// With the command line's ports; null leaves one as it is. Throws `IllegalArgumentException` in words when a
    /// port is none.
    public ControllerConfig withPorts(@Nullable Integer https, @Nullable Integer http) {
        int newHttps = https == null ? listen.https : port("HTTPS", https);
        int newHttp = http == null ? listen.http : port("HTTP", http);
        if (newHttps != 0 && newHttps == newHttp) {
            throw new IllegalArgumentException("HTTP and HTTPS cannot share port " + newHttps);
        }
        return with(new Listen(listen.address, newHttps, newHttp), publicUrl, rateLimit);
    }

    /// With another public address. Throws `IllegalArgumentException` in words when it is none.
    public ControllerConfig withPublicUrl(String url) {
        String sentence = Addresses.publicUrlFault(url);
        if (sentence != null) throw new IllegalArgumentException("public URL " + sentence);
        return with(listen, Addresses.withoutSlash(url), rateLimit);
    }

    /// With another limit of API requests a minute; 0 is off. Throws `IllegalArgumentException` when it is negative.
    public ControllerConfig withRateLimit(int limit) {
        if (limit < 0) throw new IllegalArgumentException("the rate limit must be 0 (off) or more, not " + limit);
        return with(listen, publicUrl, limit);
    }

    private ControllerConfig with(Listen newListen, @Nullable String newPublicUrl, int newRateLimit) {
        return new ControllerConfig(
                name,
                newListen,
                newPublicUrl,
                securityContact,
                tls,
                upstream,
                mail,
                mobile,
                witness,
                newRateLimit,
                imageNetworks,
                receivers,
                massGuard,
                rtc,
                hardware,
                chip,
                buses,
                channels,
                inputs,
                points,
                formats,
                warnings);
    }

    private static int port(String what, int port) {
        if (port >= 0 && port <= Addresses.PORT_MAX) return port;
        throw new IllegalArgumentException(
                "the " + what + " port must be 0 to " + Addresses.PORT_MAX + ", not " + port);
    }

    /// Channels by unit.
    static List<ChannelWiring> sorted(List<ChannelWiring> channels) {
        var byUnit = new TreeMap<Integer, ChannelWiring>();
        for (ChannelWiring channel : channels) byUnit.put(channel.unit(), channel);
        return List.copyOf(byUnit.values());
    }
}
