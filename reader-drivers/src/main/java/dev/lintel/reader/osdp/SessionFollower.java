package dev.lintel.reader.osdp;

import dev.lintel.reader.Bytes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Listens to a line between an ACU and its PDs and follows the secure sessions of every address, as far as it is
/// given their keys. Takes frames of both directions in the order they were sent; changes nothing and sends nothing.
/// For tools; no clock, no I/O, used by one thread.
///
/// Keys that are handed to a PD by KEYSET inside a session that it follows are used from then on. A session whose
/// handshake was not heard cannot be followed. When frames are missing, it assumes that nothing happened in them
/// (POLL and ACK) and goes on if the MACs agree.
public final class SessionFollower {
    private final List<Scbk> keys;
    private final Map<Integer, FollowedPd> pds = new HashMap<>();

    /// `keys` are tried in their order, SCBK-D after them. With none, nothing is decrypted, not even what SCBK-D
    /// would.
    public SessionFollower(List<Scbk> keys) {
        var all = new ArrayList<>(keys);
        if (!keys.isEmpty()) all.add(Scbk.standard());
        this.keys = List.copyOf(all);
    }

    /// Takes the next frame. Never throws.
    public Followed follow(OsdpFrame frame) {
        FollowedPd pd = pds.computeIfAbsent(frame.pd(), _ -> new FollowedPd(keys));
        Followed followed = pd.follow(frame);
        if (followed.mac() == Followed.Mac.RIGHT
                && frame.isReply()
                && Reply.decode(followed.payload()) instanceof Reply.Com com) {
            moved(pd, com.address());
        }
        return followed;
    }

    /// The PD has another address from now on; its session may go on.
    private void moved(FollowedPd pd, int address) {
        if (address < OsdpFrame.ADDRESS_ANY) pds.put(address, pd);
    }

    /// What can be read of a frame whose check bytes are wrong: nothing of it is followed, nor its MAC looked at.
    public static Followed damaged(OsdpFrame frame) {
        return asSent(frame, Followed.Mac.UNKNOWN);
    }

    /// The data of a frame without its MAC, when nothing more is known.
    static Followed asSent(OsdpFrame frame, Followed.Mac mac) {
        Bytes payload = frame.payload();
        if (!SecureBlock.hasMac(frame.blockType())) return new Followed(payload, mac, false);
        int end = payload.size() - SecureBlock.MAC_BYTES;
        if (end < 1) return new Followed(payload.slice(0, Math.min(1, payload.size())), Followed.Mac.BAD_LENGTH, false);
        boolean encrypted = end > 1 && SecureBlock.encrypts(frame.blockType());
        boolean whole = !encrypted || (end - 1) % Aes128.BLOCK == 0;
        return new Followed(payload.slice(0, end), whole ? mac : Followed.Mac.BAD_LENGTH, encrypted);
    }
}
