package dev.lintel.controller.control;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Which certificate the box shows, for the command line. Any thread; every call may touch files.
///
/// All but [#show] throw [Refused] in words.
public interface CertificateDesk {
    /// What is shown, of whom, until when, and what is wrong with it.
    Map<String, @Nullable Object> show();

    /// Looks at files, addresses and names now; has a new certificate ordered where one is ordered at all.
    void renew();

    /// Shows that certificate from now on, across restarts. Both are PEM.
    void install(String certificate, String key);

    /// Ends that.
    void remove();
}
