package dev.lintel.tools;

import picocli.CommandLine.Command;

/// `lintel image`: what a board boots from.
@Command(
        name = "image",
        description = "Makes what a board boots from, writes it to a card, and looks whether it is whole.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {ImageBuildCommand.class, ImageFlashCommand.class, ImageVerifyCommand.class})
final class ImageCommand {}
