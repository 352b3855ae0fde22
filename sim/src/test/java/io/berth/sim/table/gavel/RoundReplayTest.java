package io.berth.sim.table.gavel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.berth.spec.input.InputException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RoundReplayTest {
    private static final RoundReplay.Window MEASURED = new RoundReplay.Window(20, 60);
    private static final double HOUR = 3600;

    @TempDir
    private Path folder;

    @Test
    void jobs_of_an_empty_cluster_take_as_long_as_on_the_fastest_model_and_wait_for_shares() {
        double hours = hours(Policy.FIFO, 0.4);

        assertThat(hours).isCloseTo(runHours(), within(0.3)).isGreaterThan(runHours());
    }

    @Test
    void who_knows_speeds_lets_jobs_end_sooner() {
        double known = hours(Policy.GAVEL_LAS, 1.0);
        double unknown = hours(Policy.LAS, 1.0);
        double first = hours(Policy.HET_FIFO, 1.0);

        assertThat(known).isLessThan(unknown / 1.2);
        assertThat(first).isGreaterThan(runHours());
    }

    @Test
    void a_model_that_is_missing_is_named() throws IOException {
        Path file = write("{\"v100\": {}}");
        JobStream stream = new JobStream(Throughputs.read(file), true, 1, 0);

        assertThatThrownBy(stream::next)
                .isInstanceOf(InputException.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining("has no throughput of");
    }

    @Test
    void every_published_figure_has_one_of_fifo_beside_it() {
        List<Target> targets = Target.all();

        assertThat(targets).hasSize(2 * 4 * Policy.values().length);
        for (Target target : targets) {
            assertThat(targets)
                    .anyMatch(other -> other.policy() == Policy.FIFO
                            && other.trace().equals(target.trace())
                            && other.perHour().equals(target.perHour()));
        }
    }

    private double hours(Policy policy, double perHour) {
        JobStream stream = new JobStream(throughputs(), false, perHour, 0);
        return new RoundReplay(policy.sharing(0), stream, MEASURED, 0).meanSeconds() / HOUR;
    }

    /** Of the measured jobs on a V100, in the mean. */
    private double runHours() {
        JobStream stream = new JobStream(throughputs(), false, 1, 0);
        double seconds = 0;
        for (int job = 0; job < MEASURED.to(); job++) {
            GavelJob next = stream.next();
            seconds += job < MEASURED.from() ? 0 : next.stepsLeft / next.speeds[0];
        }
        return seconds / HOUR / (MEASURED.to() - MEASURED.from());
    }

    /** Steps a second: 20 on a V100, half on a P100, and on a K80 a twentieth for even types and half for odd ones. */
    private Throughputs throughputs() {
        List<String> types = List.of(
                "ResNet-18 (batch size 16)",
                "ResNet-18 (batch size 32)",
                "ResNet-18 (batch size 64)",
                "ResNet-18 (batch size 128)",
                "ResNet-18 (batch size 256)",
                "ResNet-50 (batch size 16)",
                "ResNet-50 (batch size 32)",
                "ResNet-50 (batch size 64)",
                "ResNet-50 (batch size 128)",
                "Transformer (batch size 16)",
                "Transformer (batch size 32)",
                "Transformer (batch size 64)",
                "Transformer (batch size 128)",
                "Transformer (batch size 256)",
                "A3C",
                "LM (batch size 5)",
                "LM (batch size 10)",
                "LM (batch size 20)",
                "LM (batch size 40)",
                "LM (batch size 80)",
                "Recommendation (batch size 512)",
                "Recommendation (batch size 1024)",
                "Recommendation (batch size 2048)",
                "Recommendation (batch size 4096)",
                "Recommendation (batch size 8192)",
                "CycleGAN");
        StringBuilder text = new StringBuilder("{");
        for (String model : Models.NAMES) {
            text.append(text.length() > 1 ? "," : "").append('"').append(model).append("\":{");
            for (int type = 0; type < types.size(); type++) {
                double speed = model.equals("v100") ? 20 : model.equals("p100") || type % 2 == 1 ? 10 : 1;
                text.append(String.format(
                        Locale.ROOT, "%s\"('%s', 1)\":{\"null\":%f}", type == 0 ? "" : ",", types.get(type), speed));
            }
            text.append('}');
        }
        return Throughputs.read(write(text.append('}').toString()));
    }

    private Path write(String json) {
        Path file = folder.resolve("throughputs.json.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write(json.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return file;
    }
}
