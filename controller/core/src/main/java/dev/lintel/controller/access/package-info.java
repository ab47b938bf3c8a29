/// Who may pass: a card's or PIN's way from the reader to the door. Start reading Lintel at [AccessFlow#onRead].
///
/// ```
///   reader's thread        decision thread                                        door lane
///   ReaderEvent.Card  -->  AccessFlow.onRead: bits -> number -> decision  ------> strike, LED, event log
///   ReaderEvent.Keys  -->  (a whole PIN)                     |  reads [Rights] (SQLite, its own connection)
///        |                                                   |  asks [AccessPolicy] (shifts and zones, in memory)
///        |                                                   |  looks at [Gates] (the door as it stands) and
///        |                                                   |  [Contact] (how long the hub has been silent)
///        +-- tells the lane that a decision is due ---------------------------->  none within 3 s: rejected
/// ```
///
/// The order of reasons is fixed: [Weighing] has it. A first factor that is well waits for its second in
/// [SecondFactors]; wrong PINs are counted by [PinGuard], unknown cards by [UnknownCards]; [RefusedCards] knows whose
/// PIN under duress may follow. All live on the decision thread.
/// Whoever sits at a desk lets people in by [AdmissionDesk]: a request in the log, a decision on the person named by
/// [Admissions], and then the door lane, as for a card.
/// What this package needs of the store and the policy it declares itself; they implement it.
@NullMarked
package dev.lintel.controller.access;

import org.jspecify.annotations.NullMarked;
