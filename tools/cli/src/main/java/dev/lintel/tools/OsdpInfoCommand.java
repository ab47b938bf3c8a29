package dev.lintel.tools;

import dev.lintel.reader.Bytes;
import dev.lintel.reader.osdp.Command;
import dev.lintel.reader.osdp.OsdpCodec;
import dev.lintel.reader.osdp.OsdpNames;
import dev.lintel.reader.osdp.PdTraits;
import dev.lintel.reader.osdp.Reply;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;

/// `lintel osdp info`: what one reader tells of itself.
@CommandLine.Command(
        name = "info",
        description = {
            "Asks one OSDP reader who it is, what it can do and how it is.",
            "No controller may use the port meanwhile."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "%nExamples:",
            "  lintel osdp info --port /dev/ttyUSB0 --address 3",
            "  lintel osdp info --port /dev/ttyUSB0 --key data/keys/reader-1 --json"
        })
final class OsdpInfoCommand implements Callable<Integer> {
    private static final List<String> INPUT_STATES = List.of("inactive", "active", "short", "open", "fault", "unknown");

    @Mixin
    OsdpReaderOptions reader = new OsdpReaderOptions();

    @Mixin
    Output output = new Output();

    @Override
    public Integer call() {
        int address = reader.checkedAddress();
        try (var one = new OneReader(reader.line.opener(), address, reader.scbk(), _ -> {})) {
            one.awaitOnline();
            one.ask(new Command.ReceiveSize(
                    OsdpCodec.FRAME_BYTES_MAX)); // so that long answers may come; a NAK is as well
            Map<String, @Nullable Object> answer = new LinkedHashMap<>();
            answer.put("address", address);
            answer.put("secure", reader.key != null || reader.standardKey);
            identity(one.ask(new Command.Id(0)), answer);
            extended(one.ask(new Command.Id(1)), answer);
            capabilities(one.ask(new Command.Capabilities()), answer);
            states(one, answer);
            output.print(answer, OsdpInfoCommand::text);
        }
        return 0;
    }

    private static void identity(Reply reply, Map<String, @Nullable Object> answer) {
        boolean told = reply instanceof Reply.Identity;
        var id = told ? (Reply.Identity) reply : null;
        answer.put("identity", id == null ? refusal(reply) : PdTraits.identity(id));
        answer.put("vendor", id == null ? null : id.vendor().hex());
        answer.put("model", id == null ? null : id.model());
        answer.put("version", id == null ? null : id.version());
        answer.put("serial", id == null ? null : id.serial());
        answer.put("firmware", id == null ? null : PdTraits.firmware(id));
    }

    private static void extended(Reply reply, Map<String, @Nullable Object> answer) {
        List<String> entries = new ArrayList<>();
        if (reply instanceof Reply.ExtendedIdentity told) told.entries().forEach(e -> entries.add(PdTraits.entry(e)));
        answer.put("extended_identity", entries);
    }

    private static void capabilities(Reply reply, Map<String, @Nullable Object> answer) {
        List<String> words = reply instanceof Reply.Capabilities told ? PdTraits.capabilities(told) : List.of();
        answer.put("capabilities", words);
        if (!(reply instanceof Reply.Capabilities)) answer.put("capabilities_refused", refusal(reply));
    }

    private static void states(OneReader one, Map<String, @Nullable Object> answer) {
        Reply local = one.ask(new Command.LocalStatus());
        answer.put("tamper", local instanceof Reply.LocalStatus s ? s.tamper() : null);
        answer.put("power_failure", local instanceof Reply.LocalStatus s ? s.power() : null);
        Reply inputs = one.ask(new Command.InputStatus());
        answer.put("inputs", inputs instanceof Reply.InputStatus s ? words(s.inputs(), INPUT_STATES) : null);
        Reply outputs = one.ask(new Command.OutputStatus());
        answer.put(
                "outputs", outputs instanceof Reply.OutputStatus s ? words(s.outputs(), List.of("off", "on")) : null);
        Reply readers = one.ask(new Command.ReaderStatus());
        List<String> states = List.of("normal", "not connected", "tamper");
        answer.put("readers", readers instanceof Reply.ReaderStatus s ? words(s.readers(), states) : null);
    }

    private static List<String> words(Bytes states, List<String> names) {
        var words = new ArrayList<String>();
        for (int i = 0; i < states.size(); i++) {
            int state = states.at(i);
            words.add(state < names.size() ? names.get(state) : "state " + state);
        }
        return words;
    }

    private static String refusal(Reply reply) {
        return reply instanceof Reply.Nak nak ? OsdpNames.nak(nak.reason()) : "no sensible answer";
    }

    private static String text(Map<String, @Nullable Object> answer) {
        var lines = new ArrayList<String>();
        lines.add("reader at address " + answer.get("address")
                + (Boolean.TRUE.equals(answer.get("secure")) ? ", secure channel" : ", in the clear"));
        lines.add("  " + answer.get("identity"));
        for (String key : List.of("extended_identity", "capabilities")) {
            if (answer.get(key) instanceof List<?> words) words.forEach(w -> lines.add("  " + w));
        }
        if (answer.get("capabilities_refused") != null) {
            lines.add("  its capabilities: " + answer.get("capabilities_refused"));
        }
        lines.add("  case " + state(answer.get("tamper"), "opened (tamper)", "closed") + ", supply "
                + state(answer.get("power_failure"), "failing", "well"));
        for (String key : List.of("inputs", "outputs", "readers")) {
            if (answer.get(key) instanceof List<?> words && !words.isEmpty()) {
                lines.add("  " + key + ": "
                        + String.join(", ", words.stream().map(String::valueOf).toList()));
            }
        }
        return String.join(
                System.lineSeparator(), lines.stream().map(Output::inLine).toList());
    }

    private static String state(@Nullable Object is, String yes, String no) {
        if (is == null) return "unknown";
        return is.equals(true) ? yes : no;
    }
}
