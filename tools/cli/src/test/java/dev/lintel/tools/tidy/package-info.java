/// The house's own rules, held by tests: sizes, banned calls, package pages, walls between packages, and documents
/// that must agree with the code.
///
/// ```
///   Project (the files of all modules) --> one class a kind of rule --> Problem, Problem, ...   TidyTest wants none
/// ```
///
/// Each rule is also shown a small bad sample that it must refuse: a rule that cannot fail holds nothing.
@NullMarked
package dev.lintel.tools.tidy;

import org.jspecify.annotations.NullMarked;
