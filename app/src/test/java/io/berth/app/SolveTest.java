package io.berth.app;

import static io.berth.app.Cli.berth;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.spec.input.Tree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SolveTest {
    /** Two agents, three tasks: the least is 9, with tasks 1 and 3 on agent 1. */
    private static final String NUMBERS = "2 3\n 1 9 3\n 4 5 6\n 1 1 1\n 1 1 1\n 2 2\n";

    @TempDir
    private Path temp;

    @Test
    void aShippedProblemIsSolvedForPeople() {
        String out = berth("solve", "textbook-a-harder").done().out();

        assertThat(out)
                .contains("5 tasks, 3 agents, maximize the sum, tasks may be left out")
                .contains("optimal: value 22, bound 22, gap 0 %")
                .contains("left out: task-3");
    }

    @Test
    void theDocumentHoldsTheAgentOfEachTask() throws IOException {
        Tree document = solve("--minimize", "--json").done().json();

        assertThat(document.require("status").text()).isEqualTo("optimal");
        assertThat(document.require("value").text()).isEqualTo("9");
        assertThat(document.require("bound").text()).isEqualTo("9");
        assertThat(document.require("gap_pct").number()).isZero();
        assertThat(document.require("seconds").number()).isPositive();
        assertThat(document.require("assignment").items())
                .extracting(Tree::text)
                .containsExactly("0", "1", "0");
        assertThat(document.require("assigned_to").items())
                .extracting(Tree::text)
                .containsExactly("agent-1", "agent-2", "agent-1");
    }

    @Test
    void whoIsLeftOutHasNoAgent() {
        Tree document = berth("solve", "textbook-a-harder", "--json").done().json();

        assertThat(document.require("assignment").items().get(4).isNull()).isTrue();
        assertThat(document.require("value").text()).isEqualTo("22");
    }

    @ParameterizedTest
    @ValueSource(strings = {"auto", "exhaustive", "hungarian", "dual", "greedy"})
    void everyMethodFindsAnAssignment(String method) throws IOException {
        Tree document = solve("--minimize", "--json", "--method", method, "--work", 500_000)
                .done()
                .json();

        assertThat(document.require("method").text()).isEqualTo(method);
        assertThat(document.require("value").whole()).isGreaterThanOrEqualTo(9);
        assertThat(document.require("bound").whole()).isLessThanOrEqualTo(9);
    }

    @Test
    void bothSensesAreOfTheSameNumbers() throws IOException {
        assertThat(solve("--maximize", "--json").done().json().require("value").text())
                .isEqualTo("19");
    }

    @Test
    void whatHasNoAssignmentSaysWhichConstraintAndEndsWithOne() throws IOException {
        Path crowded = Files.writeString(temp.resolve("crowded"), "1 3\n 1 1 1\n 2 2 2\n 5\n");
        Path large = Files.writeString(temp.resolve("large"), "1 1\n 1\n 9\n 5\n");

        Cli text = berth("solve", crowded, "--minimize");
        Cli json = berth("solve", large, "--minimize", "--json");

        assertThat(text.code()).isEqualTo(1);
        assertThat(text.out())
                .contains("infeasible: the tasks take at least 6 of size together, and all agents have 5");
        assertThat(json.code()).isEqualTo(1);
        assertThat(json.json().require("status").text()).isEqualTo("infeasible");
        assertThat(json.json().get("assignment"))
                .satisfies(none -> assertThat(none.isNull()).isTrue());
        assertThat(json.json().require("reason").text()).contains("task-1 fits no agent: it takes 9 of size");
    }

    @Test
    void withoutTimeNothingIsKnown() throws IOException {
        Cli cli = solve("--minimize", "--time-limit", "0", "--method", "exhaustive");

        assertThat(cli.code()).isIn(0, 1);
        assertThat(cli.out()).containsAnyOf("unknown: ", "feasible: ", "optimal: ");
    }

    @Test
    void settingsChangeADocument() {
        Tree document = berth("solve", "textbook-b-completion", "--json", "--set", "objective=makespan")
                .done()
                .json();

        assertThat(document.require("objective").text()).isEqualTo("makespan");
        assertThat(document.require("value").text()).isEqualTo("22");
    }

    @Test
    void theQueueOfAScenarioIsAProblem() throws IOException {
        Path scenario = Files.writeString(temp.resolve("busy.yaml"), """
                cluster: {nodes: [{count: 2, gpus: 4, cpu: 32, memory: 128Gi}]}
                workload: {generate: {jobs: 60, load: 3}}
                strategies: [fcfs]
                """);

        Cli cli = berth("solve", scenario, "--at", "2h", "--json", "--value", "jobs", "--time-limit", "5s")
                .done();

        Tree document = cli.json();
        assertThat(document.require("problem").text()).isEqualTo("busy after 2h");
        assertThat(document.require("sense").text()).isEqualTo("maximize");
        assertThat(document.require("assignment").items()).isNotEmpty();
    }

    @Test
    void optionsOfQueuesGoWithQueues() {
        berth("solve", "textbook-a", "--value", "jobs").refused("--value", "--live");
        berth("solve", "--at", "2h").refused("--at", "needs a scenario");
        berth("solve", "x.yaml", "--at", "2x").refused("--at", "must be a duration");
        berth("solve", "x.yaml", "--at", "2h", "--value", "gpu").refused("--value", "did you mean \"gpus\"?");
        berth("solve", "x.yaml", "--live").refused("--live", "takes no file");
        berth("solve", "--live", "--home", temp).refused("no Berth runs with the home");
    }

    @Test
    void eachIterationIsExplained() {
        String out = berth("solve", "textbook-a", "--explain", "--relax", "assignment")
                .done()
                .out();
        Tree document =
                berth("solve", "textbook-a", "--explain", "--json").done().json();

        assertThat(out).contains("tasks priced", "iteration 1", "prices    task-5", "choice", "relaxed", "repaired");
        List<Tree> iterations = document.require("iterations").items();
        assertThat(iterations)
                .extracting(each -> each.require("relaxed").text())
                .contains("capacity", "assignment", "both");
        assertThat(iterations.getFirst().require("repaired").entries()).hasSize(4);
    }

    @Test
    void plainAndSmoothedStepsAreShownBesideEachOther() {
        Tree document = berth("solve", "textbook-a-printed", "--explain", "--smooth", "1", "--json")
                .done()
                .json();
        List<Tree> steps = document.require("smoothed").items();

        assertThat(document.require("value").number()).isEqualTo(13);
        assertThat(steps.getFirst().require("plain").number()).isEqualTo(38);
        assertThat(steps.getLast().require("smoothed_bound").number())
                .isBetween(13 - 1e-9, steps.getLast().require("plain_bound").number());
        assertThat(berth("solve", "textbook-a-printed", "--explain", "--smooth", "1")
                        .done()
                        .out())
                .contains("plain steps, and smoothed ones", "plain there");
        berth("solve", "textbook-a-printed", "--smooth", "1").refused("--smooth", "add --explain");
        berth("solve", "textbook-a-printed", "--explain", "--smooth", "0").refused("--smooth", "above 0", "\"0\"");
        berth("solve", "textbook-a-printed", "--explain", "--smooth", "much").refused("--smooth", "above 0");
    }

    @Test
    void theReportIsOneFileWithoutNetwork() throws IOException {
        Path page = temp.resolve("report.html");
        Path problem = Files.writeString(
                temp.resolve("p.yaml"),
                "{name: '<b>&', sense: minimize, tasks: [{name: '<i>', value: 1}], agents: ['\"x\"']}");

        berth("solve", problem, "--report", page).done();

        assertThat(Files.readString(page))
                .startsWith("<!DOCTYPE html>")
                .contains("<svg", "prefers-color-scheme: dark", "&lt;b&gt;&amp;", "&lt;i&gt;", "&quot;x&quot;")
                .doesNotContain("http", "<script", "<i>&lt;", "{{");
    }

    @Test
    void wrongInputIsRefusedInOneLine() throws IOException {
        solve().refused("--minimize or --maximize");
        solve("--minimize", "--maximize").refused("takes one of");
        solve("--minimize", "--method", "dul").refused("unknown method \"dul\"", "did you mean \"dual\"?");
        solve("--minimize", "--time-limit", "-1s").refused("--time-limit", "must not be negative");
        solve("--minimize", "--gap", "7").refused("--gap", "at most 100%");
        solve("--minimize", "--threads", "0").refused("--threads", "from 1");
        solve("--minimize", "--work", "-1").refused("--work", "from 0");
        solve("--minimize", "--problem", "2").refused("--problem 2", "holds 1 problem");
        solve("--minimize", "--set", "name=x").refused("--set", "goes only with a document");
        solve("--minimize", "--report", temp).refused("--report", "is a folder");
        solve("--minimize", "--relax", "both").refused("--relax", "--explain");
        berth("solve").refused("needs a problem", "textbook-a");
        berth("solve", "textbok-a").refused("no such file", "did you mean \"textbook-a\"?");
        berth("solve", temp).refused("is a folder");
        berth("solve", Files.writeString(temp.resolve("empty"), ""), "--minimize")
                .refused("is empty");
        berth("solve", "textbook-a", "--method", "hungarian").refused("--method hungarian", "sizes");
        berth("solve", "textbook-b-makespan", "--explain").refused("--explain", "makespan");
        berth("solve", "textbook-b-makespan", "--maximize").refused("unbounded");
    }

    @Test
    void garbageIsRefusedAtOnce() throws IOException {
        byte[] garbage = new byte[5_000_000];
        new Random(1).nextBytes(garbage);
        Path file = Files.write(temp.resolve("garbage"), garbage);
        garbage[0] = '7';

        berth("solve", file, "--minimize").refused("garbage");
        berth("solve", Files.write(file, garbage), "--minimize").refused("garbage");
    }

    private Cli solve(Object... options) throws IOException {
        Path file = Files.writeString(temp.resolve("numbers"), NUMBERS);
        Object[] args = new Object[options.length + 2];
        args[0] = "solve";
        args[1] = file;
        System.arraycopy(options, 0, args, 2, options.length);
        return berth(args);
    }
}
