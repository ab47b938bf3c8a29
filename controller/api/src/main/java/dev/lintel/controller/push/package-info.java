/// Notifications to operators' browsers and phones by Web Push, also where no page is open.
///
/// ```
///   event log ─► ApprovalNotifications ─► Notifications ─► PushSender ─► client.HttpSender ─► push service ─► browser
///                                              ▲             │ PushEncryption: for that browser alone (RFC 8291)
///   page Account ── subscription ──────────────┘             │ VapidKey: who sends (RFC 8292)
/// ```
///
/// A push service is a server that the browser's maker runs, and sees when something is sent, not what. No door waits
/// for it. The wiring knows [Push], and the pages know [Notifications].
@NullMarked
package dev.lintel.controller.push;

import org.jspecify.annotations.NullMarked;
