package dev.lintel.controller.update;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/// Files of a machine that loses its power at one step, or whose disk refuses that step. The cut is of the test's own
/// making, so nothing is synced to the disk that the test runs on, which takes time.
final class CutFiles implements StateFiles {
    /// What becomes of the step.
    enum How {
        /// The power goes before it.
        BEFORE,
        /// In the middle of it: of a rename both names are there, as on FAT; what was to be written is half written,
        /// under its other name.
        HALFWAY,
        /// The disk reports a fault, and the process goes on.
        REFUSED
    }

    /// In place of the power.
    static final class PowerCut extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    private final How how;
    private int left;
    private boolean cut;

    /// @param left so many steps succeed
    CutFiles(How how, int left) {
        this.how = how;
        this.left = left;
    }

    /// Every step succeeds.
    static CutFiles never() {
        return new CutFiles(How.REFUSED, Integer.MAX_VALUE);
    }

    /// Whether it came to that step.
    boolean isCut() {
        return cut;
    }

    @Override
    public void write(Path file, String text) throws IOException {
        if (isDue()) {
            if (how == How.HALFWAY) {
                Files.writeString(file.resolveSibling(file.getFileName() + ".part"), text.substring(text.length() / 2));
            }
            fail(file);
        }
        Path part = file.resolveSibling(file.getFileName() + ".part");
        Files.writeString(part, text);
        Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
    }

    @Override
    public void rename(Path from, Path to) throws IOException {
        if (isDue()) {
            if (how == How.HALFWAY && !from.equals(to)) Files.copy(from, to);
            fail(to);
        }
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    }

    @Override
    public void remove(Path file) throws IOException {
        if (isDue()) {
            if (how == How.HALFWAY) Files.deleteIfExists(file);
            fail(file);
        }
        Files.deleteIfExists(file);
    }

    private boolean isDue() {
        return left-- == 0;
    }

    private void fail(Path file) throws IOException {
        cut = true;
        if (how == How.REFUSED) throw new IOException(file + ": the disk reports a fault");
        throw new PowerCut();
    }
}
