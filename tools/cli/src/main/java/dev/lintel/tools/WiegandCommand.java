package dev.lintel.tools;

import picocli.CommandLine.Command;

/// `lintel wiegand`: what an installer needs at a Wiegand reader.
@Command(
        name = "wiegand",
        description = "Tools for Wiegand readers: what their lines carry, and what their cards mean.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {WiegandWatchCommand.class, WiegandLearnCommand.class})
final class WiegandCommand {}
