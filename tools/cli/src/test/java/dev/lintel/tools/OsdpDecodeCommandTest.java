package dev.lintel.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.json.Json;
import dev.lintel.reader.Bytes;
import dev.lintel.reader.osdp.OsdpCodec;
import dev.lintel.reader.osdp.OsdpFrame;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `lintel osdp decode` on small captures. Frames of libosdp and of the standard's annex.
class OsdpDecodeCommandTest {
    private static final Path VECTORS = Path.of("../../reader-drivers/src/test/resources/vectors");
    private static final String KEY = "000102030405060708090a0b0c0d0e0f";

    /// A handshake with [#KEY], POLL and MFG under its session, their replies.
    private static final List<String> SESSION = List.of(
            "acu ff530013000c0311017601020304050607084b27",
            "pd ff53802b000c031201760c0b0a78563412001112131415161718c0716da54445e0ba6a2759380ad7a2db8923",
            "acu ff53001b000d031301773e961e989d455167ecc3705727c6a272bca0",
            "pd ff53801b000d03140178c5b09e0b2b8a1eb3f09a6190cf89b07ab6a2",
            "acu ff53001e000e0217804e70f59fccda15157c79af403255564a11028530fc8e",
            "pd ff53801e000e02189057d0071ba7c9e0193358d6e0b2276c50ce7049129d14");

    @TempDir
    Path folder;

    @Test
    void aSessionIsReadWithItsKey() throws IOException {
        List<Map<String, @Nullable Object>> answers = decode(SESSION, "--scbk", KEY);
        assertThat(answers)
                .extracting(a -> a.get("name"))
                .containsExactly("CHLNG", "CCRYPT", "SCRYPT", "RMAC_I", "MFG", "MFGREP");
        assertThat(answers.get(0)).containsEntry("mac_ok", null).containsEntry("data", "0102030405060708");
        assertThat(Json.write(answers.get(4)))
                .isEqualTo("{\"dir\":\"acu\",\"address\":0,\"sqn\":2,\"code\":\"80\",\"name\":\"MFG\","
                        + "\"data\":\"0c0b0a80\",\"mac_ok\":true,\"error\":null}");
        assertThat(answers.get(5)).containsEntry("data", "0c0b0a800000").containsEntry("dir", "pd");
    }

    /// As OSDP.Net writes them: who spoke is told by the address, `io` is the tracer's own side.
    @Test
    void tracesOfOtherToolsAreRead() throws IOException {
        String around = "\",\"osdpTraceVersion\":\"1\",\"osdpSource\":\"OSDP.Net\"}";
        var answers = decode(List.of(
                "{\"timeSec\":\"1689599213\",\"timeNano\":\"141793300\",\"io\":\"output\",\"data\":\""
                        + "53-00-0D-00-06-6A-00-02-02-02-01-59-92" + around,
                "{\"timeSec\":\"1689599206\",\"timeNano\":\"579440400\",\"io\":\"input\",\"data\":\""
                        + "53-80-14-00-06-45-00-0E-E3-10-10-00-00-74-97-23-06-06-1B-88" + around,
                "{\"data\":\"zz\"}",
                "{"));
        assertThat(answers.get(0))
                .containsEntry("dir", "acu")
                .containsEntry("name", "BUZ")
                .containsEntry("error", null);
        assertThat(answers.get(1))
                .containsEntry("dir", "pd")
                .containsEntry("name", "PDID")
                .containsEntry("error", null);
        assertThat(answers.get(2)).containsEntry("error", "no frame");
        assertThat(answers.get(3)).containsEntry("error", "no frame");
    }

    @Test
    void tracesWithMarksOrNoiseShowTheDirectionOfTheirAddress() throws IOException {
        var answers = decode(List.of(
                "{\"io\":\"trace\",\"data\":\"FF-53-80-08-00-05-40-68-9F\"}",
                "{\"io\":\"trace\",\"data\":\"FF FF 53 00 09 00 04 61 00 C0 66\"}",
                "{\"io\":\"trace\",\"data\":\"00 53 12 FF 53 80 08 00 05 40 68 9F\"}",
                "{\"io\":\"trace\",\"data\":\"FF 53 80 08 00 05 40 68\"}"));
        assertThat(answers).extracting(a -> a.get("dir")).containsExactly("pd", "acu", "pd", "pd");
        assertThat(answers).extracting(a -> a.get("name")).containsExactly("ACK", "ID", "ACK", null);
        assertThat(answers).extracting(a -> a.get("error")).containsExactly(null, null, null, "bad length");
    }

    @Test
    void eachFrameOfALineIsAnswered() throws IOException {
        var answers = decode(List.of("{\"data\":\"FF 53 00 09 00 04 61 00 C0 66 FF 53 80 08 00 05 40 68 9F\"}"));
        assertThat(answers).extracting(a -> a.get("dir") + " " + a.get("name")).containsExactly("acu ID", "pd ACK");
    }

    /// A whole frame is never lost for what is around it.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    53000900046100c06600                        | ID, no frame
                    53000900046100c066ff                        | ID
                    53000900046100c066538008000540689f53850b    | ID, ACK, bad length
                    53000900046100c066538008000540689f          | ID, ACK
                    53000900046100c066538008000540689e          | ID, ACK bad CRC
                    53000900046100c06753000900046100c066        | ID bad CRC, ID
                    53000900046100c0665300ff046100c066          | ID, bad length
                    530040000453000900046100c06600ff5380080005  | ID, bad length
                    00ff53000900046100c06600005380080005406 89f53 | ID, ACK, bad length
                    """)
    void eachWholeFrameOfALineIsPrintedBesideNoise(String hex, String answers) throws IOException {
        for (String line : List.of("acu " + hex, "{\"data\":\"" + hex + "\"}")) {
            assertThat(decode(List.of(line)))
                    .as(line)
                    .extracting(OsdpDecodeCommandTest::nameAndError)
                    .containsExactly(answers.split(", "));
        }
    }

    private static String nameAndError(Map<String, @Nullable Object> answer) {
        return Stream.of(answer.get("name"), answer.get("error"))
                .filter(Objects::nonNull)
                .map(String::valueOf)
                .collect(Collectors.joining(" "));
    }

    @Test
    void framesOfALineLongerThanTheBufferAreAllPrinted() throws IOException {
        assertThat(decode(List.of("acu " + "53000900046100c066".repeat(900))))
                .hasSize(900)
                .allMatch(a -> "ID".equals(a.get("name")));
    }

    /// Counts that are larger or smaller than the data behind them.
    @ParameterizedTest
    @CsvSource({
        "true, 5000011a00bdd9374000", // RAW, a byte more than its 26 bits
        "true, 5000012100bdd93740", // RAW, 33 bits in 4 bytes
        "true, 5000010000", // RAW of no bits
        "true, 510000053132", // FMT of five characters, two sent
        "true, 5300043132", // KEYPAD of four keys, two sent
        "true, 4801", // LSTATR without its power
        "false, 690000", // LED, cut short
        "false, 6e01", // COMSET without its speed
    })
    void dataThatDoesNotFitItsCodeIsAnError(boolean reply, String payload) throws IOException {
        Bytes data = Bytes.ofHex(payload);
        OsdpFrame frame = reply ? OsdpFrame.reply(0, 1, true, data) : OsdpFrame.command(0, 1, true, data);
        String line =
                (reply ? "pd " : "acu ") + Bytes.copyOf(OsdpCodec.encode(frame)).hex();
        assertThat(decode(List.of(line)).getFirst())
                .containsEntry("code", payload.substring(0, 2))
                .containsEntry("error", "data does not fit its code");
    }

    @Test
    void withoutTheKeyDataStayEncrypted() throws IOException {
        for (String[] keys : new String[][] {{}, {"--scbk-d"}, {"--scbk", "8f14e45fceea167a5a36dedd4bea2543"}}) {
            Map<String, @Nullable Object> answer = decode(SESSION, keys).get(4);
            assertThat(answer)
                    .containsEntry("encrypted", true)
                    .containsEntry("data", "4e70f59fccda15157c79af403255564a")
                    .containsEntry("code", "80")
                    .containsEntry("mac_ok", null)
                    .containsEntry("error", null);
        }
    }

    @Test
    void aFrameWithAnotherMacIsNamed() throws IOException {
        var lines = new ArrayList<>(SESSION.subList(0, 4));
        lines.add("acu 53000e000e021560bee47483b68b");
        lines.add(SESSION.get(4));
        List<Map<String, @Nullable Object>> answers = decode(lines, "--scbk", KEY);
        assertThat(answers.get(4)).containsEntry("error", "bad MAC").containsEntry("mac_ok", false);
        assertThat(answers.get(5)).containsEntry("error", null).containsEntry("mac_ok", true);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    acu ff53000900046100c066           | 0 61 ID 00                | null
                    ACU FF 53 00 09 00 04 61 00 C0 66  | 0 61 ID 00                | null
                    pd 53:80:08:00:05:40:68:9f         | 0 40 ACK                  | null
                    acu 537f0c00006e00802500000f       | 127 6e COMSET 0080250000  | null
                    pd ff538009000541011793ff          | 0 41 NAK 01               | null
                    acu 5380080005600abb               | 0 60 null                 | null
                    pd 005312ff5380080005406 89f       | 0 40 ACK                  | null
                    acu 5300400004ff53000900046100c066 | 0 61 ID 00                | null
                    acu ff53000900046100c067           | 0 61 ID 00                | bad CRC
                    acu 5300080000610045               | 0 61 ID 00                | bad checksum
                    acu ff53000900046100c0             | 0 null null null          | bad length
                    acu ff53000900046100c06600         | 0 61 ID 00                | null
                    acu ff53000800046100c066           | 0 null null null          | bad length
                    acu ff5300ffff046100c066           | 0 null null null          | bad length
                    acu ff53                           | null null null null       | bad length
                    acu 00112233                       | null null null null       | no frame
                    acu zz                             | null null null null       | no frame
                    acu 530                            | null null null null       | no frame
                    reader 53000900046100c066          | null null null null       | no frame
                    hello                              | null null null null       | no frame
                    """)
    void aFrameAloneIsReadOrItsFaultNamed(String line, String said, String error) throws IOException {
        Map<String, @Nullable Object> answer = decode(List.of(line)).getFirst();
        assertThat(answer)
                .containsOnlyKeys("dir", "address", "sqn", "code", "name", "data", "mac_ok", "error")
                .containsEntry("mac_ok", null);
        String read =
                answer.get("address") + " " + answer.get("code") + " " + answer.get("name") + " " + answer.get("data");
        assertThat(read.strip()).isEqualTo(said);
        assertThat(String.valueOf(answer.get("error"))).isEqualTo(error);
    }

    /// Every recorded frame, as the vectors' own headers and lines say.
    @Test
    void theGoldenFramesAreReadAsTheyWereSent() throws IOException {
        var cases = new LinkedHashMap<Object, List<Map<String, @Nullable Object>>>();
        for (String file : List.of("osdp-plain.jsonl", "osdp-secure.jsonl", "osdp-synthetic.jsonl")) {
            for (String json : Files.readAllLines(VECTORS.resolve(file))) {
                Map<String, @Nullable Object> row = Json.parseObject(json);
                Object name = Objects.requireNonNull(row.get("case"));
                cases.computeIfAbsent(name, _ -> new ArrayList<>()).add(row);
            }
        }
        int compared = 0;
        for (var rows : cases.values()) compared += compare(rows);
        assertThat(compared).isGreaterThan(1300);
    }

    private int compare(List<Map<String, @Nullable Object>> rows) throws IOException {
        Object scbk = rows.getFirst().get("scbk");
        var frames = rows.stream().filter(r -> r.get("hex") != null).toList();
        var lines = frames.stream().map(r -> r.get("dir") + " " + r.get("hex")).toList();
        String[] key = scbk == null ? new String[] {"--scbk-d"} : new String[] {"--scbk", String.valueOf(scbk)};
        List<Map<String, @Nullable Object>> answers = decode(lines, key);
        assertThat(answers).hasSameSizeAs(frames);
        int compared = 0;
        for (int i = 0; i < frames.size(); i++) {
            var row = frames.get(i);
            var answer = answers.get(i);
            assertThat(answer.get("error") != null).as(row.toString()).isEqualTo(faulty(row));
            if (row.get("plain") == null) continue;
            assertThat(answer.get("code") + "" + answer.get("data"))
                    .as(row.toString())
                    .isEqualTo(row.get("plain"));
            assertThat(answer.get("mac_ok")).as(row.toString()).isEqualTo(row.get("mac") == null ? null : true);
            compared++;
        }
        return compared;
    }

    private static boolean faulty(Map<String, @Nullable Object> row) {
        String note = String.valueOf(row.get("note"));
        return row.get("corrupt") != null
                || note.matches("POLL with bad .*: silence")
                || note.matches(".*; (ID without|LED with|TEXT whose) .*: NAK 2.*")
                || Boolean.TRUE.equals(row.get("malformed"));
    }

    @Test
    void everyLineHasItsAnswerEvenAnEmptyOrEndlessOne() throws IOException {
        var lines = List.of("", "acu " + "53".repeat(100_000), "acu 53000900046100c066\r", "pd");
        List<Map<String, @Nullable Object>> answers = decode(lines);
        assertThat(answers).extracting(a -> a.get("error")).containsExactly("no frame", "bad length", null, "no frame");
    }

    @Test
    void peopleGetATable() throws IOException {
        CommandRun run = run(SESSION, "--scbk", KEY);
        assertThat(run.exit()).isZero();
        assertThat(run.out().lines())
                .hasSize(7)
                .last()
                .isEqualTo("pd         0   2  90 MFGREP          ok    0c0b0a800000");
    }

    @Test
    void aWrongKeyOrFileIsNamedWithoutShowingTheKey() {
        CommandRun key = CommandRun.of("osdp", "decode", "--scbk", "001122");
        assertThat(key.exit()).isEqualTo(2);
        assertThat(key.err()).contains("32 hex digits").doesNotContain("001122");
        CommandRun file = CommandRun.of("osdp", "decode", folder.resolve("none").toString());
        assertThat(file.exit()).isEqualTo(1);
        assertThat(file.err()).contains("cannot be read: it is not there");
        CommandRun none = CommandRun.of("osdp", "decode", folder.toString());
        assertThat(none.err()).contains("cannot be read");
        CommandRun port = CommandRun.of("osdp", "decode", "--port", "/dev/there-is-none");
        assertThat(port.exit()).isEqualTo(1);
        assertThat(file.out() + none.out() + port.out()).isEmpty();
    }

    @Test
    void helpNamesItsOptions() {
        CommandRun run = CommandRun.of("osdp", "decode", "--help");
        assertThat(run.exit()).isZero();
        assertThat(run.out()).contains("--scbk", "--scbk-d", "--json", "FILE", "acu HEX");
        assertThat(CommandRun.of("osdp").err()).contains("Missing required subcommand");
    }

    private List<Map<String, @Nullable Object>> decode(List<String> lines, String... options) throws IOException {
        var arguments = new ArrayList<>(Arrays.asList(options));
        arguments.add("--json");
        CommandRun run = run(lines, arguments.toArray(String[]::new));
        assertThat(run.err()).isEmpty();
        assertThat(run.exit()).isZero();
        return run.out().lines().map(Json::parseObject).toList();
    }

    private CommandRun run(List<String> lines, String... options) throws IOException {
        Path capture = folder.resolve("capture.txt");
        Files.write(capture, lines);
        var arguments = new ArrayList<>(List.of("osdp", "decode"));
        arguments.addAll(Arrays.asList(options));
        arguments.add(capture.toString());
        return CommandRun.of(arguments.toArray(String[]::new));
    }
}
