package dev.lintel.sync.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Every message comes back as it was sent, and what is none is a WireException and nothing else.
class WireTest {
    /// What a newer hub says more than this version knows, by the path at which it says it.
    @Test
    void whatIsNotKnownIsNamedAndTheRestIsRead() {
        var passedOver = new ArrayList<String>();
        String line = """
                {"person":{"id":7,"revision":12,"pulse":61,"made":1,"changed":2,"texts":{"first_name":"Ada","nick":"A"},
                 "credentials":[{"id":1,"type":2,"value":"9","made":1,"changed":2,"colour":"red"}],
                 "reservations":[{"id":3,"start":1,"end":2,"made":1,"changed":2,"room":5}],
                 "group_reservations":[{"id":4,"start":1,"end":2,"made":1,"changed":2,"why":"x"}]}}""";
        var read = (DownLine.PersonLine) DownLine.parse(line, passedOver::add);
        assertThat(read.row().credentials()).hasSize(1);
        assertThat(passedOver)
                .containsExactlyInAnyOrder(
                        "person.pulse",
                        "person.texts.nick",
                        "person.credentials.colour",
                        "person.reservations.room",
                        "person.group_reservations.why");
        passedOver.clear();
        var policy = DownLine.parse("{\"policy\":{\"site_yaml\":\"\",\"revision\":1,\"by\":2}}", passedOver::add);
        assertThat(policy).isEqualTo(new DownLine.PolicyLine("", 1));
        DownLine.parse("{\"gone\":{\"id\":1,\"revision\":1,\"why\":2}}", passedOver::add);
        String urgent = "{\"urgent\":{\"line\":\"{\\\"gone\\\":{\\\"id\\\":1,\\\"revision\\\":1,\\\"to\\\":2}}\"}}";
        assertThat(LinkMessage.parse(urgent, passedOver::add))
                .isEqualTo(new LinkMessage.Urgent(new DownLine.Gone(1, 1)));
        String news = "{\"news\":{\"latest\":\"e.2\",\"after\":\"e.1\",\"lines\":[\"{\\\"rain\\\":{}}\"]}}";
        assertThat(LinkMessage.parse(news, passedOver::add)).isEqualTo(new LinkMessage.News(new Cursor("e", 2), null));
        assertThat(passedOver).containsExactly("policy.by", "gone.why", "gone.to", "rain");
    }

    /// Nothing that this version itself says is news to it.
    @Property
    void whatThisVersionSaysOfAPersonItKnows(@ForAll("down") DownLine line) {
        var passedOver = new ArrayList<String>();
        DownLine.parse(line.toJson(), passedOver::add);
        passedOver.removeIf(name -> name.startsWith("person.texts.")); // made up
        assertThat(passedOver).isEmpty();
    }

    private static final Arbitrary<Long> NUMBERS = Arbitraries.longs();
    /// 0, which is not sent, or a revision.
    private static final Arbitrary<Long> GIVEN = Arbitraries.longs().greaterOrEqual(0);
    private static final Arbitrary<String> TEXTS =
            Arbitraries.strings().withCharRange(' ', '\ud7ff').ofMaxLength(20);
    private static final Arbitrary<Boolean> FLAGS = Arbitraries.of(true, false);
    private static final Arbitrary<@Nullable String> MAYBE_TEXTS = TEXTS.injectNull(0.3);
    private static final Arbitrary<@Nullable Long> MAYBE_NUMBERS = NUMBERS.injectNull(0.3);
    private static final Arbitrary<List<Long>> IDS = NUMBERS.list().ofMaxSize(4);
    private static final Arbitrary<Map<String, String>> NAMED =
            Arbitraries.maps(TEXTS, TEXTS).ofMaxSize(3);
    private static final Arbitrary<Cursor> CURSORS = Combinators.combine(
                    Arbitraries.strings().alpha().numeric().ofMinLength(1).ofMaxLength(40),
                    Arbitraries.longs().between(0, 999_999_999_999_999_999L))
            .as(Cursor::new);
    private static final Arbitrary<PersonRow.Stamps> STAMPS =
            Combinators.combine(NUMBERS, NUMBERS).as(PersonRow.Stamps::new);

    private static final Arbitrary<CredentialLimits> LIMITS = Combinators.combine(
                    MAYBE_NUMBERS,
                    MAYBE_NUMBERS,
                    MAYBE_TEXTS,
                    MAYBE_TEXTS,
                    MAYBE_NUMBERS,
                    MAYBE_NUMBERS,
                    MAYBE_NUMBERS,
                    MAYBE_NUMBERS)
            .as(CredentialLimits::new);

    private static Arbitrary<PersonRow> people() {
        Arbitrary<PersonRow.CredentialRow> credentials = Combinators.combine(
                        NUMBERS, NUMBERS, TEXTS, MAYBE_NUMBERS, MAYBE_NUMBERS, TEXTS, STAMPS, LIMITS)
                .as(PersonRow.CredentialRow::new);
        Arbitrary<PersonRow.ReservationRow> reservations =
                Combinators.combine(NUMBERS, NUMBERS, NUMBERS, IDS, STAMPS).as(PersonRow.ReservationRow::new);
        Arbitrary<PersonRow.GroupReservationRow> groups = Combinators.combine(
                        NUMBERS, NUMBERS, NUMBERS, MAYBE_NUMBERS, IDS, STAMPS)
                .as(PersonRow.GroupReservationRow::new);
        record Own(
                List<PersonRow.CredentialRow> credentials,
                List<PersonRow.ReservationRow> reservations,
                List<PersonRow.GroupReservationRow> groups) {}
        Arbitrary<Own> own = Combinators.combine(
                        credentials.list().ofMaxSize(2),
                        reservations.list().ofMaxSize(2),
                        groups.list().ofMaxSize(2))
                .as(Own::new);
        record Head(long id, Map<String, String> texts, boolean one, boolean two, boolean three) {}
        Arbitrary<Head> head =
                Combinators.combine(NUMBERS, NAMED, FLAGS, FLAGS, FLAGS).as(Head::new);
        return Combinators.combine(head, own, MAYBE_TEXTS, MAYBE_TEXTS, MAYBE_TEXTS, STAMPS, IDS, IDS)
                .as((h, o, from, to, image, stamps, groupIds, roles) -> new PersonRow(
                        h.id,
                        h.texts,
                        h.one,
                        from,
                        to,
                        h.two,
                        h.three,
                        image,
                        stamps,
                        groupIds,
                        roles,
                        o.credentials,
                        o.reservations,
                        o.groups));
    }

    private static Arbitrary<LinkMessage.Few> few() {
        Arbitrary<DownLine> lines = Arbitraries.oneOf(
                Combinators.combine(people(), NUMBERS).as(DownLine.PersonLine::new),
                Combinators.combine(NUMBERS, NUMBERS).as(DownLine.Gone::new));
        return Combinators.combine(CURSORS, lines.list().ofMaxSize(3)).as(LinkMessage.Few::new);
    }

    @Provide
    Arbitrary<DownLine> down() {
        Arbitrary<DownLine.@Nullable Check> checks =
                Combinators.combine(NUMBERS, TEXTS).as(DownLine.Check::new).injectNull(0.3);
        return Arbitraries.oneOf(
                Combinators.combine(TEXTS, CURSORS, TEXTS, FLAGS).as(DownLine.Begin::new),
                Combinators.combine(TEXTS, NUMBERS, GIVEN).as(DownLine.PolicyLine::new),
                Combinators.combine(people(), NUMBERS, GIVEN).as(DownLine.PersonLine::new),
                Combinators.combine(NUMBERS, NUMBERS).as(DownLine.Gone::new),
                Combinators.combine(NUMBERS, FLAGS, NUMBERS, TEXTS).as(DownLine.Part::new),
                Combinators.combine(CURSORS, FLAGS, NUMBERS, checks).as(DownLine.Head::new));
    }

    @Provide
    Arbitrary<UpLine> up() {
        record Who(
                @Nullable Long channel,
                @Nullable Long person,
                @Nullable String name,
                @Nullable Long credential,
                @Nullable String number,
                boolean pin) {}
        Arbitrary<Who> who = Combinators.combine(
                        MAYBE_NUMBERS, MAYBE_NUMBERS, MAYBE_TEXTS, MAYBE_NUMBERS, MAYBE_TEXTS, FLAGS)
                .as(Who::new);
        Arbitrary<UpLine> events = Combinators.combine(
                        NUMBERS, Arbitraries.integers(), NUMBERS, TEXTS, who, NAMED, TEXTS)
                .as((id, kind, at, boot, w, more, hash) -> new UpLine.Event(new EventRow(
                        id,
                        kind,
                        at,
                        at,
                        boot,
                        at,
                        w.channel,
                        w.person,
                        w.name,
                        w.credential,
                        w.number,
                        w.pin,
                        more,
                        hash)));
        return Arbitraries.oneOf(
                events, Combinators.combine(NUMBERS, TEXTS, NUMBERS, TEXTS).as(UpLine.Head::new));
    }

    private static Arbitrary<LinkMessage.DoorRow> doors() {
        return Combinators.combine(NUMBERS, Arbitraries.integers(), TEXTS, TEXTS, MAYBE_NUMBERS, NUMBERS, FLAGS, FLAGS)
                .as((id, unit, status, mode, relock, changed, one, other) -> new LinkMessage.DoorRow(
                        id,
                        unit,
                        status,
                        mode,
                        one,
                        other,
                        status,
                        relock,
                        changed,
                        other,
                        one,
                        one && other,
                        one,
                        relock,
                        one ? mode : null,
                        other,
                        one));
    }

    @Provide
    Arbitrary<LinkMessage> link() {
        Arbitrary<@Nullable Cursor> cursors = CURSORS.injectNull(0.3);
        Arbitrary<LinkMessage.DoorRow> doors = doors();
        Arbitrary<Boolean> flags = Arbitraries.of(true, false);
        Arbitrary<@Nullable String> days =
                Arbitraries.of("2026-11-20", "1999-01-01").injectNull(0.5);
        Arbitrary<RevokedRights> rights = Combinators.combine(NUMBERS, IDS, IDS, IDS, days, days, flags, flags)
                .as((person, one, two, three, from, to, extended, responder) ->
                        new RevokedRights(person, one, two, three, two, one, from, to, extended, responder));
        Arbitrary<RevocationReport> revocations = Combinators.combine(
                        IDS,
                        NUMBERS,
                        flags,
                        NUMBERS,
                        IDS.injectNull(0.3),
                        rights.list().ofMaxSize(3).injectNull(0.3),
                        flags)
                .as(RevocationReport::new);
        Arbitrary<Map<String, Object>> arguments = NAMED.map(Map::<String, Object>copyOf);
        return Arbitraries.oneOf(
                Combinators.combine(TEXTS, IDS, cursors).as(LinkMessage.Hello::new),
                Combinators.combine(
                                cursors,
                                TEXTS,
                                MAYBE_NUMBERS,
                                NUMBERS,
                                MAYBE_TEXTS,
                                MAYBE_TEXTS,
                                doors.list().ofMaxSize(3),
                                revocations)
                        .as(LinkMessage.Beat::new),
                Combinators.combine(NUMBERS, TEXTS, MAYBE_TEXTS, doors.injectNull(0.5))
                        .as(LinkMessage.Answer::new),
                Combinators.combine(TEXTS, TEXTS, NUMBERS, CURSORS, Arbitraries.of(true, false))
                        .as(LinkMessage.Welcome::new),
                Combinators.combine(NUMBERS, Arbitraries.of(true, false)).as(LinkMessage.Pulse::new),
                Combinators.combine(CURSORS, MAYBE_TEXTS, few().injectNull(0.5)).as(LinkMessage.News::new),
                Combinators.combine(NUMBERS, NUMBERS, TEXTS, arguments, MAYBE_NUMBERS, TEXTS)
                        .as(LinkMessage.Order::new),
                down().map(LinkMessage.Urgent::new),
                TEXTS.map(LinkMessage.Dismissed::new));
    }

    @Property(tries = 300)
    void linesDownComeBack(@ForAll("down") DownLine line) {
        assertThat(line.toJson()).doesNotContain("\n");
        assertThat(DownLine.parse(line.toJson())).isEqualTo(line);
    }

    @Property(tries = 300)
    void linesUpComeBack(@ForAll("up") UpLine line) {
        assertThat(line.toJson()).doesNotContain("\n");
        assertThat(UpLine.parse(line.toJson())).isEqualTo(line);
    }

    @Property(tries = 300)
    void messagesOfTheLinkComeBack(@ForAll("link") LinkMessage message) {
        assertThat(LinkMessage.parse(message.toJson())).isEqualTo(message);
    }

    @Property(tries = 100)
    void theRestComesBack(@ForAll long number, @ForAll String text, @ForAll boolean flag) {
        var mark = new LogMark(number, text);
        assertThat(LogMark.parse(mark.toJson())).isEqualTo(mark);
        var join = new JoinRequest(text, text, text, text, List.of(number));
        assertThat(JoinRequest.parse(join.toJson())).isEqualTo(join);
        var taken = new JoinAnswer(text, text, number, text, text, text, text);
        assertThat(JoinAnswer.parse(taken.toJson())).isEqualTo(taken);
        var by = new ForwardRequest.By(text, text, text, text, text, flag, List.of(text), text);
        var forward = new ForwardRequest(text, text, flag ? text : null, flag ? null : text, by);
        assertThat(ForwardRequest.parse(forward.toJson())).isEqualTo(forward);
        var answer = new ForwardAnswer((int) number, Map.of(text, text), flag ? text : null, new Cursor("e", 1));
        assertThat(ForwardAnswer.parse(answer.toJson())).isEqualTo(answer);
    }

    /// A line with one character other, left out or doubled is still a line, or a WireException.
    @Property(tries = 500)
    void aDamagedLineIsALineOrAWireException(
            @ForAll("down") DownLine line, @ForAll("link") LinkMessage message, @ForAll int at, @ForAll char other) {
        for (String text : List.of(line.toJson(), message.toJson())) {
            int where = Math.floorMod(at, text.length());
            String before = text.substring(0, where);
            String after = text.substring(where + 1);
            for (String damaged : List.of(before + other + after, before + after, before, text + other)) {
                read(damaged);
            }
        }
    }

    @Property(tries = 500)
    void anyTextIsALineOrAWireException(@ForAll String text) {
        read(text);
    }

    private static void read(String text) {
        var readers = new ArrayList<Runnable>();
        readers.add(() -> DownLine.parse(text));
        readers.add(() -> UpLine.parse(text));
        readers.add(() -> LinkMessage.parse(text));
        readers.add(() -> LogMark.parse(text));
        readers.add(() -> ForwardAnswer.parse(text));
        for (Runnable reader : readers) {
            try {
                reader.run();
            } catch (WireException e) {
                assertThat(e).hasMessageNotContaining("Exception");
            }
        }
    }

    @Test
    void byteOrderMarkIsSkippedAtTheStartOnly() {
        assertThat(Tree.parse("\uFEFF{\"id\":7}").map()).containsEntry("id", 7L);
        assertThatThrownBy(() -> Tree.parse("\uFEFF\uFEFF{\"id\":7}")).isInstanceOf(WireException.class);
        assertThatThrownBy(() -> Tree.parse("\uFEFF")).isInstanceOf(WireException.class);
    }

    @Test
    void numbersThatDoNotFitAreNamed() {
        String answer = "{\"status\":99999999999,\"headers\":{},\"cursor\":\"e.1\"}";
        assertThatThrownBy(() -> ForwardAnswer.parse(answer)).isInstanceOf(WireException.class);
        assertThatThrownBy(() -> DownLine.parse("{\"gone\":{\"id\":1e3,\"revision\":2}}"))
                .isInstanceOf(WireException.class)
                .hasMessage("gone.id must be a whole number");
    }

    @Test
    void proofOfACursor_goesWithHeadAndNewsAndIsAnotherParameterOfARequest() {
        Cursor proven = new Cursor("a1", 7, "1f");
        assertThat(proven).hasToString("a1.7");
        assertThat(proven.query("after")).isEqualTo("after=a1.7&proof=1f");
        assertThat(new Cursor("a1", 7).query("known")).isEqualTo("known=a1.7");
        var head = new DownLine.Head(proven, false, 1, null);
        assertThat(DownLine.parse(head.toJson())).isEqualTo(head);
        var news = new LinkMessage.News(proven, null);
        assertThat(LinkMessage.parse(news.toJson())).isEqualTo(news);
        assertThatThrownBy(() -> new Cursor("a1", 7, "&after=b1.8")).isInstanceOf(WireException.class);
    }
}
