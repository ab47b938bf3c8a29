package dev.lintel.tools;

import dev.lintel.controller.csv.CsvException;
import dev.lintel.controller.csv.CsvFile;
import dev.lintel.controller.csv.CsvRow;
import dev.lintel.controller.peoplefile.CellFault;
import dev.lintel.controller.peoplefile.PeopleFile;
import dev.lintel.controller.peoplefile.PeopleFileException;
import dev.lintel.controller.peoplefile.Progress;
import dev.lintel.controller.peoplefile.RefusedRow;
import dev.lintel.controller.peoplefile.Watcher;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `lintel people import`.
@Command(
        name = "import",
        description = {
            "Brings people in from a CSV file: new ones are created, those who are there are changed.",
            "Whom a row is about is said by the first of id, system_id and email that it has; a row with none of them"
                    + " is somebody new each time. The first line names the columns, as the API names a person's"
                    + " fields. An empty cell says nothing, a lone - removes what stands. group_ids and role_ids hold"
                    + " names or ids with ; between.",
            "Each row that is refused is told with its line and changes nothing; the others are taken. The exit code"
                    + " is 1 when any was refused."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "%nExamples:",
            "  lintel people import staff.csv --dry-run",
            "  lintel people import staff.csv --refused mend.csv",
            "  lintel people import - --json <staff.csv"
        })
final class PeopleImportCommand implements Callable<Integer> {
    /// A quarter of a million people.
    static final int FILE_BYTES_MAX = 64 << 20;

    @Parameters(paramLabel = "FILE", description = "The CSV file; - is standard input.")
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    Path file;

    @Option(names = "--dry-run", description = "Only tells what would become of each row. Writes nothing.")
    boolean dryRun;

    @Option(
            names = "--refused",
            paramLabel = "FILE",
            description = "A new file for the rows that are refused and why, to mend and to import again.")
    @Nullable
    Path refused;

    @Option(
            names = "--exact-numbers",
            description = "A program wrote the file, not a spreadsheet: long numbers that end with zeros are exact.")
    boolean exactNumbers;

    @Mixin
    DataOption data = new DataOption();

    @Mixin
    Output output = new Output();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    CommandSpec spec;

    @Override
    public Integer call() {
        CsvFile csv = read();
        var intake = new BoxIntake(new ControlClient(data.folder), dryRun);
        var progress = new TerminalProgress(spec);
        try (var mend = new RefusedFile(csv, refused)) {
            Progress end = bring(csv, intake, new Told(mend, progress));
            progress.clear();
            tell(end);
            return end.refused() == 0 ? 0 : 1;
        } finally {
            progress.clear();
        }
    }

    private Progress bring(CsvFile csv, BoxIntake intake, Told told) {
        try {
            return PeopleFile.bring(csv, intake, told);
        } catch (PeopleFileException e) {
            throw new CommandFailed(file + ": " + e.getMessage());
        } catch (CommandFailed e) { // the process was killed meanwhile, or its disk is full
            if (told.done == 0 || dryRun) throw e;
            throw new CommandFailed(e.getMessage() + "; " + told.done + " of " + csv.rows()
                    + " rows are done. Importing the file again changes nothing of those, save that rows without"
                    + " id, system_id and email come once more: take them out first");
        }
    }

    private CsvFile read() {
        byte[] bytes = InputBytes.read(spec.commandLine(), file, FILE_BYTES_MAX);
        try {
            CsvFile csv = CsvFile.of(bytes);
            return exactNumbers ? csv.withExactNumbers() : csv;
        } catch (CsvException e) {
            throw new CommandFailed(file + ": " + e.getMessage());
        }
    }

    private void tell(Progress end) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("rows", end.rows());
        json.put("created", end.created());
        json.put("changed", end.changed());
        json.put("unchanged", end.unchanged());
        json.put("refused", end.refused());
        json.put("dry_run", dryRun);
        output.print(json, _ -> end.rows() + (end.rows() == 1 ? " row: " : " rows: ") + end.sentence(dryRun));
    }

    /// Tells of refused rows as they come, and how far it is on a terminal.
    private final class Told implements Watcher {
        private final RefusedFile mend;
        private final TerminalProgress progress;
        private int done;

        Told(RefusedFile mend, TerminalProgress progress) {
            this.mend = mend;
            this.progress = progress;
        }

        @Override
        public void refused(CsvRow row, RefusedRow why) {
            progress.clear();
            mend.add(row, why);
            for (CellFault fault : why.faults()) {
                Map<String, @Nullable Object> json = new LinkedHashMap<>();
                json.put("line", why.line());
                json.put("column", fault.column().isEmpty() ? null : fault.column());
                json.put("message", fault.message());
                output.print(json, _ -> Output.inLine(fault.sentence(why.line())));
            }
        }

        @Override
        public void progress(Progress now) {
            done = now.done();
            progress.show(now.done() + " of " + now.rows() + " rows: " + now.sentence(dryRun));
        }
    }
}
