package io.berth.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.app.client.JobQuery;
import io.berth.app.client.Table;
import io.berth.app.client.WatchScreen;
import io.berth.app.inspect.ListCommand;
import io.berth.app.option.Arguments;
import io.berth.spec.table.DisplayWidth;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WindowTest {
    @Test
    void aFileHasNoWidthAndNoColours() {
        assertThat(Window.of(false, Map.of())).isEqualTo(new Window(0, false));
        assertThat(Window.of(false, Map.of("COLUMNS", "100"))).isEqualTo(new Window(100, false));
    }

    @Test
    void aTerminalHasTheWidthThatItSaysAndColoursUnlessNobodyWantsThem() {
        assertThat(Window.of(true, Map.of("COLUMNS", "132"))).isEqualTo(new Window(132, true));
        assertThat(Window.of(true, Map.of("COLUMNS", "x"))).isEqualTo(new Window(80, true));
        assertThat(Window.of(true, Map.of("NO_COLOR", "1")).coloured()).isFalse();
        assertThat(Window.of(true, Map.of("NO_COLOR", "")).coloured()).isTrue();
        assertThat(Window.of(true, Map.of("TERM", "dumb")).coloured()).isFalse();
    }

    @Test
    void aScreenKeepsItsHeadAndSaysHowMuchDoesNotFit() {
        String text = "HEAD\n" + "row\n".repeat(30);

        String screen = WatchScreen.screen("berth ls", text, 10);

        List<String> lines =
                screen.replaceAll("\u001b\\[[0-9;?]*[A-Za-z]", "").lines().toList();
        assertThat(lines).hasSize(10);
        assertThat(lines.getFirst()).isEqualTo("berth ls");
        assertThat(lines.get(1)).isEqualTo("HEAD");
        assertThat(lines.getLast()).isEqualTo("… 23 more lines");
        assertThat(WatchScreen.screen("berth ls", "a\nb\n", 10)).doesNotContain("more lines");
    }

    @Test
    void tablesOfTheClientFitTheWindow() {
        Table table = new Table("NODE", "STATE", "GPUS FREE", "CPUS FREE", "MEMORY FREE", "TASKS");
        table.add("节点".repeat(30), "draining", "0.0 of 8", "12.5 of 64.0", "100000 of 200000 MiB", "12");

        for (int width : new int[] {40, 80, 100, 200}) {
            for (String line : table.text(width).split("\n")) {
                assertThat(DisplayWidth.of(line)).as(line).isLessThanOrEqualTo(width);
            }
        }
    }

    @Test
    void wordsOfSlurmAreUnderstood() {
        Arguments typed = Arguments.read(
                "ls",
                new ListCommand(null).options(),
                List.of("--state", "PD,R,CD", "--format", "JobID,Partition%20,Elapsed", "--sort", "-Elapsed,user"));

        assertThat(JobQuery.filters(typed, null)).isEqualTo("&state=pending%2Crunning%2Cfinished");
        assertThat(JobQuery.table(typed, null, new Window(0, false)))
                .startsWith("&columns=id%2Cqueue%2Crun&sort=-run%2Cuser");
    }
}
