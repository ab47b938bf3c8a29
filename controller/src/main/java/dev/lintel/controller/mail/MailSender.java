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

        /// The server is not there, or says that it may be otherwise later.
        ///
        /// @param forAll it keeps every letter: the server cannot be reached, or does not know this box
        record Away(String why, boolean forAll) implements Answer {}
    }
}
