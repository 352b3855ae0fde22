package io.berth.app.plugin;

import static io.berth.app.Cli.berth;
import static io.berth.app.plugin.Jars.order;
import static io.berth.app.plugin.Jars.plugin;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.app.Cli;
import io.berth.app.catalog.FullCatalog;
import io.berth.app.home.BerthHome;
import io.berth.spec.input.Tree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Jars become policies of every command, or an error that names them. */
@Isolated("a process has one catalog")
class PluginFolderTest {
    private static final String WIDEST = order("widest", "-job.spec().tasks()");
    private static final String SCENARIO = """
            cluster: {nodes: [{count: 2, gpus: 8, cpu: 64, memory: 512Gi}]}
            workload: {generate: {jobs: 50}}
            strategies: [{name: mine, order: widest, backfill: greedy}]
            seeds: 7
            """;

    @TempDir
    Path temp;

    private Path folder;

    @BeforeEach
    void makeFolder() throws IOException {
        folder = Files.createDirectory(temp.resolve("jars"));
    }

    @AfterEach
    void forget() {
        FullCatalog.plugins(null, new BerthHome(temp.resolve("none")));
    }

    @Test
    void policiesAreListedWithWhereTheyComeFrom() {
        Jars.write(folder.resolve("wide.jar"), plugin("wide", "1.2", WIDEST));

        Cli text = berth("policies", "--plugins", folder).done();
        Tree json = berth("policies", "--plugins", folder, "--json").done().json();

        assertThat(text.out())
                .containsPattern("widest +an order \\(plugin wide 1.2, wide.jar\\)")
                .containsPattern("plugin wide 1.2 \\(wide.jar, SHA-256 [0-9a-f]{64}\\)");
        assertThat(json.require("plugins").items()).hasSize(1).first().satisfies(plugin -> {
            assertThat(plugin.require("name").text()).isEqualTo("wide");
            assertThat(plugin.require("sha256").text()).hasSize(64);
        });
        assertThat(json.require("policies").items())
                .filteredOn(policy -> !policy.require("origin").text().equals("berth"))
                .extracting(policy -> policy.require("name").text())
                .containsExactly("widest");
    }

    @Test
    void aHomeWithoutPluginsHasThePoliciesThatShip() {
        FullCatalog.plugins(null, new BerthHome(temp.resolve("none")));

        assertThat(FullCatalog.plugins()).isEmpty();
        assertThat(FullCatalog.get().plugins()).isEmpty();
    }

    @Test
    void thePluginsOfAHomeAreThereWithoutBeingAskedFor() throws IOException {
        Path plugins = Files.createDirectories(temp.resolve("home/plugins"));
        Jars.write(plugins.resolve("wide.jar"), plugin("wide", "1.2", WIDEST));
        Files.writeString(plugins.resolve("notes.txt"), "no jar");

        FullCatalog.plugins(null, new BerthHome(temp.resolve("home")));

        assertThat(FullCatalog.plugins()).extracting("name").containsExactly("wide");
    }

    @Test
    void aJournalSaysWhichJarDecidedAndIsDecidedAgainByThatAlone() throws IOException {
        Path scenario = Files.writeString(temp.resolve("s.yaml"), SCENARIO);
        Path journal = temp.resolve("journal");
        Path jar = Jars.write(folder.resolve("wide.jar"), plugin("wide", "1.2", WIDEST));
        berth("simulate", scenario, "--plugins", folder, "--journal", journal).done();

        Cli same = berth("replay", journal, "--redecide", "--plugins", folder).done();
        assertThat(same.out()).contains("0 differ");
        assertThat(berth("replay", journal, "--plugins", folder).done().out()).contains("plugins   wide 1.2 (wide.jar");

        Path empty = Files.createDirectory(temp.resolve("empty"));
        berth("replay", journal, "--redecide", "--plugins", empty)
                .refused("the plugin wide 1.2 (wide.jar, SHA-256 ", "no plugin of that name is here");
        assertThat(berth("replay", journal, "--plugins", empty).done().out()).contains("plugins   wide 1.2 (wide.jar");

        Files.delete(jar);
        Jars.write(folder.resolve("other.jar"), plugin("wide", "1.3", order("widest", "job.submitNanos()")));
        berth("replay", journal, "--redecide", "--plugins", folder)
                .refused(
                        "the plugin wide 1.2 (wide.jar, SHA-256 ",
                        "the one that is here is wide 1.3 (other.jar, SHA-256 ");
    }

    @Test
    void aPolicyThatFailsStopsASimulationWithItsName() throws IOException {
        Path scenario = Files.writeString(temp.resolve("s.yaml"), SCENARIO);
        Jars.write(folder.resolve("wide.jar"), plugin("wide", "1.2", order("widest", "1 / (job.id() - 7)")));

        Cli failed = berth("simulate", scenario, "--plugins", folder);

        assertThat(failed.code()).isEqualTo(1);
        assertThat(failed.err())
                .contains(
                        "the policy (widest) of the plugin wide 1.2 (wide.jar", "threw java.lang.ArithmeticException");
    }

    @Test
    void aBalancerSpreadsRequestsAndStopsWhereItPicksNoServer() throws IOException {
        String balancer = """
                public List<DispatchEntry<Balancer>> balancers() {
                    return List.of(new DispatchEntry<>("last", "the last", "", List.of(),
                            p -> (request, fleet, now, chance) -> fleet.size() - %s));
                }
                """;
        Path scenario = Files.writeString(temp.resolve("s.yaml"), """
                fleet: {servers: [{count: 3, slots: 64, memory: 24Gi}]}
                requests: {generate: {requests: 50}}
                strategies: [last, random]
                """);
        Jars.write(folder.resolve("last.jar"), plugin("last", "1", balancer.formatted("1")));
        assertThat(berth("simulate", scenario, "--plugins", folder).done().out())
                .contains("last");
        assertThat(berth("policies", "--plugins", folder).done().out()).contains("the last (plugin last 1, last.jar)");

        Jars.write(folder.resolve("last.jar"), plugin("last", "1", balancer.formatted("0")));
        Cli failed = berth("simulate", scenario, "--plugins", folder);
        assertThat(failed.code()).isEqualTo(1);
        assertThat(failed.err()).contains("the policy (last) of the plugin last 1", "picked server 3 of 3");
    }

    @Test
    void aNameThatIsTakenIsRefusedWithBoth() throws IOException {
        Path first = Jars.write(folder.resolve("a.jar"), plugin("first", "1", order("sjf", "0")));
        refused(first, "The policy (sjf) of order in a.jar has the name of one that ships with Berth.");

        Jars.write(first, plugin("first", "1", WIDEST));
        Path second = Jars.write(folder.resolve("b.jar"), plugin("second", "1", WIDEST));
        refused(second, "The policy (widest) of order in b.jar has the name of one of the plugin first 1 in a.jar.");

        Jars.write(second, plugin("first", "2", order("narrowest", "0")));
        refused(second, "The plugin (first) is there twice: as a.jar and as b.jar.");
    }

    @Test
    void whatIsNoPluginIsToldByItsJar() throws IOException {
        Path jar = folder.resolve("x.jar");
        berth("policies", "--plugins", temp.resolve("nowhere")).refused("--plugins", "there is no folder", "nowhere");

        Files.writeString(jar, "this is text");
        refused(jar, "is not a jar");
        byte[] whole = Files.readAllBytes(Jars.write(jar, plugin("x", "1", WIDEST)));
        Files.write(jar, java.util.Arrays.copyOf(whole, 200));
        refused(jar, "is not a whole jar");
        Jars.write(jar, plugin("x", "1", WIDEST), "", "");
        refused(jar, "has no plugin: META-INF/services/io.berth.core.catalog.Plugin must name a class");
        Jars.write(jar, plugin("x", "1", WIDEST), "p.Other\n", "");
        refused(jar, "does not load", "p.Other not found");
        Jars.write(jar, "package p; public class Brings {}");
        refused(jar, "does not load", "p.Brings not a subtype");
        Jars.write(
                jar, plugin("x", "1", WIDEST + "public Brings() { throw new IllegalStateException(\"no licence\"); }"));
        refused(jar, "does not load", "IllegalStateException: no licence");
        Jars.write(
                jar,
                plugin("x", "1", WIDEST + "static class Part {} final Part part = new Part();"),
                "p.Brings\n",
                "Brings$Part.class");
        refused(jar, "does not load", "NoClassDefFoundError: p/Brings$Part");
        Jars.write(jar, plugin("x", "1", ""));
        refused(jar, "brings no policy");
        Jars.write(jar, plugin("X y", "1", WIDEST));
        refused(jar, "calls its name \"X y\"");
        Jars.write(jar, plugin("x", "", WIDEST));
        refused(jar, "calls its version \"\"");
        Jars.write(jar, plugin("x", "1", order("Widest One", "0")));
        refused(jar, "calls its policy \"Widest One\"");
        Jars.write(jar, plugin("x", "1", "public List<Entry<Order>> orders() { return null; }"));
        refused(jar, "does not load");
    }

    @Test
    void whatAnybodyMayChangeIsNotRun() throws IOException {
        Path jar = Jars.write(folder.resolve("x.jar"), plugin("x", "1", WIDEST));
        Files.setPosixFilePermissions(jar, PosixFilePermissions.fromString("rw-rw-rw-"));
        berth("policies", "--plugins", folder).refused(jar.toString(), "may be changed by every user", "chmod o-w");
    }

    private void refused(Path jar, String... parts) {
        Cli answer = berth("policies", "--plugins", folder);
        assertThat(answer.code()).as(answer.err()).isEqualTo(2);
        assertThat(answer.err().lines()).hasSize(1);
        assertThat(answer.err()).startsWith("berth: the plugin " + jar).contains(parts);
    }
}
