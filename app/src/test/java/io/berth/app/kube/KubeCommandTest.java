package io.berth.app.kube;

import static io.berth.app.Cli.berth;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KubeCommandTest {
    static final String CONFIG = """
            apiVersion: v1
            kind: Config
            current-context: here
            contexts: [{name: here, context: {cluster: one, user: me}}]
            clusters: [{name: one, cluster: {server: "https://127.0.0.1:1"}}]
            users: [{name: me, user: {token: abc}}]
            """;

    @TempDir
    Path folder;

    private Path config;

    @BeforeEach
    void write() throws IOException {
        config = folder.resolve("config");
        Files.writeString(config, CONFIG);
    }

    @ParameterizedTest
    @CsvSource({
        "--events, maybe, 'must be on or off, but is \"maybe\"'",
        "--leader-elect, yes, must be on or off",
        "--strategy, fgd-gredy, did you mean \"fgd-greedy\"?",
        "--port, 70000, --port",
    })
    void aWrongValueIsNamed(String option, String value, String words) {
        berth("kube", "--kubeconfig", config, option, value).refused(option, words);
    }

    @ParameterizedTest
    @CsvSource({"berth", "a/b/c", "/berth", "kube-system/"})
    void aLeaseHasANamespaceAndAName(String lease) {
        berth("kube", "--kubeconfig", config, "--leader-elect", "on", "--lease", lease)
                .refused("--lease", "NAMESPACE/NAME", lease);
    }

    @Test
    void aKubeconfigThatIsWrongIsNamed() throws IOException {
        berth("kube", "--kubeconfig", folder.resolve("none")).refused("none", "there is no such file");
        Files.writeString(config, CONFIG.replace("current-context: here", "current-context: her"));
        berth("kube", "--kubeconfig", config).refused("config:3", "\"her\"", "did you mean \"here\"?");
        Files.writeString(config, CONFIG.replace("https://", "ftp://"));
        berth("kube", "--kubeconfig", config).refused("config:5", "must be an address");
    }
}
