package dev.lintel.sync.wire;

/// The hub takes a box in.
///
/// @param hub names the hub, the same for ever
/// @param hubName what its people call it
/// @param box the hub's number of the box
/// @param boxName as channels in the hub's site.yaml name it
/// @param certificate the box's, PEM
/// @param authority the hub's CA, PEM: from now on the only one that the box believes
/// @param proof hex: see [JoinProof#ofHub]; a box that finds another one has talked to somebody else
public record JoinAnswer(
        String hub, String hubName, long box, String boxName, String certificate, String authority, String proof) {
    /// Throws [WireException] for what is none.
    public static JoinAnswer parse(String text) {
        Tree tree = Tree.parse(text);
        return new JoinAnswer(
                tree.text("hub"),
                tree.text("hub_name"),
                tree.number("box"),
                tree.text("box_name"),
                tree.text("certificate"),
                tree.text("authority"),
                tree.text("proof"));
    }

    public String toJson() {
        return Tree.write(new Fields()
                .with("hub", hub)
                .with("hub_name", hubName)
                .with("box", box)
                .with("box_name", boxName)
                .with("certificate", certificate)
                .with("authority", authority)
                .with("proof", proof)
                .map());
    }
}
