package io.berth.app;

import static io.berth.app.Cli.berth;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.spec.input.Tree;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MainTest {
    @Test
    void helpNamesEveryCommandOnALineOfItsOwn() {
        String help = berth("--help").done().out();

        assertThat(help.lines().filter(line -> line.startsWith("  ")))
                .extracting(line -> line.strip().split(" ")[0])
                .contains("simulate", "reproduce", "replay", "policies");
        assertThat(berth().done().out()).isEqualTo(help);
    }

    @ParameterizedTest
    @ValueSource(strings = {"simulate", "reproduce", "replay", "policies"})
    void everyCommandHasHelp(String command) {
        assertThat(berth(command, "--help").done().out()).contains("Usage: berth " + command);
        assertThat(berth("help", command).done().out()).contains("Usage: berth " + command);
    }

    @Test
    void aMistypedCommandIsRefusedWithTheNearestName() {
        berth("simulat").refused("unknown command \"simulat\"", "did you mean \"simulate\"?");
    }

    @Test
    void anUnknownOptionIsRefused() {
        berth("simulate", "--nope").refused("berth simulate", "--nope");
        berth("--nope").refused("unknown option \"--nope\"");
    }

    @Test
    void versionIsOneLine() {
        assertThat(berth("--version").done().out().lines()).hasSize(1);
    }

    @Test
    void policiesListTheCatalogForPeopleAndPrograms() {
        assertThat(berth("policies").done().out()).contains("fgd", "round-robin", "sjf", "greedy", "coverage = 95");

        assertThat(berth("policies").done().out())
                .contains("a and b may be best-fit, most-allocated-domain, worst-fit, ");
        Tree document = berth("policies", "--json").done().json();
        Tree fgd = document.require("policies").items().stream()
                .filter(policy -> policy.require("name").text().equals("fgd"))
                .findFirst()
                .orElseThrow();
        assertThat(fgd.require("combinable").flag()).isTrue();
        assertThat(fgd.require("kind").text()).isEqualTo("place");
        assertThat(fgd.require("summary").text()).isNotEmpty();
        Tree coverage = fgd.require("parameters").items().getFirst();
        assertThat(coverage.require("default").text()).isEqualTo("95");
        assertThat(coverage.require("type").text()).isEqualTo("number");
    }

    @Test
    void theWarmUpRunsThrough() {
        assertThat(berth("warm-up").done().out()).isEmpty();
    }

    @Test
    void theWarmUpOfSimulationsRunsThrough() {
        assertThat(berth("simulate-warm-up").done().out()).isEmpty();
    }
}
