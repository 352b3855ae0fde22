package io.berth.app;

import static io.berth.app.Cli.berth;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;
import static org.assertj.core.api.Assertions.tuple;

import io.berth.spec.input.Tree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReproduceTest {
    private static final String HEADER = "trace,policy,seed,alloc_pct_at_arrived_100,alloc_pct_at_arrived_130\n";

    @TempDir
    private Path temp;

    private Path targets;

    /** Two nodes of four GPUs; ten pods of one GPU and one of 0.4 arrive: all 8 are allocated at 100 % and at 130 %. */
    @BeforeEach
    void writeTheFolder() throws IOException {
        Path openb = Files.createDirectories(temp.resolve("openb/arrivals")).getParent();
        Files.writeString(openb.resolve("openb_node_list_two.csv"), """
            sn,cpu_milli,memory_mib,gpu,model
            openb-node-0000,64000,262144,4,T4
            openb-node-0001,64000,262144,4,T4
            """);
        Files.writeString(openb.resolve("openb_node_list_three.csv"), """
            sn,cpu_milli,memory_mib,gpu,model
            openb-node-0000,64000,262144,4,T4
            openb-node-0001,64000,262144,4,T4
            openb-node-0002,64000,262144,4,T4
            """);
        for (String list : List.of("tiny", "lonely")) {
            Files.writeString(openb.resolve("openb_pod_list_" + list + ".csv"), """
                name,cpu_milli,memory_mib,num_gpu,gpu_milli
                openb-pod-0000,1000,1024,1,1000
                openb-pod-0001,1000,1024,1,400
                """);
            for (int seed = 7; seed <= 8; seed++) {
                String pods = ",0000".repeat(10) + ",0001";
                Files.writeString(
                        openb.resolve("arrivals/" + list + "_" + seed + ".csv"), "N,0000:1,0001:0\nP" + pods + "\n");
            }
        }
        targets = Files.createDirectories(temp.resolve("expected")).resolve("openb_fgd_alloc_pct_by_seed.csv");
        targets("tiny,06-FGD,7,100,100", "tiny,06-FGD,8,99.8,99.9", "tiny,06-FGD,9,1,1", "tiny,01-Random,8,99.6,50");
    }

    private void targets(String... rows) throws IOException {
        Files.writeString(targets, HEADER + String.join("\n", rows) + "\n");
    }

    @Test
    void eachCellIsAMeanOverTheSeedsOfTheFolder() {
        Cli run = berth("reproduce", "openb", "--data", temp, "--json");

        assertThat(run.code()).isEqualTo(1);
        Tree table = run.json().require("tables").items().getFirst();
        assertThat(table.require("table").text()).isEqualTo("openb");
        assertThat(table.require("cells_total").whole()).isEqualTo(4);
        List<Tree> cells = table.require("cells").items();
        assertThat(cells)
                .extracting(
                        cell -> cell.require("input").text(),
                        cell -> cell.require("row").text(),
                        cell -> cell.require("column").text(),
                        cell -> cell.require("seeds").items().size())
                .contains(
                        tuple("tiny", "fgd", "gpu_allocation_pct_at_arrived_100", 2),
                        tuple("tiny", "random", "gpu_allocation_pct_at_arrived_130", 1));
        Tree fgd = cells.stream()
                .filter(cell -> cell.require("row").text().equals("fgd"))
                .findFirst()
                .orElseThrow();
        assertThat(fgd.require("published").number()).isEqualTo(99.9);
        assertThat(fgd.require("ours").number()).isEqualTo(100);
        assertThat(fgd.require("difference").number()).isCloseTo(0.1, offset(1e-9));
        assertThat(fgd.require("tolerance").number()).isEqualTo(0.15);
        assertThat(fgd.require("within").flag()).isTrue();
        assertThat(run.err()).contains("skipped lonely: has orders of arrival and no published runs");
    }

    @Test
    void theExitCodeIsZeroOnlyWhenAllCellsAreWithin() throws IOException {
        targets("tiny,05-BestFit,7,100,100");
        assertThat(berth("reproduce", "openb", "--data", temp).done().out())
                .contains("best-fit", "2 of 2 cells are within");

        targets("tiny,05-BestFit,7,99.84,100");
        assertThat(berth("reproduce", "openb", "--data", temp).code()).isEqualTo(1);
    }

    @Test
    void tablesAreListed() {
        assertThat(berth("reproduce", "--list").done().out()).contains("openb", "ATC 2023");
        assertThat(berth("reproduce", "openb", "--list", "--json")
                        .done()
                        .json()
                        .require("tables")
                        .items())
                .hasSize(1);
    }

    @Test
    void whatIsMissingOrWrongIsNamed() throws IOException {
        berth("reproduce", "openb").refused("--data DIR");
        berth("reproduce", "opemb", "--data", temp).refused("unknown table", "did you mean \"openb\"?");
        berth("reproduce", "openb", "--data", temp.resolve("no")).refused("no", "there is no such folder");
        targets("tiny,06-FGD,7,100");
        berth("reproduce", "openb", "--data", temp).refused("by_seed.csv:2", "4 fields");
        targets("tiny,06-FGD,7,100,many");
        berth("reproduce", "openb", "--data", temp).refused("by_seed.csv:2", "alloc_pct_at_arrived_130", "\"many\"");
        Files.writeString(targets, "trace,policy,alloc_pct_at_arrived_100\n");
        berth("reproduce", "openb", "--data", temp).refused("by_seed.csv:1", "\"seed\" is missing");
        Files.delete(targets);
        berth("reproduce", "openb", "--data", temp).refused("openb_fgd_alloc_pct_by_seed.csv", "does not exist");
    }

    /** Two weeks of hours that repeat each day: the seasonal forecast has no error, and the naive one has some. */
    @Test
    void seriesOfTheCompetitionAreForecast() throws IOException {
        Path folder = Files.createDirectories(temp.resolve("m4"));
        Files.writeString(folder.resolve("Hourly-train.csv"), hours("H1", 0, 336, 400) + hours("H2", 7, 392, 400));
        Files.writeString(folder.resolve("Hourly-test.csv"), hours("H1", 0, 48, 48) + hours("H2", 15, 48, 48));
        Cli run = berth("reproduce", "m4", "--data", temp, "--json");
        Tree table = run.json().require("tables").items().getFirst();
        List<Tree> cells = table.require("cells").items();
        assertThat(cells).hasSize(6);
        assertThat(cells.get(0).require("ours").number()).isBetween(5.0, 60.0);
        assertThat(cells.get(1).require("row").text()).isEqualTo("seasonal-naive");
        assertThat(cells.get(1).require("ours").number()).isCloseTo(0, offset(1e-9));
        assertThat(cells.get(4).require("ours").number()).isCloseTo(0, offset(1.0));
        assertThat(run.err()).contains("skipped Weekly");

        Files.writeString(folder.resolve("Hourly-test.csv"), hours("H1", 0, 48, 48));
        berth("reproduce", "m4", "--data", temp).refused("Hourly-test.csv", "H2", "48 values");
        Files.writeString(folder.resolve("Hourly-test.csv"), "V1,V2\nH1,many\n");
        berth("reproduce", "m4", "--data", temp).refused("Hourly-test.csv:2", "V2", "\"many\"");
    }

    private static String hours(String name, int from, int count, int columns) {
        StringBuilder row = new StringBuilder();
        for (int i = 0; name.equals("H1") && i <= columns; i++) {
            row.append(i == 0 ? "V1" : ",V" + (i + 1));
        }
        row.append(name.equals("H1") ? "\n" : "").append(name);
        for (int i = 0; i < columns; i++) {
            row.append(',').append(i < count ? Integer.toString(50 + (from + i) % 24 * (from + i) % 24) : "");
        }
        return row.append('\n').toString();
    }
}
