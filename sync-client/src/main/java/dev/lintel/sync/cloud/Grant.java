package dev.lintel.sync.cloud;

/// The refresh token that an operator's permission gave this box, kept safely by the caller: a file that only
/// the box's user reads. It is spent by each use, so what is written here decides whether the box can go on
/// after a power cut. Every method may block on a disk and may throw [dev.lintel.sync.TargetException]. One
/// caller at a time.
public interface Grant {
    /// The newest.
    String refreshToken();

    /// The token is about to be spent; on disk when this returns. Nothing to do where that is so already.
    void underWay();

    /// Whether [#underWay()] was said and no [#rotated(String)] since, also by a process before this one: the
    /// service may have spent the token without its answer having come.
    boolean isUnderWay();

    /// `refresh` takes its place; on disk when this returns. Only then is anything done with the access token
    /// that came with it.
    void rotated(String refresh);
}
