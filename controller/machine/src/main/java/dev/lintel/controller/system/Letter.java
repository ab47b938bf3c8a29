package dev.lintel.controller.system;

import dev.lintel.controller.json.Json;
import dev.lintel.controller.system.SystemRequest.DropNetwork;
import dev.lintel.controller.system.SystemRequest.Install;
import dev.lintel.controller.system.SystemRequest.KeepNetwork;
import dev.lintel.controller.system.SystemRequest.Restart;
import dev.lintel.controller.system.SystemRequest.Rollback;
import dev.lintel.controller.system.SystemRequest.SetClock;
import dev.lintel.controller.system.SystemRequest.TimeServers;
import dev.lintel.controller.system.SystemRequest.TryNetwork;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A request as it lies in the data folder.
///
/// ```
///   {"format":1, "id":"0123456789abcdef0123456789abcdef", "boot":"…", "asked_ns":123, "kind":"restart"}
/// ```
///
/// @param id random; its answer has it too
/// @param boot of the kernel that it was written under: what a power cut left over is not carried out
/// @param askedNs the machine's monotonic clock then
record Letter(String id, String boot, long askedNs, SystemRequest request) {
    /// The longest, a network with its servers, has some 400 bytes.
    static final int BYTES_MAX = 4096;

    private static final long FORMAT = 1;
    private static final Pattern ID = Pattern.compile("[0-9a-f]{32}");
    private static final Pattern BOOT = Pattern.compile("[0-9a-f-]{36}");
    private static final int KIND_MAX = 32;
    private static final int ID_MAX = 36;

    /// Of what anybody may have written. Throws [SystemException] that names the field.
    static Letter parse(byte[] bytes) {
        if (bytes.length > BYTES_MAX) throw new SystemException("request: it has more than " + BYTES_MAX + " bytes");
        Fields fields = Fields.parse("request", utf8(bytes));
        long format = fields.number("format");
        if (format != FORMAT) throw fields.wrong("format", "is " + format + ", and this version reads " + FORMAT);
        String id = shaped(fields, "id", ID);
        String boot = shaped(fields, "boot", BOOT);
        long askedNs = fields.number("asked_ns");
        SystemRequest request = request(fields, fields.text("kind", KIND_MAX));
        fields.done();
        return new Letter(id, boot, askedNs, request);
    }

    private static SystemRequest request(Fields fields, String kind) {
        return switch (kind) {
            case "install" -> new Install(fields.number("release"), fields.flag("restart"));
            case "rollback" -> new Rollback();
            case "restart" -> new Restart();
            case "network" -> new TryNetwork(NetworkPlan.parse(fields));
            case "network keep" -> new KeepNetwork(shaped(fields, "trial", ID));
            case "network drop" -> new DropNetwork(shaped(fields, "trial", ID));
            case "clock" -> new SetClock(fields.time("to"));
            case "time servers" -> new TimeServers(fields.texts("servers", TimeServers.SERVERS_MAX));
            default -> throw fields.wrong("kind", "is none that is known here");
        };
    }

    byte[] write() {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("format", FORMAT);
        json.put("id", id);
        json.put("boot", boot);
        json.put("asked_ns", askedNs);
        json.put("kind", request.kind());
        switch (request) {
            case Install(long release, boolean restart) -> {
                json.put("release", release);
                json.put("restart", restart);
            }
            case TryNetwork(NetworkPlan plan) -> json.putAll(plan.json());
            case KeepNetwork(String trial) -> json.put("trial", trial);
            case DropNetwork(String trial) -> json.put("trial", trial);
            case SetClock(java.time.Instant to) -> json.put("to", to.toString());
            case TimeServers(java.util.List<String> servers) -> json.put("servers", servers);
            case Rollback _, Restart _ -> {}
        }
        return Json.write(json).getBytes(StandardCharsets.UTF_8);
    }

    private static String shaped(Fields fields, String name, Pattern shape) {
        String text = fields.text(name, ID_MAX);
        if (!shape.matcher(text).matches()) throw fields.wrong(name, "is not of the shape that it must have");
        return text;
    }

    private static String utf8(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new SystemException("request: it is not UTF-8", e);
        }
    }
}
