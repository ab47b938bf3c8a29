package dev.lintel.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/// What the command line says to who mistypes, and where nothing runs.
class CommandLinesTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
                    persent                                             | Did you mean: lintel present
                    present --card 1                                    | Missing required option: '--channel=C'
                    present --channel 1                                 | Missing required argument
                    present --channel 1 --card 1 --fob 2                | mutually exclusive
                    present --channel one --card 1                      | 'one' is not a whole number
                    present --channel 1 --card -1                       | -1
                    present --channel 1 --card 4294967296               | 4294967296 does not fit in 32 bits
                    present --channel 1 --fob 1099511627776             | 1099511627776 does not fit in 40 bits
                    present --channel 1 --bits 01x1                     | bit 2 is 'x', not 0 or 1
                    present --channel 1 --format H10301 --number 70000  | number of H10301 is 0 to 65535, not 70000
                    present --channel 1 --format H99 --number 1         | unknown card format 'H99'; known are 2804W
                    present --channel 1 --pin 47a1                      | a PIN is 1 to 31 digits
                    present --channel 1 --card 1 --reader middle        | expected one of [entry, exit], not 'middle'
                    sim --channel 1 --contact wide                      | expected one of [open, closed], not 'wide'
                    sim                                                 | Missing required option: '--channel=C'
                    key                                                 | Missing required subcommand
                    key create                                          | Missing required option: '--email=E'
                    key revoke three                                    | 'three' is not a whole number
                    app                                                 | Missing required subcommand
                    app create --name N                                 | Missing required option: '--redirect-uri=U'
                    app create --redirect-uri https://a.example/        | Missing required option: '--name=N'
                    app create --name N --redirect-uri u --state lively | expected one of [inactive, testing, live]
                    app set-state A                                     | Missing required parameter: 'STATE'
                    app set-state A dead                                | expected one of [inactive, testing, live]
                    app rotate-secret                                   | Missing required parameter: 'CLIENT_ID'
                    app rotate-secret A --now                           | Missing required argument(s): --webhook
                    app delete                                          | Missing required parameter: 'CLIENT_ID'
                    user create                                         | Missing required option: '--email=E'
                    user password                                       | Missing required option: '--email=E'
                    user invite --kind user                             | Missing required option: '--email=E'
                    user unlock                                         | Missing required option: '--email=E'
                    user remove                                         | Missing required option: '--email=E'
                    site check                                          | Missing required parameter: 'FILE'
                    site plan                                           | Missing required parameter: 'FILE'
                    site apply                                          | Missing required parameter: 'FILE'
                    site export --to f                                  | Unknown option
                    events tail --folow                                 | --follow
                    card                                                | Missing required subcommand
                    card encode                                         | Missing required options: '--format=F'
                    card encode --format H10301 --number x              | 'x' is not a whole number
                    card encode --format H10301 --number 70000          | number of H10301 is 0 to 65535, not 70000
                    card encode --format H10301 --facility 256 --number 1 | facility of H10301 is 0 to 255, not 256
                    card encode --format Kastle --issue 32 --number 1   | issue of Kastle is 0 to 31, not 32
                    card encode --format W34 --facility 1 --number 1    | format W34 has no facility
                    card encode --format H10301 --issue 1 --number 1    | format H10301 has no issue
                    card encode --format H1031 --number 1               | 'H1031'; did you mean 'H10301'?
                    card encode --format MDI37 --number 1               | unknown card format 'MDI37'
                    card encode --format raw --number 1                 | raw cards are any bits
                    card decode --formats H10301,nedap                  | card format 'nedap'; 'lintel card formats'
                    card formats --bits many                            | 'many' is not a whole number
                    doctor --deep                                       | Unknown option: '--deep'
                    """)
    void aMistakeIsNamedAndExitsWithTwo(String line, String said) {
        CommandRun run = CommandRun.of(line.split(" "));
        assertThat(run.exit()).as(run.err()).isEqualTo(2);
        assertThat(run.err()).contains(said).contains("--help'").doesNotContain("Exception");
        assertThat(run.out()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
                    commission                                          | Missing required subcommand
                    commission door                                     | Missing required parameter: 'UNIT'
                    commission door one                                 | 'one' is not a whole number
                    commission bus rs485-1                              | Missing required option: '--port=PORT'
                    commission bus rs485-1 --remove --port x            | without --port and --baud
                    commission say 1 strike                             | Missing required parameter: 'RESULT'
                    commission try                                      | Missing required parameter: 'UNIT'
                    commission release                                  | Missing required parameter: 'UNIT'
                    reload --now                                        | Unknown option: '--now'
                    io                                                  | Missing required subcommand
                    io watch --channel one                              | 'one' is not a whole number
                    io test --output led                                | Missing required option: '--channel=C'
                    io test --channel 1                                 | Missing required option: '--output=OUTPUT'
                    io test --channel 1 --output strike                 | [sounder, led, buzzer], not 'strike'
                    io test --channel 1 --output led --colour blue      | [red, green, amber], not 'blue'
                    io test --channel 1 --output buzzer --colour red    | --colour is of --output led
                    io test --channel 1 --output sounder --reader exit  | --reader is of --output led and buzzer
                    io test --name siren --channel 1                    | --name is an output of the box
                    osdp scan                                           | Missing required option: '--port=PORT'
                    osdp pair reader-1 --port /dev/ttyS9 --baud 300     | must be one of 9600, 19200
                    osdp pair reader-1 --port /dev/ttyS9 --address 127  | must be 0 to 126, not 127
                    osdp pair reader-1 --port /dev/ttyS9 --seconds 601  | must be 1 to 600, not 601
                    osdp address --port /dev/ttyS9                      | say where to: --to N, --to-baud N, or both
                    osdp address --port /dev/ttyS9 --to 127             | '--to': must be 0 to 126, not 127
                    osdp address --port /dev/ttyS9 --to 1 --baud 300    | '--baud': must be one of 9600, 19200
                    osdp address --port /dev/ttyS9 --address 3 --to 3   | say where to: another address, another speed
                    """)
    void aMistakeAtTheWiresIsNamedAndExitsWithTwo(String line, String said) {
        aMistakeIsNamedAndExitsWithTwo(line, said);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "present --channel 1 --card 1",
                "sim --channel 1",
                "sim --clock held",
                "why --channel 1 --card 1001",
                "key create --email a@example.com",
                "key list",
                "user list",
                "user invite --email a@example.com",
                "user unlock --email a@example.com",
                "user remove --email a@example.com",
                "key revoke 1",
                "app create --name N --redirect-uri https://a.example/",
                "app list",
                "app set-state A live",
                "app rotate-secret A",
                "app rotate-secret A --webhook --now",
                "app delete A",
                "site export",
                "hub code --box Gate",
                "hub code --withdraw Gate",
                "hub boxes",
                "hub revoke Gate --yes",
                "hub publish",
                "hub approve Gate",
                "leave --yes",
                "certificate show",
                "certificate renew",
                "certificate remove",
                "mail list",
                "mail test a@example.com",
                "sync status",
                "sync now --wait",
                "sync accept --yes",
                "commission report",
                "commission place --name N",
                "commission door 1 egress=mechanical",
                "commission bus rs485-1 --port x",
                "commission bus rs485-1 --remove --yes",
                "commission inputs fire.line=1",
                "commission alone",
                "commission try 1",
                "commission release 1",
                "commission finish --yes",
                "reload",
                "io watch",
                "io test --channel 1 --output led",
                "reset",
                "events tail"
            })
    void whereNothingRunsACommandSaysSo(String line) {
        Path nothing = folder.resolve("nothing");
        CommandRun run = CommandRun.of((line + " --data " + nothing).split(" "));
        assertThat(run.exit()).isEqualTo(1);
        assertThat(run.err()).isEqualTo("no lintel runs on " + nothing + System.lineSeparator());
        assertThat(run.out()).isEmpty();
        assertThat(nothing).doesNotExist();
    }

    /// By that a script knows what it may try again.
    @Test
    void whereNothingRunsWhatACardGivesIsToBeTriedAgain() throws IOException {
        Path nothing = folder.resolve("nothing");
        Path site = Files.writeString(folder.resolve("site.yaml"), "roles: []");
        for (String line : List.of("join https://hub.example:8443 --code 7KQ2-M9XD --yes", "site apply " + site)) {
            CommandRun run = CommandRun.of((line + " --data " + nothing).split(" "));
            assertThat(run.exit()).as(line).isEqualTo(75);
            assertThat(run.err()).isEqualTo("no lintel runs on " + nothing + System.lineSeparator());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "hub writes Gate --allow",
                "hub restored",
                "hub restored --give-back 7",
                "hub restored --checked",
                "hub restored --accept Gate"
            })
    void whatBoxesWroteAndKeepIsAskedOfTheRunningBox(String line) {
        whereNothingRunsACommandSaysSo(line);
        helpNamesEveryOption("hub writes", "NAME --allow --refuse");
        helpNamesEveryOption("hub restored", "--give-back --give-back-all --accept --checked");
    }

    @Test
    void aPinOnTheCommandLineIsRefused() {
        CommandRun run = CommandRun.of("why", "--channel", "1", "--pin", "4711");
        assertThat(run.exit()).isEqualTo(2);
        assertThat(run.err()).contains("--pin takes no PIN, because other users", "use --pin -");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
                    present       | --channel --reader --card --fob --bits --format --facility --number --pin --qr
                    sim           | --channel --contact --rex --aux --hold --clock
                    why           | --channel --card --fob --pin --person --at --reader
                    key create    | --email --shape --listing
                    key list      | --data
                    key revoke    | ID
                    app create    | --name --redirect-uri --webhook-url --state --shape --listing --public
                    app list      | --data
                    app set-state | CLIENT_ID STATE
                    app rotate-secret | CLIENT_ID --webhook --now
                    app delete    | CLIENT_ID
                    join          | URL --code --yes
                    leave         | --yes
                    reset         | --keep-wiring --all
                    sync status   | --data
                    sync now      | --wait
                    sync accept   | --yes
                    user create   | --email --kind --password-stdin
                    user invite   | --email --kind
                    user list     | --data
                    user password | --email --password-stdin
                    user unlock   | --email
                    user remove   | --email
                    site check    | FILE
                    site plan     | FILE
                    site apply    | FILE
                    site export   | --data
                    hub code      | --box --everything --may-write --days
                    hub boxes     | --data
                    hub revoke    | NAME --yes
                    hub publish   | --yes
                    hub approve   | NAME --yes
                    events tail   | --n --follow
                    io watch      | --channel --count
                    io test       | --channel --name --output --colour --reader
                    osdp scan     | --port --only-baud --quick
                    osdp pair     | NAME --port --baud --address --seconds --rekey
                    osdp address  | --port --baud --address --to --to-baud --key --scbk-d --yes
                    card decode   | --formats --config
                    card encode   | --format --facility --number --issue --oem --config
                    card formats  | --bits --config
                    certificate show    | --data
                    certificate renew   | --data
                    certificate install | --certificate --key
                    certificate remove  | --data
                    mail list     | --state --n
                    mail show     | ID
                    mail test     | ADDRESS
                    mail again    | ID
                    mail drop     | ID
                    doctor        | --data
                    """)
    void helpNamesEveryOption(String command, String options) {
        CommandRun run = CommandRun.of((command + " --help").split(" "));
        assertThat(run.exit()).isZero();
        assertThat(run.out()).contains(options.split(" ")).contains("--data", "--json", "--help");
        assertThat(run.err()).isEmpty();
    }

    /// What the running box does by itself nobody has to stop it for.
    @ParameterizedTest
    @ValueSource(strings = {"scan", "pair", "address"})
    void helpSaysThatTheRunningBoxLendsItsLine(String command) {
        String help = CommandRun.of("osdp", command, "--help").out().replaceAll("\\s+", " ");
        assertThat(help)
                .contains("Where the box that runs on the data folder has the port, the box does it")
                .doesNotContain("No controller may use the port meanwhile");
    }

    @Test
    void theFirstPageOfHelpNamesEveryCommand() {
        CommandRun run = CommandRun.of("--help");
        assertThat(run.exit()).isZero();
        assertThat(run.out())
                .contains("present", "sim", "key", "user", "site", "events", "card", "osdp", "io", "doctor");
    }

    @Test
    void eachCommandIsFoundByTheNameThatItHasInItsHelp() {
        LintelCommand.all(InputStream.nullInputStream()).getSubcommands().forEach((name, command) -> {
            assertThat(command.getCommandName()).isEqualTo(name);
            CommandRun alone = CommandRun.of(name, "--help");
            assertThat(alone.out())
                    .contains("lintel " + name)
                    .isEqualTo(CommandRun.of("help", name).out());
        });
    }

    @Test
    void aMisspelledCommandIsAnsweredWithTheNearestNames() {
        CommandRun run = CommandRun.of("presnt", "--channel", "1");
        assertThat(run.exit()).isEqualTo(2);
        assertThat(run.err()).contains("presnt").contains("lintel present");
    }

    /// A sentence that goes on in another line of its description is torn there, at whatever width.
    @Test
    void noSentenceOfHelpIsTorn() {
        var torn = new ArrayList<String>();
        torn(LintelCommand.all(InputStream.nullInputStream()), torn);
        assertThat(torn).isEmpty();
    }

    private static void torn(CommandLine line, List<String> torn) {
        String[] description = line.getCommandSpec().usageMessage().description();
        for (int i = 1; i < description.length; i++) {
            boolean ends = description[i - 1].matches("(?s).*[.:]");
            boolean goesOn = description[i].matches("(?s)[a-z].*");
            if (!ends && goesOn) torn.add(line.getCommandSpec().qualifiedName() + ": " + description[i]);
        }
        // Neither an example nor a line of a longer text is broken by the width.
        int width = CommandLines.USAGE_WIDTH;
        Stream.of(line.getCommandSpec().usageMessage().footer())
                .flatMap(footer -> Stream.of(footer.split("%n")))
                .filter(text -> text.length() > width - 1)
                .forEach(text -> torn.add(line.getCommandSpec().qualifiedName() + ": " + text));
        line.getSubcommands().values().forEach(sub -> torn(sub, torn));
    }
}
