package io.berth.app.kube;

import static io.berth.app.Cli.berth;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KubeExtenderCommandTest {
    @TempDir
    Path folder;

    @Test
    void it_says_what_it_takes() {
        assertThat(berth("kube", "extender", "--help").done().out())
                .contains("--bind on|off", "--secret FILE", "filter");
        assertThat(berth("kube", "--help").done().out()).contains("extender [OPTION...]");
    }

    @Test
    void who_is_elsewhere_must_prove_something() throws Exception {
        berth("kube", "extender", "--address", "0.0.0.0").refused("--address", "--tls-cert, --tls-key and --secret");
        berth("kube", "extender", "--tls-cert", folder.resolve("it.crt")).refused("--tls-key", "is missing");
        Path secret = Files.writeString(folder.resolve("secret"), "short");
        berth("kube", "extender", "--secret", secret).refused("secret", "16 to 200");
    }

    @Test
    void what_cannot_be_is_refused_before_the_cluster_is_asked() {
        berth("kube", "extender", "--bind", "perhaps").refused("--bind", "on or off", "perhaps");
        berth("kube", "extender", "--port", "70000").refused("--port");
        berth("kube", "extender", "--strategy", "priority-packin").refused("priority-packing");
        berth("kube", "extender", "--address", "no.such.name.invalid").refused("--address", "no.such.name.invalid");
    }
}
