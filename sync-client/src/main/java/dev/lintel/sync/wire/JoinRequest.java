package dev.lintel.sync.wire;

import java.util.List;

/// A box asks to follow a hub. The code itself is not in it: `proof` shows that the box knows it, and which hub it
/// believes to be talking to.
///
/// @param salt hex, [JoinProof#SALT_BYTES]: new for each request
/// @param proof hex: see [JoinProof#ofBox]
/// @param csr PKCS #10, PEM: the box's public key
/// @param version of the box's program
/// @param units that its controller.yaml has
public record JoinRequest(String salt, String proof, String csr, String version, List<Long> units) {
    public JoinRequest {
        units = List.copyOf(units);
    }

    /// Throws [WireException] for what is none.
    public static JoinRequest parse(String text) {
        Tree tree = Tree.parse(text);
        return new JoinRequest(
                tree.text("salt"), tree.text("proof"), tree.text("csr"), tree.text("version"), tree.numbers("units"));
    }

    public String toJson() {
        return Tree.write(new Fields()
                .with("salt", salt)
                .with("proof", proof)
                .with("csr", csr)
                .with("version", version)
                .with("units", units)
                .map());
    }
}
