package dev.lintel.tools;

import dev.lintel.controller.json.Json;
import dev.lintel.controller.json.JsonException;
import dev.lintel.reader.Bytes;
import dev.lintel.reader.osdp.CapturedFrame;
import dev.lintel.reader.osdp.Command;
import dev.lintel.reader.osdp.Decoded;
import dev.lintel.reader.osdp.Followed;
import dev.lintel.reader.osdp.OsdpCodec;
import dev.lintel.reader.osdp.OsdpFrame;
import dev.lintel.reader.osdp.OsdpNames;
import dev.lintel.reader.osdp.Reply;
import dev.lintel.reader.osdp.SessionFollower;
import dev.lintel.reader.osdp.WireTap;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Decodes lines of a capture, `acu HEX` or `pd HEX`: one answer for each line, whatever the line is, and one for each
/// frame and for the rest of a line that has several. Main thread.
///
/// ```
///   pd 538511...                                              or, from a trace of another tool,
///   {"timeSec":"1","timeNano":"0","io":"trace","data":"53 85 11 ...","osdpTraceVersion":"1"}
///
///   {"dir":"pd","address":5,"sqn":1,"code":"50","name":"RAW","data":"00011a00bdd93740","mac_ok":true,"error":null}
/// ```
final class OsdpLines {
    static final String HEADING = "from address sqn  code               mac   data";

    /// Hex, perhaps with a blank or colon between bytes, of the longest frame and many marks, and what a trace puts
    /// around it.
    static final int CHARS_MAX = 4 * 3 * OsdpCodec.FRAME_BYTES_MAX;

    private static final String MALFORMED = "data does not fit its code";
    private static final Pattern LINE = Pattern.compile("\\s*(acu|pd)\\s+(\\S.*)", Pattern.CASE_INSENSITIVE);
    private static final Pattern BETWEEN = Pattern.compile("[\\s:-]");
    private static final Pattern HEX = Pattern.compile("([0-9a-fA-F]{2})*");

    private final SessionFollower follower;

    OsdpLines(SessionFollower follower) {
        this.follower = follower;
    }

    /// The answers for a line, for [Output#print].
    List<Map<String, @Nullable Object>> decode(String line) {
        Bytes traced = traced(line);
        if (traced != null) return frames(traced).stream().map(this::heard).toList();
        Matcher m = LINE.matcher(line);
        String dir = m.matches() ? m.group(1).toLowerCase(Locale.ROOT) : null;
        String hex = dir == null ? "" : BETWEEN.matcher(m.group(2)).replaceAll("");
        Bytes bytes = HEX.matcher(hex).matches() ? Bytes.ofHex(hex) : Bytes.EMPTY;
        return frames(bytes).stream().map(frame -> decode(dir, frame)).toList();
    }

    /// The whole and the damaged frames of a line, and what follows the last whole one. Noise before a frame is left
    /// out. A line without a whole frame is returned as it is.
    private static List<Bytes> frames(Bytes line) {
        byte[] bytes = line.toArray();
        var frames = new ArrayList<Bytes>();
        int end = 0; // of the last whole frame
        int start = 0;
        while (start < bytes.length) {
            switch (OsdpCodec.decode(ByteBuffer.wrap(bytes, start, bytes.length - start))) {
                case Decoded.Frame f -> {
                    frames.addAll(damaged(line.slice(end, start)));
                    end = start + f.skip();
                    frames.add(line.slice(start, end));
                    start = end;
                }
                case Decoded.Noise n -> start += n.skip();
                case Decoded.NeedMore _ -> start++; // a false start perhaps: a frame behind it may be whole
            }
        }
        if (end == 0) return List.of(line);
        Bytes rest = line.slice(end, line.size());
        List<Bytes> damaged = damaged(rest);
        frames.addAll(damaged);
        if (damaged.isEmpty() && !isIdle(rest)) frames.add(rest);
        return frames;
    }

    /// The frames with a wrong check in bytes without a whole frame.
    private static List<Bytes> damaged(Bytes bytes) {
        var tap = new WireTap();
        tap.add(bytes.toArray(), bytes.size());
        var damaged = new ArrayList<Bytes>();
        for (Bytes frame = tap.next(); frame != null; frame = tap.next()) damaged.add(frame);
        return damaged;
    }

    private static boolean isIdle(Bytes bytes) {
        for (int i = 0; i < bytes.size(); i++) if (bytes.at(i) != OsdpCodec.MARK) return false;
        return true;
    }

    /// The frame of a line as other tools' traces have them (`.osdpcap`), or null for any other line.
    private static @Nullable Bytes traced(String line) {
        if (!line.stripLeading().startsWith("{")) return null;
        try {
            if (!(Json.parse(line) instanceof Map<?, ?> trace) || !(trace.get("data") instanceof String data))
                return null;
            String hex = BETWEEN.matcher(data).replaceAll("");
            return HEX.matcher(hex).matches() ? Bytes.ofHex(hex) : null;
        } catch (JsonException e) { // looks like a trace, and is none
            return null;
        }
    }

    /// The answer for bytes that were heard on a line: the frame's address says which end sent it.
    Map<String, @Nullable Object> heard(Bytes bytes) {
        return decode(direction(bytes), bytes);
    }

    /// `pd` for a reply, `acu` for a command and for bytes without a header. Marks and noise may precede the frame.
    static String direction(Bytes bytes) {
        OsdpFrame frame = CapturedFrame.read(bytes).frame();
        return frame != null && frame.isReply() ? "pd" : "acu";
    }

    private Map<String, @Nullable Object> decode(@Nullable String dir, Bytes bytes) {
        CapturedFrame captured = CapturedFrame.read(bytes);
        OsdpFrame frame = captured.frame();
        CapturedFrame.Fault fault = captured.fault();

        Map<String, @Nullable Object> answer = empty(dir);
        if (frame != null) {
            answer.put("address", frame.pd());
            answer.put("sqn", frame.sequence());
            if (!frame.payload().isEmpty()) {
                Followed followed = fault == null ? follower.follow(frame) : SessionFollower.damaged(frame);
                put(answer, frame, followed);
            }
        }
        if (fault != null) answer.put("error", fault.words());
        return answer;
    }

    private static Map<String, @Nullable Object> empty(@Nullable String dir) {
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("dir", dir);
        for (String key : new String[] {"address", "sqn", "code", "name", "data", "mac_ok", "error"}) {
            answer.put(key, null);
        }
        return answer;
    }

    private static void put(Map<String, @Nullable Object> answer, OsdpFrame frame, Followed followed) {
        Bytes payload = followed.payload();
        answer.put("code", payload.slice(0, 1).hex());
        answer.put("name", OsdpNames.of(frame));
        answer.put("data", payload.slice(1, payload.size()).hex());
        if (followed.encrypted()) answer.put("encrypted", true);
        else if (isMalformed(frame, payload)) answer.put("error", MALFORMED);
        switch (followed.mac()) {
            case NONE, UNKNOWN -> {}
            case RIGHT -> answer.put("mac_ok", true);
            case WRONG -> {
                answer.put("mac_ok", false);
                answer.put("error", "bad MAC");
            }
            case BAD_PADDING -> {
                answer.put("mac_ok", true);
                answer.put("error", "bad padding");
            }
            case BAD_LENGTH -> answer.put("error", CapturedFrame.Fault.BAD_LENGTH.words());
        }
    }

    /// Whether counts and lengths in the data, or the data's length, do not fit the code.
    private static boolean isMalformed(OsdpFrame frame, Bytes payload) {
        return frame.isReply()
                ? Reply.decode(payload) instanceof Reply.Malformed
                : Command.decode(payload) instanceof Command.Malformed;
    }

    /// An answer for people, under [#HEADING].
    static String row(Map<String, @Nullable Object> answer) {
        Object code = answer.get("code");
        Object name = answer.get("name");
        String what = code == null ? "" : code + " " + (name == null ? "?" : name);
        String data = text(answer, "data") + (answer.containsKey("encrypted") ? " (encrypted)" : "");
        Object error = answer.get("error");
        return String.format(
                        Locale.ROOT,
                        "%-4s %7s %3s  %-17s  %-4s  %s%s",
                        text(answer, "dir"),
                        text(answer, "address"),
                        text(answer, "sqn"),
                        what,
                        mac(answer.get("mac_ok")),
                        data,
                        error == null ? "" : (data.isEmpty() ? "" : "  ") + error)
                .stripTrailing();
    }

    private static String mac(@Nullable Object ok) {
        if (ok == null) return "";
        return ok.equals(true) ? "ok" : "bad";
    }

    private static String text(Map<String, @Nullable Object> answer, String key) {
        Object value = answer.get(key);
        return value == null ? "" : String.valueOf(value);
    }
}
