package io.berth.app;

import static io.berth.app.Cli.berth;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class ReportTest extends ScenarioTest {
    @Test
    void theSameRunsAreTheSamePage() throws IOException {
        String first = Files.readString(report("same.html", "--seed", "1..2"));
        String second = Files.readString(report("same.html", "--seed", "1..2"));

        assertThat(first).isEqualTo(second);
        assertThat(first)
                .startsWith("<!DOCTYPE html>")
                .contains(
                        "<html lang=\"en\">",
                        "\"scenario\":\"generated\"",
                        "\"name\":\"fgd-greedy\"",
                        "\"over\":\"seeds\"");
    }

    @Test
    void aPageChangesNoFigure() throws IOException {
        String pattern = "\"wall_seconds\": [-.0-9E]+";
        String with = berth("simulate", folder.file("generated.yaml"), "--json", "--report", temp.resolve("r.html"))
                .done()
                .out();
        String without = berth("simulate", folder.file("generated.yaml"), "--json")
                .done()
                .out();
        assertThat(with.replaceAll(pattern, "")).isEqualTo(without.replaceAll(pattern, ""));
    }

    @Test
    void everyPointOfASweepIsDrawnUnderItsOwnName() throws IOException {
        assertThat(Files.readString(report("sweep.html", "--sweep", "workload.generate.load=0.5,0.9")))
                .contains("fcfs, load 0.5", "fcfs, load 0.9", "fgd-greedy, load 0.9");
    }

    @Test
    void aPageOpensInTheLanguageChosenOrThatOfTheBrowser() throws IOException {
        assertThat(Files.readString(report("zh.html", "--language", "zh")))
                .contains("<html lang=\"zh-CN\">", "\"language\":\"zh\"");
        assertThat(Files.readString(report("any.html", "--seed", "1")))
                .contains("\"language\":\"\"", "data.language || ownLanguage()");
    }

    @Test
    void aPageSaysWhatItTakesToMakeItAgain() throws Exception {
        Path scenario = folder.file("generated.yaml");
        Path page = temp.resolve("made.html");
        simulate("--report", page, "--strategy", "{order: sjf, place: fgd}").done();

        String hash =
                HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(scenario)));
        assertThat(Files.readString(page))
                .contains(
                        "\"file\":\"" + scenario + "\"",
                        "\"sha256\":\"" + hash + "\"",
                        "\"command\":\"berth simulate " + scenario + " --report " + page
                                + " --strategy '{order: sjf, place: fgd}'\"",
                        "{order: sjf, place: fgd, backfill: none, preempt: none, plan: none}");
    }

    @Test
    void podsWithoutWaitsMakeAPageToo() throws IOException {
        Path page = temp.resolve("openb.html");
        berth("simulate", folder.file("openb.yaml"), "--report", page).done();
        assertThat(Files.readString(page)).contains("\"arrived\":[[");
    }

    @Test
    void whatCannotBeWrittenIsRefusedBeforeAnythingRuns() {
        simulate("--report", temp.resolve("nowhere/r.html")).refused("--report", "nowhere");
        simulate("--report", temp).refused("--report", "folder");
        simulate("--report", temp.resolve("r.html"), "--language", "eng").refused("--language", "eng", "en", "zh");
        simulate("--language", "zh").refused("--language", "--report");
    }

    private Cli simulate(Object first, Object second, Object... more) {
        return more.length == 0
                ? berth("simulate", folder.file("generated.yaml"), first, second)
                : berth("simulate", folder.file("generated.yaml"), first, second, more[0], more[1]);
    }

    private Path report(String name, String option, String value) {
        Path file = temp.resolve(name);
        simulate("--report", file, option, value).done();
        return file;
    }
}
