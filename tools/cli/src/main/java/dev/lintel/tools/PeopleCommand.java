package dev.lintel.tools;

import picocli.CommandLine.Command;

/// `lintel people`: people by file.
@Command(
        name = "people",
        description = "Brings people in from a CSV file, and writes them to one.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {PeopleImportCommand.class, PeopleExportCommand.class})
final class PeopleCommand {}
