/// The command line: one program, the same on a laptop and on a board.
///
/// ```
///   lintel run ...      --> dev.lintel.controller.Main     (no command-line library is loaded on that way)
///   lintel COMMAND ...  --> picocli --> one class a command
///                                          |-- on its own (doctor, version, site check, card)
///                                          '-- ControlClient --control.sock--> the running process
/// ```
///
/// Each command is one class with its options and its output; the main thread runs it. Standard output is the
/// answer, standard error the complaint. Exit codes: 0 done, 1 refused or failed, 2 wrong usage; 75
/// of `join` and `site apply`: nobody answered. Start reading at [Main].
@NullMarked
package dev.lintel.tools;

import org.jspecify.annotations.NullMarked;
