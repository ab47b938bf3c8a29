package dev.lintel.controller.update;

import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// One of the boot loader's entries (Boot Loader Specification; its counting of tries is systemd's
/// Automatic Boot Assessment):
///
/// ```
///   lintel-a.conf        good
///   lintel-b+3.conf      to be tried: three times at most
///   lintel-b+2-1.conf    tried once
///   lintel-b+0-3.conf    bad: comes after all others
/// ```
///
/// @param slot `a` or `b`
/// @param triesLeft empty: it is good
/// @param triesDone 0 where nothing was counted
/// @param text of the file
public record BootEntry(char slot, OptionalInt triesLeft, int triesDone, String text) {
    /// Firmware that fails now and then is no reason to go back.
    static final int TRIES = 3;

    private static final Pattern NAME = Pattern.compile("lintel-([ab])(?:\\+(\\d{1,3})(?:-(\\d{1,3}))?)?[.]conf");
    private static final Pattern GENERATION = Pattern.compile("(?m)^version (\\d{1,9})$");
    private static final Pattern TITLE = Pattern.compile("(?m)^title (.*)$");
    private static final Pattern OPTIONS = Pattern.compile("(?m)^options (.*)$");
    /// What a box adds to its entries of its own: its name, its identity, a serial port as a console. No bundle of ours
    /// brings any of these.
    private static final Pattern OWN =
            Pattern.compile("(?<= )(?:systemd[.](?:hostname|machine_id)=|console=tty[A-Z])\\S+");

    /// Whether a file of that name is an entry of ours.
    static boolean isOne(String fileName) {
        return NAME.matcher(fileName).matches();
    }

    /// Null for a file that is no entry of ours.
    static @Nullable BootEntry parse(String fileName, String text) {
        Matcher name = NAME.matcher(fileName);
        if (!name.matches()) return null;
        String left = name.group(2);
        String done = name.group(3);
        return new BootEntry(
                name.group(1).charAt(0),
                left == null ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(left)),
                done == null ? 0 : Integer.parseInt(done),
                text);
    }

    /// One that is to be tried, for the version of that manifest.
    ///
    /// @param options the kernel's whole command line
    static BootEntry toTry(char slot, int generation, String title, String options) {
        return of(slot, OptionalInt.of(TRIES), generation, title, options);
    }

    static BootEntry of(char slot, OptionalInt triesLeft, int generation, String title, String options) {
        String text = "title " + title + "\n"
                + "version " + generation + "\n"
                + "sort-key lintel\n"
                + "linux /lintel/" + slot + "/linux\n"
                + "initrd /lintel/" + slot + "/initrd\n"
                + "options " + options + "\n";
        int done = triesLeft.isEmpty() ? 0 : Math.max(0, TRIES - triesLeft.getAsInt());
        return new BootEntry(slot, triesLeft, done, text);
    }

    String fileName() {
        String tries = triesLeft.isEmpty() ? "" : "+" + triesLeft.getAsInt() + (triesDone == 0 ? "" : "-" + triesDone);
        return "lintel-" + slot + tries + ".conf";
    }

    /// It has to prove itself before it is tried.
    public boolean waits() {
        return triesLeft.isPresent() && !isBad();
    }

    /// Its tries are counted: where it runs, it has to prove itself still. The last try is taken before
    /// it starts: what runs then may have none left.
    public boolean isCounted() {
        return triesLeft.isPresent();
    }

    /// Its tries are used up: it is not started any more.
    public boolean isBad() {
        return triesLeft.isPresent() && triesLeft.getAsInt() == 0;
    }

    BootEntry good() {
        return new BootEntry(slot, OptionalInt.empty(), 0, text);
    }

    BootEntry bad() {
        return new BootEntry(slot, OptionalInt.of(0), Math.max(1, triesDone), text);
    }

    /// To be tried before all others.
    BootEntry again(int generation) {
        String newer = GENERATION.matcher(text).replaceFirst("version " + generation);
        return new BootEntry(slot, OptionalInt.of(TRIES), 0, newer);
    }

    /// Of several that are not bad the boot loader takes the one with the highest.
    public int generation() {
        Matcher line = GENERATION.matcher(text);
        return line.find() ? Integer.parseInt(line.group(1)) : 0;
    }

    /// For people: `Lintel 0.2.0 (b)`.
    public String title() {
        Matcher line = TITLE.matcher(text);
        return line.find() ? line.group(1) : "Lintel (" + slot + ")";
    }

    String options() {
        Matcher line = OPTIONS.matcher(text);
        if (!line.find()) throw new UpdateException("the boot entry " + fileName() + " has no options");
        return line.group(1);
    }

    /// What this box has added to its options; with a space before each.
    String ownOptions() {
        var own = new StringBuilder();
        Matcher option = OWN.matcher(options());
        while (option.find()) own.append(' ').append(option.group());
        return own.toString();
    }
}
