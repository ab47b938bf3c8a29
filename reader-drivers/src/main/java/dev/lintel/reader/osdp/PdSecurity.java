package dev.lintel.reader.osdp;

import dev.lintel.reader.Bytes;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// One PD's secure channel from the ACU's side, for [PdSession]: what goes out is wrapped here and what comes in
/// is opened here. Without a key both are plain. With one, nothing but the handshake's own steps leaves in the
/// clear, and nothing in the clear is believed but BUSY and the refusals that end a session; SCBK-D is never
/// tried.
///
/// ```
///   closed --challenge(), frame(Challenge)--> asked --answered--> proven --frame(ServerCryptogram), answered--> open
///     ^--------------------------------- close(): sequence number 0, a refusal, a MAC that does not fit ------'
/// ```
///
/// No clock, no I/O; the bus's thread.
final class PdSecurity {
    /// What a frame was.
    sealed interface Heard {
        /// `payload` is code and data in the clear; sent by the PD that has the key, or a refusal.
        record Payload(Bytes payload) implements Heard {}

        /// Not for this conversation.
        record Ignored() implements Heard {}

        /// The session cannot go on.
        record Broken(String why) implements Heard {}
    }

    /// What a refusal of the handshake is called.
    static final String REFUSES = "it refuses the secure channel";

    /// What a PD does that should speak under its key.
    static final String IN_THE_CLEAR = "it answers in the clear";

    private static final Heard IGNORED = new Heard.Ignored();

    private @Nullable Scbk key;
    private @Nullable Scbk own;
    private @Nullable Pairing pairing;
    private final Supplier<Bytes> random;
    private @Nullable AcuHandshake handshake;
    private @Nullable SecureSession session;

    /// `random` gives 8 unpredictable bytes at each call.
    PdSecurity(@Nullable Scbk key, Supplier<Bytes> random) {
        this.key = key;
        this.own = key;
        this.random = random;
    }

    boolean required() {
        return key != null;
    }

    boolean open() {
        return session != null;
    }

    /// Forgets session and handshake.
    void close() {
        SecureSession over = session;
        if (over != null) over.wipe();
        session = null;
        handshake = null;
    }

    /// Begins to give the PD a new key. False: another pairing is under way, and this one is refused.
    boolean pair(Pairing begun) {
        if (pairing != null) {
            begun.ended("another pairing is under way");
            return false;
        }
        pairing = begun;
        use(begun.candidate());
        return true;
    }

    /// In a pairing: the other key's turn, because of `why`. False where there is no pairing.
    boolean tryOtherKey(String why) {
        Pairing under = pairing;
        if (under == null) return false;
        under.failed(why);
        use(under.candidate());
        return true;
    }

    /// Whether a session stands under the key that the PD has had, and it is to be given the new one now.
    boolean keyToSet() {
        Pairing under = pairing;
        return under != null && session != null && !under.opened();
    }

    /// The command for that.
    Command keySet() {
        Pairing under = pairing;
        if (under == null) throw new IllegalStateException("no key is to be set");
        return under.keySet();
    }

    /// The PD's word on its new key. It may come under the old keys or in the clear; either way the next
    /// handshake shows whether it is true.
    void keyAnswered(Reply reply) {
        Pairing under = pairing;
        if (under == null) return;
        if (reply instanceof Reply.Nak nak) {
            under.refused(OsdpNames.nak(nak.reason()));
            giveBack();
        } else {
            under.taken();
            use(under.candidate());
        }
    }

    /// Ends a pairing whose time is over, or that was cancelled. Whether there was one: then a new conversation
    /// is due.
    boolean expire(long nowNs) {
        Pairing under = pairing;
        if (under == null) return false;
        if (nowNs - under.untilNs() >= 0) under.timeOver();
        if (!under.result().isDone()) return false;
        giveBack();
        return true;
    }

    /// When [#expire] has to be called, or `Long.MAX_VALUE`.
    long expiresNs() {
        Pairing under = pairing;
        return under == null ? Long.MAX_VALUE : under.untilNs();
    }

    void endPairing(String why) {
        Pairing under = pairing;
        if (under != null) under.ended(why);
    }

    private void use(Scbk other) {
        close();
        key = other;
    }

    private void giveBack() {
        close();
        pairing = null;
        key = own;
    }

    /// Begins a handshake; the command that does is to be sent by [#frame].
    Command challenge() {
        Scbk own = key;
        if (own == null) throw new IllegalStateException("a PD without a key has no handshake");
        close();
        Bytes rndA = random.get();
        handshake = new AcuHandshake(own, rndA);
        return new Command.Challenge(rndA);
    }

    /// A command as it goes on the wire.
    OsdpFrame frame(int pd, int sequence, boolean crc, Command command) {
        SecureSession open = session;
        if (open != null) return open.sealCommand(pd, sequence, crc, command.payload());
        AcuHandshake steps = handshake;
        if (key == null) return OsdpFrame.command(pd, sequence, crc, command.payload());
        if (steps == null) throw new IllegalStateException("nothing is said to this PD in the clear");
        return command instanceof Command.Challenge
                ? steps.challenge(pd, sequence, crc)
                : steps.proof(pd, sequence, crc);
    }

    /// What a reply to the command sent last is. A session's reply is to be given once only: each moves its MACs
    /// on.
    Heard heard(OsdpFrame reply, Command asked) {
        SecureSession open = session;
        if (key == null) return reply.secured() ? IGNORED : new Heard.Payload(reply.payload());
        if (open == null) return new Heard.Payload(reply.payload()); // the handshake's steps are judged by it
        if (!reply.secured()) return inTheClear(reply.payload(), asked);
        return switch (open.openReply(reply)) {
            case Opened.Sound(Bytes payload) -> new Heard.Payload(payload);
            case Opened.MacOnly(Bytes payload) ->
                isStatus(payload) ? new Heard.Payload(payload) : new Heard.Broken("its data are not encrypted");
            case Opened.Refused(Opened.Reason reason) -> new Heard.Broken(words(reason));
        };
    }

    /// Takes the reply to a step of the handshake. Null when it is right.
    AcuHandshake.@Nullable Fault step(Command asked, OsdpFrame reply) {
        AcuHandshake steps = handshake;
        if (steps == null) return AcuHandshake.Fault.NO_ANSWER;
        if (asked instanceof Command.Challenge) return steps.answered(reply);
        AcuHandshake.Fault fault = steps.confirmed(reply);
        if (fault != null) return fault;
        session = steps.session();
        handshake = null;
        Pairing under = pairing;
        if (under != null && under.opened()) {
            own = key;
            pairing = null;
            under.done();
        }
        return null;
    }

    /// BUSY changes nothing; NAK 1 asks for a repeat; NAK 4, 5 and 6 say that the PD has no session.
    /// Some makers' PDs have forgotten the session when they answer KEYSET: what they say is proven by the next.
    private static Heard inTheClear(Bytes payload, Command asked) {
        return switch (Reply.decode(payload)) {
            case Reply.Busy _ -> new Heard.Payload(payload);
            case Reply.Ack _ when asked instanceof Command.KeySet -> new Heard.Payload(payload);
            case Reply.Nak nak ->
                switch (nak.reason()) {
                    case Reply.Nak.BAD_CHECK,
                            Reply.Nak.BAD_SEQUENCE,
                            Reply.Nak.SECURITY_UNSUPPORTED,
                            Reply.Nak.SECURITY_REQUIRED -> new Heard.Payload(payload);
                    default -> new Heard.Broken("it refuses in the clear");
                };
            default -> new Heard.Broken(IN_THE_CLEAR);
        };
    }

    /// One maker's PDs send these with a MAC, but for everybody to read.
    private static boolean isStatus(Bytes payload) {
        return switch (payload.at(0)) {
            case Reply.LSTATR, Reply.ISTATR, Reply.OSTATR, Reply.RSTATR -> true;
            default -> false;
        };
    }

    private static String words(Opened.Reason reason) {
        return switch (reason) {
            case IN_THE_CLEAR -> IN_THE_CLEAR;
            case WRONG_BLOCK -> "its security block is wrong";
            case BAD_LENGTH -> "its length is that of no secure frame";
            case BAD_MAC -> "its MAC does not fit";
            case BAD_PADDING -> "its padding is wrong";
        };
    }

    /// A failed handshake in words.
    String words(AcuHandshake.Fault fault) {
        return switch (fault) {
            case NO_ANSWER -> REFUSES;
            case WRONG_BLOCK -> "its security block is wrong";
            case OTHER_KIND_OF_KEY ->
                key != null && key.isStandard()
                        ? "it has a key of its own already; put it into install mode"
                        : "it wants the standard key, not its own";
            case WRONG_CRYPTOGRAM -> "it has another key";
            case FACTORY_KEY -> "it was reset to its factory key: pair it again";
            case REFUSED -> "it takes our key for a wrong one";
            case WRONG_MAC -> "its first MAC is wrong";
        };
    }
}
