package dev.lintel.controller.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.yaml.Checked;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Names of files in `controller.yaml`, in each key that has one.
class FileNamesTest {
    private static final String TEXT = """
            tls: {acme: {directory: 'https://ca.example/d', email: a@b.example, names: [a.example], trust: f-acme.pem}}
            upstream:
              {kind: api, url: 'https://api.example', client_id: c, client_secret_file: f-secret,
               authorities: [f-up.pem]}
            mail: {host: mail.example, from: a@b.example, user: u, password_file: f-password, trust: [f-mail.pem]}
            wallet:
              apple: {certificate: f-pass.pem, key: f-pass.key}
              google: {issuer: '1', service_account: f-google.json}
            webhooks: {trust: [f-hooks.pem]}
            witness: {file: f-heads, webhook: 'https://a.example/h', trust: [f-witness.pem]}
            """;

    @TempDir
    Path folder;

    private Checked<ControllerConfig> load(String text) throws IOException {
        return ConfigFile.load(Files.writeString(folder.resolve("controller.yaml"), text));
    }

    @Test
    void eachIsRelativeToTheFolderOfTheConfiguration() throws IOException {
        String config = load(TEXT).toString();
        List<String> names = Pattern.compile("\\bf-[a-z.-]+")
                .matcher(TEXT)
                .results()
                .map(found -> found.group())
                .toList();
        assertThat(names).hasSize(11);
        for (String name : names)
            assertThat(config).contains(folder.resolve(name).toString());
    }
}
