package dev.lintel.sync.wire;

import dev.lintel.sync.wire.LinkMessage.Answer;
import dev.lintel.sync.wire.LinkMessage.Beat;
import dev.lintel.sync.wire.LinkMessage.Dismissed;
import dev.lintel.sync.wire.LinkMessage.DoorRow;
import dev.lintel.sync.wire.LinkMessage.Few;
import dev.lintel.sync.wire.LinkMessage.Hello;
import dev.lintel.sync.wire.LinkMessage.NewKey;
import dev.lintel.sync.wire.LinkMessage.News;
import dev.lintel.sync.wire.LinkMessage.Order;
import dev.lintel.sync.wire.LinkMessage.Other;
import dev.lintel.sync.wire.LinkMessage.Pulse;
import dev.lintel.sync.wire.LinkMessage.Urgent;
import dev.lintel.sync.wire.LinkMessage.Welcome;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Writes messages of the link as JSON, for [LinkMessage].
final class LinkJson {
    private LinkJson() {}

    static String of(LinkMessage message) {
        return switch (message) {
            case Hello hello ->
                frame(
                        "hello",
                        new Fields()
                                .with("version", hello.version())
                                .with("units", hello.units())
                                .with("cursor", text(hello.cursor())));
            case Beat beat -> frame("beat", fields(beat));
            case Answer answer -> frame("answer", fields(answer));
            case Welcome welcome ->
                frame(
                        "welcome",
                        new Fields()
                                .with("hub", welcome.hub())
                                .with("version", welcome.version())
                                .with("time", welcome.timeMs())
                                .with("latest", welcome.latest().toString())
                                .with("uncertain", welcome.uncertain())
                                .with("notice", welcome.notice()));
            case Pulse pulse ->
                frame(
                        "pulse",
                        new Fields()
                                .with("time", pulse.timeMs())
                                .with("uncertain", pulse.uncertain())
                                .with("notice", pulse.notice()));
            case News news -> frame("news", fields(news));
            case Order order -> frame("order", fields(order));
            case Urgent urgent ->
                frame("urgent", new Fields().with("line", urgent.line().toJson()));
            case Dismissed dismissed -> frame("dismissed", new Fields().with("why", dismissed.why()));
            case NewKey _ -> frame("new_key", new Fields());
            case Other other -> throw new IllegalArgumentException("never sent: " + other.kind());
        };
    }

    private static Fields fields(Answer answer) {
        DoorRow door = answer.door();
        return new Fields()
                .with("id", answer.id())
                .with("outcome", answer.outcome())
                .with("why", answer.why())
                .with("door", door == null ? null : map(door));
    }

    private static Fields fields(News news) {
        var fields = new Fields()
                .with("latest", news.latest().toString())
                .with("proof", news.latest().proof())
                .with("approved", news.approved());
        Few few = news.few();
        if (few == null) return fields;
        return fields.with("after", few.after().toString())
                .with("lines", few.lines().stream().map(DownLine::toJson).toList());
    }

    private static Fields fields(Beat beat) {
        var fields = new Fields()
                .with("cursor", text(beat.cursor()))
                .with("clock", beat.clock())
                .with("skew", beat.skewMs())
                .with("waiting", beat.waiting())
                .with("problem", beat.problem())
                .with("held", beat.held())
                .with("doors", beat.doors().stream().map(LinkJson::map).toList());
        return beat.revocations().equals(RevocationReport.UNREPORTED)
                ? fields
                : fields.with(RevocationReport.NAME, beat.revocations().map());
    }

    private static Map<String, Object> map(DoorRow door) {
        return new Fields()
                .with("channel", door.channelId())
                .with("unit", door.unit())
                .with("status", door.status())
                .with("state", door.state())
                .with("released", door.released())
                .with("open", door.open())
                .with("mode", door.mode())
                .with("relock_at", door.relockAtMs())
                .with("changed", door.changedAtMs())
                .with("card_lockdown", door.cardLockdown())
                .with("rex_lockdown", door.rexLockdown())
                .with("aux_lockdown", door.auxLockdown())
                .with("secure", door.secure())
                .with("secure_until", door.secureUntilMs())
                .with("alarm", door.alarm())
                .with("acknowledged", door.acknowledged())
                .with("evacuated", door.evacuated())
                .map();
    }

    private static Fields fields(Order order) {
        return new Fields()
                .with("id", order.id())
                .with("channel", order.channelId())
                .with("name", order.name())
                .with("arguments", order.arguments())
                .with("request", order.request())
                .with("by", order.by())
                .with("time", order.timeMs());
    }

    private static @Nullable String text(@Nullable Cursor cursor) {
        return cursor == null ? null : cursor.toString();
    }

    private static String frame(String kind, Fields fields) {
        return Tree.write(Map.of(kind, fields.map()));
    }
}
