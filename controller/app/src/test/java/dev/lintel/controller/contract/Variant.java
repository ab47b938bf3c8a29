package dev.lintel.controller.contract;

/// The four kinds of client: the shape of answers, and the listing of event codes, that their keys were made for.
enum Variant {
    DOCUMENTED_A("documented", "A"),
    DOCUMENTED_B("documented", "B"),
    SDK_A("sdk", "A"),
    SDK_B("sdk", "B");

    private final String shape;
    private final String listing;

    Variant(String shape, String listing) {
        this.shape = shape;
        this.listing = listing;
    }

    String shape() {
        return shape;
    }

    String listing() {
        return listing;
    }

    boolean isSdk() {
        return shape.equals("sdk");
    }

    boolean isA() {
        return listing.equals("A");
    }
}
