/// Web pages for the people who run the box: sign-in, set-up, the live page, people by file, users and one's own
/// account, the API's description, and the simulator's page.
///
/// ```
///   browser --> Endpoints --> Gate (session, kind, CSRF) --> page or JSON handler --> jte template --> Reply
///                                                                  |
///              EventLog, DoorViews --Changes (wakes the stream)--> LiveStream, SimPage --> server-sent events
/// ```
///
/// Handlers run on the request's virtual thread and may read the store. Pages read the log by cursor: a stream that
/// was lost goes on after the last event the browser has, so that nothing is skipped. Scripts and styles are own
/// files; the content policy allows no inline code and nothing from elsewhere. Start reading at [Console].
@NullMarked
package dev.lintel.controller.console;

import org.jspecify.annotations.NullMarked;
