package io.berth.app;

import static io.berth.app.Cli.berth;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.berth.core.model.column.Columns;
import io.berth.learn.gradient.GradientWorkers;
import io.berth.learn.imitation.Cloning;
import io.berth.learn.imitation.Lessons.Agreement;
import io.berth.learn.imitation.Lessons.Shown;
import io.berth.learn.imitation.RecordedChoices;
import io.berth.learn.network.ActorCritic;
import io.berth.learn.network.RowNetworks;
import io.berth.sim.trace.csv.ChoiceLog;
import io.berth.sim.trace.csv.ChoiceLog.Choice;
import io.berth.spec.input.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a recorded run chose, as a data set, and back to a network that chooses likewise. */
class ChoicesTest {
    private static final int ROWS = 128;

    @TempDir
    private Path temp;

    private Path journal;

    @BeforeEach
    void recordARun() throws IOException {
        Path scenario = Files.writeString(temp.resolve("busy.yaml"), """
            cluster: {nodes: [{count: 2, gpus: 8, model: H100, cpu: 96, memory: 1Ti}]}
            workload: {generate: {jobs: 900, load: 1.1, gpus: {1: 3, 2: 1, 4: 1}}}
            strategies: [{name: shortest, order: sjf, place: best-fit, backfill: none}]
            """);
        journal = temp.resolve("journal");
        berth("simulate", scenario, "--journal", journal).done();
    }

    @Test
    void eachStartIsAChoiceAmongThoseThatWaited() {
        Path file = temp.resolve("choices.csv");

        String said = berth("replay", journal, "--choices", file).done().out();

        List<Choice> choices = read(file);
        assertThat(said).isEqualTo(choices.size() + " choices are in " + file + "\n");
        assertThat(choices).hasSize(900);
        assertThat(choices).filteredOn(choice -> choice.rows().size() > 1).hasSizeGreaterThan(300);
        for (Choice choice : choices) {
            ChoiceLog.Row started = choice.rows().get(choice.started());
            assertThat(started.fits()).isTrue();
            assertThat(started.totalMilli()).isEqualTo(16_000);
            if (choice.rows().size() < ROWS) {
                assertThat(choice.rows()).allMatch(row -> row.expectedNanos() >= started.expectedNanos());
            }
        }
    }

    @Test
    void whatCameOfTheStartedOnesIsTold() throws IOException {
        Path file = temp.resolve("choices.csv");
        double mean = berth("simulate", temp.resolve("busy.yaml"), "--json")
                .firstRun()
                .require("metrics")
                .require("bounded_slowdown_mean")
                .number();

        berth("replay", journal, "--choices", file).done();

        List<String[]> started = Files.readAllLines(file).stream()
                .skip(1)
                .map(line -> line.split(",", -1))
                .filter(fields -> fields[9].equals("1"))
                .toList();
        assertThat(started).allMatch(fields -> fields[10].equals("finished"));
        assertThat(started).allMatch(fields -> Long.parseLong(fields[11]) >= Long.parseLong(fields[3]));
        double slowdowns = started.stream()
                .mapToDouble(fields -> Double.parseDouble(fields[12]))
                .average()
                .orElseThrow();
        assertThat(slowdowns).isCloseTo(mean, within(1e-6 * mean));
    }

    @Test
    void aPackedFileHoldsTheSame() {
        Path plain = temp.resolve("choices.csv");
        Path packed = temp.resolve("choices.csv.gz");

        berth("replay", journal, "--choices", plain).done();
        berth("replay", journal, "--choices", packed, "--json").done();

        assertThat(read(packed)).isEqualTo(read(plain));
        assertThat(packed.toFile().length()).isLessThan(plain.toFile().length() / 4);
    }

    @Test
    void aNetworkLearnsToChooseAsTheRunDid() {
        Path file = temp.resolve("choices.csv.gz");
        berth("replay", journal, "--choices", file).done();
        RecordedChoices recorded = new RecordedChoices(file, Columns.FINE.columns(), ROWS);
        List<Shown> parts = recorded.parts(0.7);
        ActorCritic networks = new RowNetworks(recorded.mdp(), List.of(16, 8));
        float[] actor = networks.newActor(1);
        ActorCritic.Evaluation student = networks.evaluation(actor, networks.newCritic(1));
        Shown seen = parts.getFirst();
        Shown unseen = parts.getLast();
        Agreement before = recorded.compare(student, unseen);

        try (GradientWorkers workers = new GradientWorkers(1)) {
            new Cloning(networks, workers, seen.states(), seen.choices(), 1).learn(actor, 60, 64, 1e-2);
        }

        Agreement after = recorded.compare(student, unseen);
        assertThat(before.share()).isLessThan(0.6);
        assertThat(after.choices()).isGreaterThan(50);
        assertThat(after.share()).isGreaterThanOrEqualTo(0.95);
    }

    @Test
    void aSpoiltFileIsNamedWithItsLine() throws IOException {
        Path file = temp.resolve("choices.csv");
        berth("replay", journal, "--choices", file).done();
        String text = Files.readString(file);
        List<String> lines = text.lines().toList();
        Path spoilt = temp.resolve("spoilt.csv");

        Files.writeString(spoilt, lines.get(0) + "\n" + lines.get(1).replaceAll("^([^,]*,){4}", "1,0,1,x,"));
        assertThatThrownBy(() -> read(spoilt))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("spoilt.csv:2")
                .hasMessageContaining("wait_ns");

        Files.writeString(spoilt, text.replace(",started,", ",begun,"));
        assertThatThrownBy(() -> read(spoilt)).hasMessageContaining("begun");
    }

    @Test
    void itIsOneOfTheThingsThatAreAskedOfAJournal() {
        berth("replay", journal, "--choices", temp.resolve("c.csv"), "--redecide")
                .refused("takes one of --at, --redecide, --as-workload, --choices and --explain");
        berth("replay", journal, "--choices", temp.resolve("no/such/folder.csv"))
                .refused("folder.csv", "cannot be written");
    }

    private static List<Choice> read(Path file) {
        List<Choice> choices = new ArrayList<>();
        ChoiceLog.read(file, choices::add);
        return choices;
    }
}
