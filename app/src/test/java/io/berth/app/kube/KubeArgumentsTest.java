package io.berth.app.kube;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.app.Cli;
import io.berth.app.command.Output;
import io.berth.app.option.Arguments;
import io.berth.kube.bind.KubeOptions;
import io.berth.kube.lease.LeaseName;
import io.berth.spec.input.InputException;
import io.berth.spec.schema.ReferenceFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KubeArgumentsTest {
    @TempDir
    Path folder;

    @BeforeEach
    void cluster() throws IOException {
        Files.writeString(folder.resolve("cluster"), KubeCommandTest.CONFIG);
    }

    @Test
    void the_reference_means_the_defaults() throws IOException {
        KubeSettings reference = read(ReferenceFile.of(KubeSchema.FILE));
        assertThat(reference.scheduler()).isEqualTo("berth");
        assertThat(reference.own().images()).isTrue();
        assertThat(reference.events()).isEqualTo(100);
        assertThat(reference.lease()).isNull();
        assertThat(reference.journal()).isNull();
        assertThat(reference.strategy()).isNull();
        assertThat(reference.ports()).isEqualTo(new KubeSettings.Ports(7118, null));
        KubeSettings nothing = settings();
        assertThat(nothing.ports()).isEqualTo(reference.ports());
        assertThat(nothing.scheduler()).isEqualTo(reference.scheduler());
    }

    @Test
    void a_file_says_what_was_not_typed() throws IOException {
        String file = """
                scheduler_name: team
                events: false
                image_locality: false
                topology: [block, {label: rack, name: near}]
                leader_elect: true
                lease: ours/team
                strategy: "{order: priority, place: fgd}"
                journal: journal
                journal_size: 1Gi
                port: 0
                probe_port: 7119
                """;
        KubeSettings settings = read(file);
        assertThat(settings.scheduler()).isEqualTo("team");
        assertThat(settings.events()).isZero();
        assertThat(settings.own().levels().keys()).containsExactly("block", "rack");
        assertThat(settings.own().images()).isFalse();
        assertThat(lease(settings)).isEqualTo("ours/team");
        assertThat(Objects.requireNonNull(settings.strategy()).place().toString())
                .contains("fgd");
        assertThat(settings.journal()).isEqualTo(new KubeSettings.Kept(folder.resolve("journal"), 1 << 30));
        assertThat(settings.ports()).isEqualTo(new KubeSettings.Ports(0, 7119));

        KubeSettings typed = read(
                file,
                "--scheduler-name",
                "typed",
                "--events",
                "on",
                "--lease",
                "a/b",
                "--journal",
                "/j",
                "--port",
                "5",
                "--probe-port",
                "6");
        assertThat(typed.scheduler()).isEqualTo("typed");
        assertThat(typed.own().images()).isFalse();
        assertThat(read(file, "--image-locality", "on").own().images()).isTrue();
        assertThat(typed.events()).isEqualTo(100);
        assertThat(read(file, "--events", "on", "--events-rate", "0").events()).isEqualTo(KubeOptions.EACH);
        assertThat(read("events_rate: 7").events()).isEqualTo(7);
        assertThat(lease(typed)).isEqualTo("a/b");
        assertThat(typed.journal()).isEqualTo(new KubeSettings.Kept(Path.of("/j"), 1 << 30));
        assertThat(typed.ports()).isEqualTo(new KubeSettings.Ports(5, 6));
        assertThat(read(file, "--leader-elect", "off").lease()).isNull();
        assertThat(settings.own().words().shares()).isEmpty();
        assertThat(read("shares: hami").own().words().shares()).isEqualTo("hami");
        assertThat(read("shares: hami", "--shares", "none").own().words().shares())
                .isEmpty();
    }

    @Test
    void queues_are_those_of_the_file_or_of_objects() throws IOException {
        assertThat(queues()).isEqualTo("berth");
        assertThat(settings("--queue-objects", "kueue").own().words().queues().name())
                .isEqualTo("kueue");
        assertThat(read("queue_objects: none").own().words().queues()).isNull();
        String told = "queues: [{name: team, quota: {gpu: 8}}]";
        assertThat(read(told).own().words().queues().kinds()).isEmpty();
        assertThatThrownBy(() -> read(told, "--queue-objects", "volcano"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("objects of volcano");
        assertThatThrownBy(() -> settings("--queue-objects", "slurm")).hasMessageContaining("kueue");
    }

    private String queues() {
        return Objects.requireNonNull(settings().own().words().queues()).name();
    }

    @Test
    void the_file_may_name_the_kubeconfig() throws IOException {
        Path file = Files.writeString(folder.resolve("kube.yaml"), "kubeconfig: cluster\n");
        KubeArguments asked = new KubeArguments(arguments(List.of("--config", file.toString())));
        assertThat(asked.settings(Map.of()).server().address()).hasPort(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "scheduler_nam: a|:1:1: unknown key \"scheduler_nam\"; did you mean \"scheduler_name\"?",
                "events: on|:1:9: events: must be true or false",
                "port: 70000|:1:7: port: must be a whole number from 0 to 65535",
                "journal_size: 1Gi|:1:15: journal_size: goes only with the key \"journal\"",
                "{leader_elect: true, lease: berth}|:1:29: lease: must be NAMESPACE/NAME, but is \"berth\"",
                "strategy: priority-pakcing|:1:11: strategy: unknown strategy",
                "adaptive: {portfolio: [srtf]}|:1:23: adaptive.portfolio: must name two strategies or more",
                "adaptive: {portfolio: [srtf, fcfs], objective: mean-wiat}|:1:11: adaptive: objective: unknown figure \"mean-wiat\"",
                "plugins: nowhere|:1:10: plugins: there is no folder",
                "scheduler_name: ''|:1:17: scheduler_name",
            })
    void a_wrong_file_is_an_error_at_its_line(String text, String message) {
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("kube.yaml" + message);
    }

    @Test
    void the_command_says_it_in_one_line() throws IOException {
        Path file = Files.writeString(folder.resolve("kube.yaml"), "prot: 1\n");
        Cli.berth("kube", "--config", file).refused("kube.yaml:1:1", "did you mean \"port\"?");
        Cli.berth("kube", "--config", folder.resolve("kube.yml")).refused("there is no such file", "kube.yaml");
    }

    private static String lease(KubeSettings settings) {
        LeaseName lease = Objects.requireNonNull(settings.lease());
        return lease.namespace() + "/" + lease.name();
    }

    private KubeSettings read(String text, String... typed) throws IOException {
        Path file = Files.writeString(folder.resolve("kube.yaml"), text);
        List<String> words = new ArrayList<>(List.of(typed));
        words.addAll(List.of("--config", file.toString()));
        return settings(words.toArray(String[]::new));
    }

    private KubeSettings settings(String... typed) {
        List<String> words = new ArrayList<>(List.of(typed));
        words.addAll(List.of("--kubeconfig", folder.resolve("cluster").toString()));
        KubeArguments asked = new KubeArguments(arguments(words));
        asked.usePlugins(Map.of("BERTH_HOME", folder.toString()));
        return asked.settings(Map.of());
    }

    private static Arguments arguments(List<String> words) {
        PrintStream nowhere = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
        return Arguments.read("kube", new KubeCommand(new Output(nowhere, nowhere)).options(), words);
    }
}
