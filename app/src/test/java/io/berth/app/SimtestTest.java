package io.berth.app;

import static io.berth.app.Cli.berth;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.spec.input.Tree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SimtestTest {
    private static final String LATE = """
            title: a wait of ten seconds
            nodes:
              - {name: a, cpu: 1, memory: 1Gi}
            strategy: fcfs
            jobs:
              - {number: 1, job: {demand: {cpu: 1}, duration: 10s}}
              - {number: 2, job: {demand: {cpu: 1}, duration: 10s}}
            expect:
              - {job: 2, starts_by: %s}
            """;

    @TempDir
    private Path temp;

    @Test
    void seeds_are_run_and_what_was_seen_is_shown() {
        Tree document = berth("simtest", "--seeds", "2", "--json").done().json();

        assertThat(document.require("runs").whole()).isEqualTo(2);
        assertThat(document.require("held").whole()).isEqualTo(2);
        assertThat(document.require("broken").items()).isEmpty();
        assertThat(document.require("median").require("nodes").whole()).isGreaterThanOrEqualTo(16);
        assertThat(document.require("coverage").require("event JobSubmitted").whole())
                .isEqualTo(2);
        assertThat(document.require("missing").items()).isEmpty();
    }

    @Test
    void a_seed_is_written_and_runs_again_from_its_file_with_the_same_figures() {
        Path file = temp.resolve("seed.yaml");
        Tree seed = berth("simtest", "--seed", "3", "--write", file, "--json")
                .done()
                .json();
        Tree again = berth("simtest", file, "--json").done().json();

        assertThat(again.require("median").require("events").whole())
                .isEqualTo(seed.require("median").require("events").whole());
        assertThat(again.require("median").require("decisions").whole())
                .isEqualTo(seed.require("median").require("decisions").whole());
    }

    @Test
    void a_file_whose_expectation_does_not_come_true_fails() throws IOException {
        Path file = Files.writeString(temp.resolve("late.yaml"), LATE.formatted("10s"));
        assertThat(berth("simtest", file).done().out()).contains("a wait of ten seconds", "1 of 1 runs broke nothing");

        Files.writeString(file, LATE.formatted("9s"));
        Cli broken = berth("simtest", file);
        assertThat(broken.code()).isEqualTo(1);
        assertThat(broken.out()).contains("job 2 started at 10.0s, and should by 9.0s");
    }

    @Test
    void bugs_of_others_are_run() {
        assertThat(berth("simtest", "--bugs").done().out()).contains("31 of 31 runs broke nothing");
    }

    @Test
    void what_does_not_go_together_is_refused() {
        berth("simtest", "--seed", "1", "--bugs").refused("one of --seed and --bugs");
        berth("simtest", "--seeds", "2", "--write", "x.yaml").refused("--write", "goes only with --seed");
        berth("simtest", "--seed", "1", "--write", temp.resolve("no/such.yaml")).refused("folder that exists");
        berth("simtest", "no-such.yaml").refused("no-such.yaml");
        berth("simtest", "--seeds", "0").refused("--seeds");
    }
}
