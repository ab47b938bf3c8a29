/// The API held to the specification, sentence by sentence. `sentences.csv` lists every sentence of its sections
/// 2, 3.1, 3.3, 4, 5, 6.2, 6.3, 7 and 8 that states behaviour; a test says by
/// [dev.lintel.controller.contract.Spec] which ones it would fail without, and `docs/contract.md` is the table
/// that comes of both.
/// ```
///   Section21PersonTest …  each in four variants: documented | sdk  x  listing A | B
///        │ a client a variant; every answer is held to openapi.yaml
///        ▼
///   RunningBox             one `lintel run` for all of them: a process of its own, TLS, a database on disk,
///                          simulated doors, the policy of contract.yaml (a zone far from UTC, two sites)
/// ```
/// What needs a clock that a test can turn, or a disk that fails, is shown by tests elsewhere, which bear the same
/// annotation. Tests run one after the other; people and numbers that one makes are no other's.
@NullMarked
package dev.lintel.controller.contract;

import org.jspecify.annotations.NullMarked;
