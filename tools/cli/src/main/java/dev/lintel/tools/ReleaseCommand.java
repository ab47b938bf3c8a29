package dev.lintel.tools;

import picocli.CommandLine.Command;

/// `lintel release`: what the project publishes.
@Command(
        name = "release",
        description = {
            "Signs a release and shows that a build can be repeated.",
            "One signed list names each package, image, bundle and SBOM of a version with its SHA-256. 'lintel verify'"
                    + " compares a downloaded file with it."
        },
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {ReleaseSignCommand.class, ReleaseCompareCommand.class},
        footer = {
            "%nFrom a commit to a release:",
            "  ./lintel release compare                                    two builds are identical",
            "  ./lintel package --release --out release",
            "  ./lintel bundle build --board amd64 --out release/lintel-V-amd64.bundle",
            "  lintel release sign release --key release.pem               on a machine without a network",
            "  lintel verify lintel_V_arm64.deb                            wherever it was downloaded"
        })
final class ReleaseCommand {}
