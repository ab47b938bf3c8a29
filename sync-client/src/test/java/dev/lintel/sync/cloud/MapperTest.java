package dev.lintel.sync.cloud;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.sync.wire.DownLine;
import dev.lintel.sync.wire.PersonRow;
import dev.lintel.sync.wire.PersonRow.GroupReservationRow;
import dev.lintel.sync.wire.PersonRow.Stamps;
import dev.lintel.sync.wire.Tree;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MapperTest {
    private static final long NOW_MS = 1_800_000_000_000L;
    private static final Map<Long, Known.CredentialType> TYPES = Map.of(
            5L,
            Rig.FACTS.types().getFirst(),
            6L,
            Rig.FACTS.types().get(2),
            7L,
            Rig.FACTS.types().get(3));
    private final Cuts cuts = new Cuts();

    private static View view(Map<Long, List<GroupReservationRow>> groups) {
        var reservations = new View.Reservations(Map.of(), groups, true);
        return new View(Rig.FACTS, TYPES, Map.of(), Set.of(14L), View.Cards.CARRIED, reservations, _ -> null);
    }

    private PersonRow row(String json) {
        Map<String, @Nullable Object> map = Json.object(Json.parse(json), "person");
        return mapper().row(map, Objects.requireNonNull(Json.id(map.get("id"))));
    }

    private Mapper mapper() {
        return new Mapper(view(Map.of()), new Memberships(), cuts, NOW_MS);
    }

    @Test
    void everyShapeOfAPersonIsTheSameRow() {
        String plain =
                "{\"id\":7,\"first_name\":\"A\",\"organisation_id\":12,\"enabled\":true,\"roles\":[1],\"groups\":[10]}";
        PersonRow row = row(plain);
        assertThat(row.texts()).isEqualTo(Map.of("first_name", "A", "organisation_id", "12"));
        assertThat(row("[" + plain + "]")).isEqualTo(row);
        assertThat(row("{\"person\":" + plain + "}")).isEqualTo(row);
        assertThat(row("{\"id\":\"7\",\"first_name\":\"A\",\"organisation_id\":\"12\",\"enabled\":\"true\","
                        + "\"roles\":[{\"id\":1,\"name\":\"Staff\"}],\"group_ids\":[\"10\"]}"))
                .isEqualTo(row);
    }

    @ParameterizedTest
    @CsvSource({
        "2026-05-12, 2026-05-12",
        "2026-05-12T00:00:00Z, 2026-05-12",
        "2026-05-12T00:00:00.000-05:00, 2026-05-12",
        "2026-05-12 00:00:00 UTC, 2026-05-12",
        "2026-05-12T23:30:00Z, 2026-05-13",
        "2026-05-12T23:30:00, 2026-05-12",
        "2026-01-12T23:30:00Z, 2026-01-12"
    })
    void aDayIsADayInTheAccountsZone(String text, String day) {
        assertThat(Times.day(text, ZoneId.of("Europe/London"))).isEqualTo(day);
        assertThat(row("{\"id\":1,\"valid_to\":\"" + text + "\"}").validTo()).isEqualTo(day);
    }

    @ParameterizedTest
    @CsvSource({"soon", "2026-13-40", "0", "2026-02-30", "12/05/2026"})
    void aDayThatCannotBeReadLetsNobodyIn(String text) {
        PersonRow row = row("{\"id\":1,\"enabled\":true,\"valid_from\":\"" + text + "\"}");
        assertThat(row.enabled()).isFalse();
        assertThat(cuts.sentences(Map.of())).anyMatch(one -> one.contains("first or last day"));
    }

    @ParameterizedTest
    @CsvSource({"true,true", "false,false", "null,true", "0,false", "1,true", "\"no\",false", "{},false"})
    void enabledIsWhatIsSaid(String json, boolean enabled) {
        assertThat(row("{\"id\":1,\"enabled\":" + json + "}").enabled()).isEqualTo(enabled);
    }

    @Test
    void credentialsBecomeNumbers() {
        PersonRow row = row("""
                {"id":1,"created_at":"2026-01-01T00:00:00Z","credentials":[
                  {"id":"R1sRdPO","credential_type_id":5,"value":"18446744073709551615"},
                  {"id":12,"credential_type_id":"6","value":"01234"},
                  {"id":"13","credential_type_id":7,"value":4321},
                  {"id":"x","credential_type_id":14,"status":"invited","url":"https://x/secret"},
                  {"id":"y","credential_type_id":99,"value":"1"}]}""");
        assertThat(row.credentials()).extracting(PersonRow.CredentialRow::id).startsWith(12L, 13L);
        assertThat(row.credentials().get(0).pinNumber()).isEqualTo(1234);
        assertThat(row.credentials().get(0).value()).isEqualTo("1234");
        assertThat(row.credentials().get(1).pinNumber())
                .as("a second factor may repeat")
                .isNull();
        assertThat(row.credentials().get(1).value()).isEqualTo("4321");
        assertThat(row.credentials().get(2).cardNumber()).isEqualTo(-1L);
        assertThat(row.credentials().get(2).value()).isEqualTo("18446744073709551615");
        assertThat(cuts.sentences(Map.of())).singleElement().asString().startsWith("Credential type 99 of");
    }

    /// A Lintel with `pins: masked` is such a service.
    @Test
    void aMaskedPinStaysAsThisBoxHasIt() {
        String shown = "{\"id\":1,\"credentials\":[{\"id\":12,\"credential_type_id\":6,\"value\":\"4711\"}]}";
        String masked = shown.replace("4711", "******");
        PersonRow before = row(shown);
        var reservations = new View.Reservations(Map.of(), Map.of(), true);
        var view = new View(Rig.FACTS, TYPES, Map.of(), Set.of(14L), View.Cards.CARRIED, reservations, _ -> before);
        var mapper = new Mapper(view, new Memberships(), cuts, NOW_MS);
        assertThat(mapper.row(Json.object(Json.parse(masked), "person"), 1).credentials())
                .isEqualTo(before.credentials())
                .isNotEmpty();
        assertThat(cuts.unreadableValues()).isZero();
        assertThat(cuts.sentences(Map.of()))
                .containsExactly(
                        "The service masks PINs: PINs stay as this box has them, also those that are changed there");
        String anew = masked.replace("\"id\":12", "\"id\":13");
        var again = new Mapper(view, new Memberships(), new Cuts(), NOW_MS);
        assertThat(again.row(Json.object(Json.parse(anew), "person"), 1).credentials())
                .as("deleted, and made with another PIN")
                .isEmpty();
        assertThat(row(masked).credentials()).as("of somebody who is new here").isEmpty();
        assertThat(cuts.unreadableValues()).isEqualTo(1);
        assertThat(cuts.sentences(Map.of()))
                .contains("The service masks PINs: some of them are not known here and open no door of this box");
    }

    @ParameterizedTest
    @CsvSource({"18446744073709551616", "-1", "1.5", "0x1F", "12 34", "FC:12", "'１２３'", "1e3"})
    void whatIsNoPlainNumberIsLeftOutAndCounted(String value) {
        PersonRow row =
                row("{\"id\":1,\"credentials\":[{\"id\":1,\"credential_type_id\":5,\"value\":\"" + value + "\"}]}");
        assertThat(row.credentials()).isEmpty();
        assertThat(cuts.unreadableValues()).isEqualTo(1);
    }

    @Test
    void aSecondCredentialOfATypeAndOneThatIsOffAreLeftOut() {
        PersonRow row = row("""
                {"id":1,"credentials":[
                  {"id":3,"credential_type_id":6,"value":"1111","enabled":false},
                  {"id":1,"credential_type_id":5,"value":"10"},
                  {"id":2,"credential_type_id":5,"value":"20"}]}""");
        assertThat(row.credentials())
                .singleElement()
                .extracting(PersonRow.CredentialRow::value)
                .isEqualTo("10");
        assertThat(cuts.sentences(Map.of())).anyMatch(one -> one.contains("two credentials of one type"));
    }

    @Test
    void aGroupOfARunningReservationEndsWithIt() {
        var stamps = new Stamps(0, 0);
        var later = new GroupReservationRow(1, NOW_MS + 3_600_000, NOW_MS + 7_200_000, null, List.of(10L, 11L), stamps);
        var memberships = new Memberships();
        assertThat(memberships.own(1, List.of(10L), List.of(later), NOW_MS)).containsExactly(10L);
        long during = NOW_MS + 4_000_000;
        assertThat(memberships.own(1, List.of(10L, 11L), List.of(later), during))
                .as("seen before it ran: the person's own")
                .containsExactly(10L);
        assertThat(new Memberships().own(1, List.of(10L, 11L), List.of(later), during))
                .isEmpty();
        assertThat(memberships.own(1, List.of(10L), List.of(), during)).containsExactly(10L);
    }

    @Test
    void whatHasEndedIsLeftOut() {
        var over = new GroupReservationRow(1, NOW_MS - 2, NOW_MS - 1, null, List.of(10L), new Stamps(0, 0));
        var mapper = new Mapper(view(Map.of(1L, List.of(over))), new Memberships(), cuts, NOW_MS);
        assertThat(mapper.row(Map.of("id", 1L), 1).groupReservations()).isEmpty();
    }

    @Provide
    Arbitrary<Object> values() {
        return Arbitraries.oneOf(
                Arbitraries.strings().ofMaxLength(30).map(text -> (Object) text),
                Arbitraries.longs().map(number -> (Object) number),
                Arbitraries.of(true, false).map(flag -> (Object) flag),
                Arbitraries.of("2026-05-12", "2026-05-12T10:00:00Z", "4711", "00")
                        .map(text -> (Object) text),
                Arbitraries.longs().list().ofMaxSize(4).map(list -> (Object) list),
                Arbitraries.of(Map.of("id", 1L), List.of(Map.of("id", 5L, "credential_type_id", 5L, "value", "9"))));
    }

    /// Whatever a service says, the row can be sent and read back, refers to nothing unknown, and equal JSON
    /// gives an equal revision.
    @Property
    void anyJsonBecomesARowThatIsSound(
            @ForAll("values") Object one, @ForAll("values") Object two, @ForAll("values") Object three) {
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("id", 1L);
        var fields = new ArrayList<>(List.of(
                "first_name",
                "email",
                "enabled",
                "valid_from",
                "valid_to",
                "groups",
                "roles",
                "created_at",
                "extended_unlock",
                "organisation_id"));
        for (String field : fields) {
            json.put(
                    field,
                    switch (field.length() % 3) {
                        case 0 -> one;
                        case 1 -> two;
                        default -> three;
                    });
        }
        if (three instanceof List<?> list && !list.isEmpty() && list.getFirst() instanceof Map<?, ?>) {
            json.put("credentials", three);
        }
        DownLine.PersonLine line = mapper().line(json, 1);
        assertThat(DownLine.parse(line.toJson())).isEqualTo(line);
        assertThat(Rig.FACTS.roles()).containsAll(line.row().roles());
        assertThat(Rig.FACTS.groups()).containsAll(line.row().groups());
        assertThat(line.revision())
                .isNotNegative()
                .isEqualTo(mapper().line(json, 1).revision());
    }

    @Property
    void numbersAreUnsignedAndAtMost64Bits(@ForAll long number) {
        assertThat(Mapper.number(Long.toUnsignedString(number))).isEqualTo(number);
        assertThat(Mapper.number("0" + Long.toUnsignedString(number >>> 4))).isEqualTo(number >>> 4);
    }

    @Property
    void opaqueIdsStandApartFromNumbers(@ForAll String one, @ForAll String other) {
        assertThat(Json.opaque(one)).isGreaterThanOrEqualTo(1L << 62);
        if (!one.equals(other)) assertThat(Json.opaque(one)).isNotEqualTo(Json.opaque(other));
    }

    @Property
    void anyTextIsReadOrRefusedInWords(@ForAll String text) {
        try {
            assertThat(Collections.singletonList(Json.parse(text))).hasSize(1);
        } catch (CloudException e) {
            assertThat(e).hasMessage("its answer is no JSON");
        }
        assertThat(Tree.parse("{}").map()).isEmpty();
    }
}
