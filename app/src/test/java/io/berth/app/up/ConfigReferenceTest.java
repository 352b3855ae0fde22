package io.berth.app.up;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.app.home.BerthHome;
import io.berth.app.up.setting.UpOptions;
import io.berth.app.up.setting.UpSchema;
import io.berth.console.setting.Setting;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.workload.Amounts;
import io.berth.core.workload.ExtendedResource;
import io.berth.core.workload.Label;
import io.berth.core.workload.Taint;
import io.berth.live.driver.Bounds;
import io.berth.spec.input.InputException;
import io.berth.spec.schema.ReferenceFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The reference file about {@code berth up --config}, and what files that say otherwise mean. */
class ConfigReferenceTest {
    @TempDir
    Path folder;

    @Test
    void theReferenceMeansTheDefaults() throws IOException {
        UpOptions reference = read("reference.yaml", ReferenceFile.of(UpSchema.FILE));
        UpOptions defaults = UpOptions.read(new BerthHome(folder), null, null);
        assertThat(reference.port()).isEqualTo(defaults.port());
        assertThat(reference.strategy()).isEqualTo(defaults.strategy());
        assertThat(reference.stopGrace()).isEqualTo(defaults.stopGrace());
        assertThat(reference.access()).isEqualTo(defaults.access());
        assertThat(reference.limits()).isEqualTo(defaults.limits());
        assertThat(reference.node()).isEqualTo(defaults.node());
    }

    @Test
    void whatIsSaidOfTheMachineIsSaidOfItsNode() throws IOException {
        UpOptions options = read(
                "up.yaml",
                "node: {resources: {example.com/licence: 2}, labels: {rack: r1}, taints: {reserved: vision}}\n");

        NodeSpec node = options.node().of(NodeSpec.of("here", 4000, 1 << 30, 1, "T4"));

        assertThat(node.capacity())
                .isEqualTo(Amounts.of(4000, 1 << 30)
                        .withExtended(List.of(new ExtendedResource("example.com/licence", 2))));
        assertThat(node.labels()).containsExactly(new Label("rack", "r1"));
        assertThat(node.taints()).containsExactly(new Taint("reserved", "vision"));
        assertThat(node.gpuModel()).isEqualTo("T4");
        assertThatThrownBy(() -> read("up.yaml", "node: {resources: {licence: 2}}"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("node.resources: The resource (licence) needs a name such as");
        assertThatThrownBy(() -> read("up.yaml", "node: {label: {a: b}}"))
                .hasMessageContaining("did you mean \"labels\"?");
    }

    @Test
    void everySettingSaysWhereItComesFrom() throws IOException {
        Path file = Files.writeString(folder.resolve("up.yaml"), "stop_grace: 3s\nsubmit_rate: 5\n");
        UpOptions options = UpOptions.read(new UpOptions.Typed(new BerthHome(folder), "--home", file, 7));

        assertThat(options.settings())
                .contains(
                        new Setting("home", folder.toString(), "--home", false),
                        new Setting("port", "7", "--port", false),
                        new Setting("stop_grace", "3s", file + ":1", false),
                        new Setting("submit_rate", "5", file + ":2", true),
                        new Setting("access", "owner", "default", false));
        assertThat(options.access().burst()).isEqualTo(20);
    }

    @Test
    void tenantsAreLimitedUnlessTheFileSaysOtherwise() throws IOException {
        UpOptions options = UpOptions.read(new BerthHome(folder), null, null);

        assertThat(options.access().perSecond()).isEqualTo(50);
        assertThat(options.access().burst()).isEqualTo(200);
        assertThat(options.limits().job()).isEqualTo(new Bounds.OfJob(1_000, 10_000, 10));
        assertThat(options.limits().live().jobsOfTenant()).isEqualTo(10_000);
        UpOptions other = read("other.yaml", "limits: {least: 0, jobs_per_tenant: 5, held: 8Mi}");
        assertThat(other.limits().job().leastMilli()).isZero();
        assertThat(other.limits().live()).isEqualTo(new Bounds.OfLive(100_000, 5, 8 << 20, 2 << 20));
    }

    @Test
    void wrongFilesAreErrorsAtTheirLine() {
        assertError("strategy: fgdd", ":1:11: strategy: unknown strategy \"fgdd\"; did you mean \"fgd\"?");
        assertError("prot: 1", ":1:1: unknown key \"prot\"; did you mean \"port\"?");
        assertError("access: machine\ntokens: t.yaml", ":2:9: tokens: does not go with access: machine");
        assertError("limits: {document: 2Mi}", ":1:20: limits.document: must be from 1Ki to 1Mi");
        assertError("limits: {held: 900Ti}", "limits.held: must be at most the heap");
        assertError("limits: {tasks_per_job: 0}", "limits.tasks_per_job: must be a whole number from 1 to 100000");
        assertError("limits: {task: 1}", "unknown key \"task\"");
        assertError(
                "connections: {most: 100, per_address: 101}", "per_address: must be at most the 100 of the key most");
        assertError("connections: {most: 1}", ":1:21: connections.most: must be a whole number from 8");
    }

    private UpOptions read(String name, String text) throws IOException {
        Path file = Files.writeString(folder.resolve(name), text);
        return UpOptions.read(new BerthHome(folder), file, null);
    }

    private void assertError(String text, String part) {
        assertThatThrownBy(() -> read("wrong.yaml", text))
                .isInstanceOf(InputException.class)
                .hasMessageContaining(part);
    }
}
