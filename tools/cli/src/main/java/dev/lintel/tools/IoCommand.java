package dev.lintel.tools;

import picocli.CommandLine.Command;

/// `lintel io`: the wires of a running box, one by one.
@Command(
        name = "io",
        description = "Looks at inputs and tries outputs of a running box.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {IoWatchCommand.class, IoTestCommand.class})
final class IoCommand {}
