/// Finding out what a card's bits have to do with the number printed on it, from a card or three and nothing else.
///
/// ```
///   CardBits  --formats whose rules hold--> fields --expressions--> numbers  \
///                                                                             equal? --> Explanation
///   "062,45709" --PrintedNumber--> what its author may have meant           /
///   what explains the first card and the second and the third --> format, expression, byte order, a piece of YAML
/// ```
///
/// Pure; a learner belongs to one thread. Used by the command line. Start reading at [CardLearner].
@NullMarked
package dev.lintel.reader.learn;

import org.jspecify.annotations.NullMarked;
