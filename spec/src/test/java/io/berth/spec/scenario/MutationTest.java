package io.berth.spec.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import io.berth.spec.job.JobReader;
import io.berth.spec.job.JobSchema;
import io.berth.spec.schema.ReferenceFile;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Broken texts: each is read or refused with one line that names it; nothing else ever happens. */
class MutationTest {
    private static final int MUTATIONS = 1_000;

    private static final String REPLAY = """
            name: replay
            cluster: {openb: nodes.csv}
            workload: {openb: pods.csv, arrivals: order.csv, departures: never, patience: 5m}
            strategies: [fcfs, fgd, {name: mine, order: {las: {levels: 3}}, place: best-fit}]
            seeds: 42..46
            """;

    private static final String FULL = """
            cluster: {nodes: [&n {count: 32, gpus: 8, model: H100, cpu: 96, memory: 1Ti}, *n]}
            workload:
              generate: {jobs: 10, gpus: {0.5: 1, 8: 2}, queues: [a, "b"], duration_median: 1h30m, kinds: {batch: 1}}
            emulate: {start_failures: 5%, node_mtbf: 3d}
            until: 7d
            """;

    private static final String JSON = "{\"name\":\"x\",\"tasks\":2,\"demand\":{\"cpu\":\"500m\",\"gpus\":0.5}}";

    /** What breaks parsers: structure, escapes, controls, huge and odd numbers. */
    private static final List<String> SPLINTERS = List.of(
            ":",
            ": ",
            "-",
            "- ",
            "\n",
            "\t",
            " ",
            "{",
            "}",
            "[",
            "]",
            "\"",
            "'",
            "#",
            "&a ",
            "*a",
            "!",
            "!!int ",
            "|",
            ">",
            "%",
            "@",
            "`",
            "?",
            "? ",
            ",",
            "\\",
            "\0",
            "\u0007",
            "\ud83d",
            "\ufeff",
            "\u2028",
            "---\n",
            "...\n",
            "~",
            "null",
            "-1",
            "1e999",
            "9223372036854775808",
            "NaN",
            ".inf",
            "0x1F",
            "<<: ",
            "é",
            "[[[[",
            "{{{{",
            "never",
            "\r");

    @Test
    void aBrokenScenarioIsReadOrRefusedWithOneLine() {
        ScenarioReader reader = new ScenarioReader(new FixedPolicies());
        for (String sample : List.of(REPLAY, FULL, ReferenceFile.of(ScenarioSchema.SCENARIO))) {
            mutate(sample, reader::read);
        }
    }

    @Test
    void aBrokenJobIsReadOrRefusedWithOneLine() {
        for (String sample : List.of(JSON, ReferenceFile.of(JobSchema.JOB))) {
            mutate(sample, JobReader::read);
        }
    }

    @Test
    void aBrokenOverrideIsReadOrRefusedWithOneLine() {
        ScenarioReader reader = new ScenarioReader(new FixedPolicies());
        Source source = Source.text("sample.yaml", FULL);
        for (String sample : List.of("cluster.nodes[0].count=3", "workload.generate.gpus.\"0.5\"={a: [1, 2]}")) {
            Random random = new Random(7);
            for (int i = 0; i < MUTATIONS; i++) {
                String override = mutation(sample, random);
                assertReadOrRefused(override, () -> reader.read(source, List.of(override)), "");
            }
        }
    }

    private static void mutate(String sample, Consumer<Source> reader) {
        for (int seed = 0; seed < MUTATIONS; seed++) {
            String text = mutation(sample, new Random(seed));
            assertReadOrRefused(text, () -> reader.accept(Source.text("sample.yaml", text)), "sample.yaml");
        }
    }

    private static void assertReadOrRefused(String text, Runnable reading, String name) {
        try {
            reading.run();
        } catch (InputException e) {
            assertThat(e.getMessage()).as("of %s", text).startsWith(name).doesNotContain("\n", "\r", "\0", "\u2028");
        } catch (RuntimeException | StackOverflowError e) {
            throw new AssertionError("The text leaks " + e + ":\n" + text, e);
        }
    }

    /** One to three changes: a piece cut, doubled or moved, a splinter put in, a character changed. */
    private static String mutation(String sample, Random random) {
        StringBuilder text = new StringBuilder(sample);
        for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
            int at = random.nextInt(text.length() + 1);
            int end = Math.min(text.length(), at + 1 + random.nextInt(12));
            switch (random.nextInt(5)) {
                case 0 -> text.delete(at, end);
                case 1 -> text.insert(random.nextInt(text.length() + 1), text.substring(at, end));
                case 2 -> text.replace(at, end, SPLINTERS.get(random.nextInt(SPLINTERS.size())));
                case 3 -> text.insert(at, (char) random.nextInt(0x180));
                default -> text.insert(at, SPLINTERS.get(random.nextInt(SPLINTERS.size())));
            }
        }
        return text.toString();
    }
}
