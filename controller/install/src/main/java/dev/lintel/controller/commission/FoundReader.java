package dev.lintel.controller.commission;

import dev.lintel.reader.osdp.BusScan;
import dev.lintel.reader.osdp.OsdpNames;
import dev.lintel.reader.osdp.PdTraits;
import dev.lintel.reader.osdp.Reply;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// An OSDP reader that a scan has found. Immutable.
///
/// @param baud null behind a network, whose bridge has the speed and does not tell it
/// @param vendor three bytes in hex; null, as the four that follow, where the reader does not tell
/// @param who what it says of itself, in words
/// @param secureChannel whether it knows the secure channel; null when it does not say
public record FoundReader(
        int address,
        @Nullable Integer baud,
        @Nullable String vendor,
        @Nullable Integer model,
        @Nullable Long serial,
        @Nullable String firmware,
        String who,
        @Nullable Boolean secureChannel,
        long replyMs) {
    private static final double NS_PER_MS = 1_000_000;

    /// `network`: the line is behind one.
    public static FoundReader of(BusScan.Found found, boolean network) {
        Reply.Identity id = found.identity();
        Reply.Capabilities able = found.capabilities();
        return new FoundReader(
                found.address(),
                network ? null : (Integer) found.baud(),
                id == null ? null : id.vendor().hex(),
                id == null ? null : (Integer) id.model(),
                id == null ? null : (Long) id.serial(),
                id == null ? null : PdTraits.firmware(id),
                who(found.said()),
                able == null ? null : PdTraits.knowsSecurity(able),
                Math.round(found.replyNs() / NS_PER_MS));
    }

    /// As the command line prints it.
    public Map<String, @Nullable Object> json() {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("address", address);
        json.put("baud", baud);
        json.put("vendor", vendor);
        json.put("model", model);
        json.put("serial", serial);
        json.put("firmware", firmware);
        json.put("secure_channel", secureChannel);
        json.put("reply_ms", replyMs);
        return json;
    }

    public String sentence() {
        String secure = secureChannel == null ? "" : secureChannel ? "; secure channel" : "; no secure channel";
        return String.format(
                Locale.ROOT,
                "address %d%s: %s%s; answers in %d ms",
                address,
                baud == null ? "" : " at " + baud + " baud",
                who,
                secure,
                replyMs);
    }

    /// What a scan came to. `network` as of [#of].
    public static String ending(BusScan.Result result, boolean network) {
        int count = result.readers().size();
        if (count > 0) return count == 1 ? "1 reader" : count + " readers";
        if (result.noisy().isEmpty()) return "no reader answers: check its supply, A and B, and the ground";
        List<String> speeds = result.noisy().stream().map(String::valueOf).toList();
        String at = network ? "" : " at " + String.join(", ", speeds) + " baud";
        return "no reader answers, but something was heard" + at + ": "
                + (network ? "another speed than the bridge's, " : "")
                + "swapped wires, two readers at one address, or another panel on the line";
    }

    private static String who(Reply said) {
        return switch (said) {
            case Reply.Identity id -> PdTraits.identity(id);
            case Reply.Busy _ -> "is busy and does not say who it is";
            case Reply.Nak nak
            when nak.reason() == Reply.Nak.SECURITY_REQUIRED || nak.reason() == Reply.Nak.SECURITY_UNSUPPORTED ->
                "tells who it is only in a secure session";
            case Reply.Nak nak -> "does not say who it is (" + OsdpNames.nak(nak.reason()) + ")";
            default -> "answers, but does not say who it is";
        };
    }
}
