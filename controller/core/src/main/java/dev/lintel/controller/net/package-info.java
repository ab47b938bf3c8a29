/// Addresses that somebody else names and this box is to ask: of images, and of receivers of webhooks.
///
/// ```
///   text ── WebAddress: https, or http on loop-back ──► URI ── names looked up ──► AddressGuard: public, or allowed by
///                                                                                  the configuration ──► connect to it
/// ```
///
/// Nothing here connects, and nothing has a state. Called by `oauth` and `api` when an address is registered, by
/// `people` and `webhook` when one is asked. Any thread.
@NullMarked
package dev.lintel.controller.net;

import org.jspecify.annotations.NullMarked;
