package dev.lintel.controller.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.system.SystemRequest.DropNetwork;
import dev.lintel.controller.system.SystemRequest.Install;
import dev.lintel.controller.system.SystemRequest.KeepNetwork;
import dev.lintel.controller.system.SystemRequest.Restart;
import dev.lintel.controller.system.SystemRequest.Rollback;
import dev.lintel.controller.system.SystemRequest.SetClock;
import dev.lintel.controller.system.SystemRequest.TimeServers;
import dev.lintel.controller.system.SystemRequest.TryNetwork;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/// What whoever has taken over the box might write into its request.
class LetterTest {
    private static final String ID = "0123456789abcdef0123456789abcdef";
    private static final String BOOT = "00000001-0000-4000-8000-000000000000";
    private static final String HEAD = "'format':1,'id':'" + ID + "','boot':'" + BOOT + "','asked_ns':5,";

    static Stream<SystemRequest> requests() {
        return Stream.of(
                new Install(20261124, true),
                new Rollback(),
                new Restart(),
                new TryNetwork(
                        new NetworkPlan("north", "192.168.7.20/24", "192.168.7.1", List.of("192.168.7.1", "fd00::1"))),
                new TryNetwork(new NetworkPlan("north", "", "", List.of())),
                new KeepNetwork(ID),
                new DropNetwork(ID),
                new SetClock(Instant.parse("2026-11-24T10:00:00Z")),
                new TimeServers(List.of("pool.ntp.org", "192.168.7.1", "fd00::1")));
    }

    @ParameterizedTest
    @MethodSource("requests")
    void aRequestArrivesAsItWasWritten(SystemRequest request) {
        var letter = new Letter(ID, BOOT, 5, request);
        assertThat(letter.write()).hasSizeLessThan(Letter.BYTES_MAX / 4);
        assertThat(Letter.parse(letter.write())).isEqualTo(letter);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            ''                                                       | the text is empty
            [1]                                                      | expected a JSON object
            {                                                        | not valid JSON
            {'kind':'restart'}                                       | format is missing
            {'format':2,HEAD'kind':'restart'}                        | not valid JSON
            {'format':2,'id':'ID','boot':'BOOT','asked_ns':5,'kind':'restart'} | format is 2
            {'format':1,'id':'../../etc','boot':'BOOT','asked_ns':5,'kind':'restart'} | id is not of the shape
            {'format':1,'id':'ID','boot':'now','asked_ns':5,'kind':'restart'} | boot is not of the shape
            {'format':1,'id':'ID','boot':'BOOT','asked_ns':5.5,'kind':'restart'} | asked_ns is missing or no whole
            {HEAD'kind':'exec'}                                      | kind is none that is known
            {HEAD'kind':'EXEC; reboot'}                              | kind is none that is known
            {HEAD'kind':'restart','now':true}                        | now is not known here
            {HEAD'kind':'restart','kind':'rollback'}                 | not valid JSON
            {HEAD'kind':'install','release':'9','restart':true}      | release is missing or no whole number
            {HEAD'kind':'install','release':9,'restart':'yes'}       | restart is neither true nor false
            {HEAD'kind':'install','release':9,'restart':true,'file':'/etc/shadow'} | file is not known here
            {HEAD'kind':'network keep','trial':'x'}                  | trial is not of the shape
            {HEAD'kind':'clock','to':'tomorrow'}                     | to is no time
            {HEAD'kind':'time servers','servers':'pool.ntp.org'}     | servers is missing or no list
            {HEAD'kind':'time servers','servers':['a\\nFallbackNTP=b']} | is no name or address of a time server
            {HEAD'kind':'time servers','servers':['a b']}            | is no name or address of a time server
            {HEAD'kind':'time servers','servers':['-x']}             | is no name or address of a time server
            {HEAD'kind':'time servers','servers':['a','b','c','d','e']} | has 5 entries, more than 4
            {HEAD'kind':'network','host_name':'a\\nb',DHCP} | host_name must be small letters
            {HEADNORTH'address':'','gateway':'','dns':['8.8.8.8\\nGateway=1.1.1.1']} | dns must be addresses
            {HEADNORTH'address':'10.0.0.9/24\\n[Link]','gateway':'','dns':[]} | address must be
            {HEADNORTH'address':null,'gateway':'','dns':[]} | address is missing or no text
            {HEADNORTH'address':'','gateway':'','dns':[],'mtu':1} | mtu is not known here
            """)
    void aHostileRequestIsRefusedByName(String text, String said) {
        String json = text.replace("HEAD", HEAD)
                .replace("NORTH", "'kind':'network','host_name':'north',")
                .replace("DHCP", "'address':'','gateway':'','dns':[]")
                .replace("'ID'", "'" + ID + "'")
                .replace("'BOOT'", "'" + BOOT + "'")
                .replace('\'', '"');
        byte[] bytes = text.equals("''") ? new byte[0] : json.getBytes(StandardCharsets.UTF_8);
        assertThatThrownBy(() -> Letter.parse(bytes))
                .isInstanceOf(SystemException.class)
                .hasMessageContaining(said);
    }

    @Test
    void oneThatIsTooLongIsNotEvenRead() {
        byte[] bytes = new byte[Letter.BYTES_MAX + 1];
        Arrays.fill(bytes, (byte) ' ');
        assertThatThrownBy(() -> Letter.parse(bytes)).hasMessageContaining("more than 4096 bytes");
    }

    @Test
    void textThatIsNoUtf8IsNone() {
        assertThatThrownBy(() -> Letter.parse(new byte[] {'{', (byte) 0xC3, '}'}))
                .hasMessageContaining("not UTF-8");
    }

    /// Half written, or with any of its bytes turned: it is refused in words, or is a request all the same.
    @ParameterizedTest
    @MethodSource("requests")
    void whatIsDamagedIsRefusedOrStillARequest(SystemRequest request) {
        byte[] whole = new Letter(ID, BOOT, 5, request).write();
        for (int length = 0; length < whole.length; length++) refusedOrWhole(Arrays.copyOf(whole, length));
        var random = new Random(7);
        for (int round = 0; round < 2_000; round++) {
            byte[] turned = whole.clone();
            turned[random.nextInt(turned.length)] = (byte) random.nextInt(256);
            refusedOrWhole(turned);
        }
    }

    private static void refusedOrWhole(byte[] bytes) {
        try {
            Letter letter = Letter.parse(bytes);
            assertThat(Letter.parse(letter.write())).isEqualTo(letter);
        } catch (SystemException e) {
            assertThat(e.getMessage()).isNotBlank();
        }
    }
}
