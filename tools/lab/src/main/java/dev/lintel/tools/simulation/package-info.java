/// `lintel sim run`: whole boxes on virtual time, with random people, doors, faults, clock steps and restarts that a
/// seed says, and a judge who looks after every event.
///
/// ```
///   Simulation --> World (one box's life) --> Deeds: what people, operators, wires and disks do next
///                    |  steps, in an order the seed says:                     |
///                    |     Box: DoorWorks as in a real box                    | lines, readers, commands
///                    |       Decisions (stalls)   Doors (stalls)   <----------+
///                    |            |  real SQLite      |
///                    |            v                   v
///                    '--------> Judge <--- every event, every strike's change
///                          |-- Verdicts: what each decision ought to be, worked out a second time
///                          |     '-- Truth: who has a right
///                          |-- Entering: who enters alone, who waits for another person or an operator
///                          |-- Answering: what the log says of each presentation
///                          |-- Beside: what the log alone hears of it (duress, Guesses of PINs, Strangers' cards)
///                          |-- ByHand: whom operators let in; Passing: floors and places, for these and for cards
///                          |-- ActionWatch: ActionTimer, OutputWatch and CommandWatch, for the actions of the site
///                          '-- DoorWatch, for each door: Told (what the log says of it), Orders (what operators
///                              ask), Wall (what its clock ends), Exits, StrikeBounds, Leaf: Unexplained (openings),
///                              OpenTimes
/// ```
///
/// What is real: the configuration files and their readers, the policy, SQLite with its writer thread, decisions,
/// doors, inputs' own acts, event log, restarts from the file. What is not: time, the GPIO chip, the readers' wires
/// (their drivers have seeded runs of their own). One thread; what a seed does is the same on each machine.
///
/// Called by the command line and by tests. Start reading at [World].
@NullMarked
package dev.lintel.tools.simulation;

import org.jspecify.annotations.NullMarked;
