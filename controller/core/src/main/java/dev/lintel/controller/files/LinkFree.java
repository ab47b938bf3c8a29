package dev.lintel.controller.files;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;

/// Reads files of a box's folder without following links. Commands run as root there, and whoever took over
/// the box's process may have put a link to one of root's files in the place of any name, also between two
/// looks.
public final class LinkFree {
    private static final String WHY = "it is a link, and none is followed here";

    private LinkFree() {}

    /// Opens the file `name` of `folder`, through folders that are held open. Throws [FileSystemException],
    /// in words, where it or a folder on the way to it is a link or worse.
    public static InputStream open(Path folder, String name) throws IOException {
        try (var opened = Files.newDirectoryStream(folder)) {
            return open(secure(opened), folder, Path.of(name));
        }
    }

    private static InputStream open(SecureDirectoryStream<Path> folder, Path at, Path rest) throws IOException {
        Path first = rest.getName(0);
        Path here = at.resolve(first);
        BasicFileAttributes facts = folder.getFileAttributeView(
                        first, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                .readAttributes();
        if (facts.isSymbolicLink()) throw isLink(here);
        if (rest.getNameCount() == 1) {
            if (!facts.isRegularFile()) throw new FileSystemException(here.toString(), null, "it is no file");
            return Channels.newInputStream(
                    folder.newByteChannel(first, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)));
        }
        try (var inside = folder.newDirectoryStream(first, LinkOption.NOFOLLOW_LINKS)) {
            return open(inside, here, rest.subpath(1, rest.getNameCount()));
        }
    }

    /// What is said of a link.
    public static String words(Path link) {
        return link + ": " + WHY;
    }

    /// The same, to be thrown.
    public static FileSystemException isLink(Path link) {
        return new FileSystemException(link.toString(), null, WHY);
    }

    private static SecureDirectoryStream<Path> secure(DirectoryStream<Path> folder) throws IOException {
        if (folder instanceof SecureDirectoryStream<Path> secure) return secure;
        throw new IOException("this system opens no folder in a way that is safe from links");
    }
}
