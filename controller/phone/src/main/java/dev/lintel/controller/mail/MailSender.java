package dev.lintel.controller.mail;

/// Hands letters to a mail server, one at a time.
public interface MailSender {
    /// Waits until the server has said yes or no, or time has run out.
    ///
    /// @param messageId the same at each attempt, so that a letter that arrives twice can be told to be one
    Answer send(String address, String messageId, Letter letter) throws InterruptedException;

    /// Which server, for people: `smtp.example.com:587`.
    String server();

    /// What came of it. Sentences are for operators, and hold nothing of the letter.
    sealed interface Answer {
        /// It is the server's now.
        record Taken() implements Answer {}

        /// The server will not take this letter, now or later.
        record Refused(String why) implements Answer {}

        /// It may be otherwise later.
        record Away(String why, Keeps keeps) implements Answer {}

        /// Whom it keeps.
        enum Keeps {
            /// This letter: the server puts it off, or has not said what became of it.
            THIS,
            /// Every letter: the server cannot be reached, or takes nothing from this box.
            ALL,
            /// The same, for a user or password that the server does not take: asking often locks them.
            ALL_FOR_LONG
        }
    }
}
