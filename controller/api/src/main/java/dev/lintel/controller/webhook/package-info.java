/// Tells others of what happens here: applications by webhooks, and receivers of notification rules. Nobody is waited
/// for: events and changes are read from their logs, and what is to be told lies in `webhooks.db` until its receiver
/// has taken it.
///
/// ```
///   event log, change log                  webhooks.db                                    receiver
///     Feed ── Audience: who hears of it ──► item ──250 ms, 100──► delivery ── HttpSender ──► POST
///                                            ^                     ^   |                       | 2xx: delivered
///                                       ack_token on a GET         |   +── attempt ◄───────────+ else: RetryPlan
///                                                               DeliveryDesk: pages
/// ```
///
/// [Outbox] is the place to start: one thread takes turns, each of them one transaction ([Step]); [Care] looks after
/// the rest once a minute. [Webhooks] owns the thread and is what the wiring, `api` and `console` know. Times:
/// monotonic nanoseconds in names that end in Ns, Unix milliseconds in those that end in Ms.
@NullMarked
package dev.lintel.controller.webhook;

import org.jspecify.annotations.NullMarked;
