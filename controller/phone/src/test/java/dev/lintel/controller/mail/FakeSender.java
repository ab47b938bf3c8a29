package dev.lintel.controller.mail;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/// A server that does as it is told, and keeps what it took.
final class FakeSender implements MailSender {
    /// What it says to each letter in turn; then it takes all.
    final Deque<Answer> answers = new ArrayDeque<>();

    final List<Tried> tried = new ArrayList<>();

    /// What happens while it looks at a letter.
    Runnable meanwhile = () -> {};

    record Tried(String address, String messageId, Letter letter) {}

    @Override
    public Answer send(String address, String messageId, Letter letter) {
        tried.add(new Tried(address, messageId, letter));
        meanwhile.run();
        Answer told = answers.poll();
        return told == null ? new Answer.Taken() : told;
    }

    @Override
    public String server() {
        return "smtp.example.com:587";
    }
}
