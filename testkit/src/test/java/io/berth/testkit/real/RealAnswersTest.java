package io.berth.testkit.real;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.json.JsonReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** What users are told of real jobs, and of jobs that are none, by a Berth in a process of its own. */
@EnabledOnOs(OS.LINUX)
@Timeout(240)
class RealAnswersTest extends RealBerthTest {
    @Test
    void whatCanNeverStartIsRefusedAtOnce() throws IOException {
        String typo = "no-such-program-" + berth.folder.getFileName();
        CommandLine.Answer unknown = berth.cli.run("submit", "--cpu", "0.05", "--", typo);
        CommandLine.Answer nowhere = berth.cli.run("submit", "--directory", "/nowhere/at/all", "--", "true");
        CommandLine.Answer nobody = berth.cli.run("submit", "--user", "nobody-of-this-name", "--", "true");
        CommandLine.Answer little = berth.cli.run("submit", "--memory", "1024", "--", "true");

        assertThat(unknown.code()).isEqualTo(2);
        assertThat(unknown.err()).contains("command: there is no program").contains(typo);
        assertThat(nowhere.err()).contains("--directory /nowhere/at/all: ").contains("is not there");
        assertThat(nobody.err()).contains("--user nobody-of-this-name: ");
        assertThat(little.err()).contains("--memory 1024: ").contains("did you mean 1024Mi?");
        assertThat(List.of(nowhere.code(), nobody.code(), little.code())).containsOnly(2);
    }

    @Test
    void aJobWhoseFolderAnEarlierOneMakesIsTaken() throws IOException {
        Path made = berth.folder.resolve("made-later");
        long first = berth.byCommand("sleep 0.5; mkdir " + made);
        long next = berth.byRest(Map.of("directory", made.toString(), "after", List.of(first)), "pwd >here");
        berth.await(List.of(next));

        assertThat(berth.state(next)).isEqualTo("finished");
        assertThat(Files.readString(made.resolve("here")).strip()).isEqualTo(made.toString());
    }

    @Test
    void aJobThatCannotBeStartedSaysWhyWhereverSomebodyLooks() throws IOException {
        long first = berth.byCommand("true");
        berth.await(List.of(first));
        long nowhere = berth.byRest(
                Map.of("directory", "/nowhere/at/all", "after", List.of(Map.of("job", first, "when", "any"))), "true");
        berth.await(
                "it could not be started",
                () -> berth.cli.run("show", Long.toString(nowhere)).out().contains("/nowhere/at/all is not a folder"));

        for (String command : List.of("explain", "eta")) {
            assertThat(berth.cli.run(command, Long.toString(nowhere)).out())
                    .as(command)
                    .contains("/nowhere/at/all is not a folder");
        }
        assertThat(berth.cli.run("ls", "--all", "--columns", "id,reason").out())
                .contains("/nowhere/at/all is not a folder");
        berth.cli.run("cancel", Long.toString(nowhere));
    }

    @Test
    void whoeverWaitsHearsWhatBecameOfTheJob() {
        CommandLine.Answer well = berth.cli.run("submit", "-W", "--cpu", "0.05", "--", "true");
        CommandLine.Answer failed = berth.cli.run("submit", "-W", "--cpu", "0.05", "--", "sh", "-c", "exit 3");
        CommandLine.Answer killed = berth.cli.run("submit", "-W", "--cpu", "0.05", "--", "sh", "-c", "kill -9 $$");

        assertThat(well.code()).isZero();
        assertThat(well.err()).contains("is finished, exit code 0; it ran for ");
        assertThat(failed.code()).isEqualTo(3);
        assertThat(failed.err()).contains("is failed: ended with exit code 3; it ran for ");
        assertThat(killed.code()).isEqualTo(137);
        assertThat(killed.err()).contains("ended with exit code 137 (SIGKILL)");
        String job = failed.out().strip();
        assertThat(berth.cli.run("explain", job).out()).contains("is failed: ended with exit code 3");
        assertThat(berth.cli
                        .run("history", "--since", "1h", "--csv", "--columns", "id,state,exit")
                        .out())
                .startsWith("id,state,exit")
                .contains(job + ",failed,3");
        assertThat(berth.cli.run("show", job).out()).startsWith("command:").contains("output:");
    }

    @Test
    void theLastLinesOfAnOutputAreReadAlone() {
        long job = berth.byCommand("seq 1 100");
        berth.await(List.of(job));

        assertThat(berth.cli.run("logs", "--tail", "2", Long.toString(job)).out())
                .isEqualTo("99\n100\n");
    }

    @Test
    void everySettingSaysWhereItIsFromAndNumbersAreNumbers() {
        Tree settings = JsonReader.read(
                Source.text("config", berth.cli.run("config", "--json").out()));
        for (Tree setting : settings.require("settings").items()) {
            String key = setting.require("key").text();
            if (key.equals("strategy")) {
                assertThat(setting.require("source").text()).isEqualTo("default");
            } else if (key.equals("submit_burst")) {
                assertThat(setting.require("value").number()).isEqualTo(200);
                assertThat(setting.require("source").text()).isEqualTo("default");
            }
        }
        assertThat(berth.cli.run("strategy", "set", "sjf").code()).isZero();
        assertThat(berth.cli.run("config").out()).containsPattern("strategy +sjf +set since the start");
        assertThat(berth.cli.run("strategy", "set", "fgd-greedy").code()).isZero();
    }

    @Test
    void whyANodeIsDrainedIsShownUntilItTakesTasksAgain() {
        try {
            CommandLine.Answer drained = berth.cli.run("drain", "--reason", "a fan is loud");
            assertThat(drained.code()).as(drained.err()).isZero();
            assertThat(berth.cli.run("top").out()).contains("is draining: a fan is loud");
        } finally {
            assertThat(berth.cli.run("undrain").code()).isZero();
        }
        assertThat(berth.cli.run("top").out()).doesNotContain("a fan is loud");
    }

    @Test
    void badJobFilesAreRefusedInOneLineWithCode2() throws IOException {
        List<String> bad = List.of(
                "{command: [true], gpuz: 1}",
                "{command: [true], demand: {cpu: -1}}",
                "{command: [true], tasks: 0}",
                "{demand: {cpu: 1}}",
                "{command: [true], after: [999999]}",
                "{command: [true], demand: {gpus: 1, models: [Nothing]}}",
                "{command: [true], name: \"" + "x".repeat(10_000) + "\"}",
                "{command: [true], name: \"a\\u0000b\"}",
                "&a [*a, *a]",
                "name: [",
                "");
        for (String text : bad) {
            Path file = Files.writeString(berth.folder.resolve("bad.yaml"), text);
            CommandLine.Answer answer = berth.cli.run("submit", "--clean-env", file.toString());
            assertThat(answer.code()).as(text + ": " + answer).isEqualTo(2);
            assertThat(answer.out()).as(text).isEmpty();
            assertThat(answer.err().strip()).as(text).isNotEmpty().doesNotContain("\n");
        }
        Path large = berth.folder.resolve("large.yaml");
        Files.writeString(large, "command: ['true', '" + "x".repeat(10 << 20) + "']\n");
        assertThat(berth.cli.run("submit", large.toString()).code()).isEqualTo(2);
        assertThat(berth.cli.run("ls").code()).isZero();
    }

    @Test
    void namesAreListedAsTheyWereSentOrRefused() throws IOException {
        for (String name : List.of("a'b\"c$(id)`id`", "-rf", "%2e%2e%2f", "名字 \uD83D\uDE00")) {
            long job = berth.byRest(Map.of("name", name), "exit 0");
            berth.await(List.of(job));
            assertThat(berth.rest.jobs().get(job).name()).isEqualTo(name);
            assertThat(berth.cli.run("ls", "--all").out()).contains(name);
        }
        for (String name : List.of("../../etc/passwd", "<img src=x onerror=alert(1)>", "a\u202eb", "a\u001b[2Jb")) {
            assertThatThrownBy(() -> berth.byRest(Map.of("name", name), "exit 0"))
                    .hasMessageContaining("400");
        }
    }
}
