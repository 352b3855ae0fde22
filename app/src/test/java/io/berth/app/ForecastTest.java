package io.berth.app;

import static io.berth.app.Cli.berth;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import io.berth.spec.input.Tree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code berth forecast} and {@code berth queueing}, as people type them. */
class ForecastTest {
    @TempDir
    private Path temp;

    private Path file(String header, int rows) throws IOException {
        StringBuilder text = new StringBuilder(header + "\n");
        for (int i = 0; i < rows; i++) {
            text.append(i).append(',').append(rate(i)).append('\n');
        }
        return Files.writeString(temp.resolve("rates.csv"), text);
    }

    /** A day's pattern with some noise that no season explains. */
    private static double rate(int hour) {
        return 100 + 40 * Math.sin(2 * Math.PI * hour / 24) + 10 * Math.sin(hour * 1.7 * hour);
    }

    @Test
    void aSeriesIsForecastWithItsSeasonFound() throws IOException {
        Path file = file("hour,rate", 480);
        Tree document =
                berth("forecast", file, "--column", "rate", "--json").done().json();
        assertThat(document.require("seasons").items()).hasSize(1);
        assertThat(document.require("seasons").items().getFirst().number()).isEqualTo(24);
        assertThat(document.require("forecast").items()).hasSize(24);
        for (int i = 0; i < 24; i++) {
            Tree step = document.require("forecast").items().get(i);
            double expected = 100 + 40 * Math.sin(2 * Math.PI * i / 24);
            assertThat(step.require("mean").number()).isCloseTo(expected, offset(15.0));
            assertThat(step.require("low").number())
                    .isLessThan(step.require("mean").number());
            assertThat(step.require("high").number())
                    .isGreaterThan(step.require("mean").number());
        }
    }

    @Test
    void whatWasHeldIsJudged() throws IOException {
        Path file = file("hour,rate", 480);
        Tree judged = berth("forecast", file, "--column", "rate", "--held", 24, "--json")
                .done()
                .json()
                .require("judged");
        assertThat(judged.require("steps").number()).isEqualTo(24);
        assertThat(judged.require("smape").number()).isBetween(1.0, 15.0);
        assertThat(berth("forecast", file, "--column", "rate", "--held", 3, "--method", "naive", "--season", "none")
                        .done()
                        .out())
                .contains("no season", "by naive 100 %", "came", "Of 3 steps that came: sMAPE");
    }

    @Test
    void wrongQuestionsAreNamed() throws IOException {
        Path file = file("hour,rate", 30);
        berth("forecast").refused("needs a file");
        berth("forecast", file).refused("needs --column, one of hour, rate");
        berth("forecast", file, "--column", "rat").refused("did you mean \"rate\"?");
        berth("forecast", file, "--column", "rate", "--season", "24,x").refused("--season", "\"24,x\"", "2 to the 30");
        berth("forecast", file, "--column", "rate", "--interval", "100%").refused("--interval", "below 100%");
        berth("forecast", file, "--column", "rate", "--method", "thetta").refused("did you mean \"theta\"?");
        berth("forecast", file, "--column", "rate", "--held", 30).refused("--held", "30 values");
        berth("forecast", file, "--column", "rate", "--held", 5, "--horizon", 4).refused("--held", "horizon, 4");
        Files.writeString(file, "hour,rate\n1,2\n2,many\n");
        berth("forecast", file, "--column", "rate").refused("rates.csv:3", "rate", "\"many\"");
        Files.writeString(file, "1,2\n2,3\n");
        berth("forecast", file).refused("rates.csv:1", "the first line names the columns");
        Files.writeString(file, "rate\n");
        berth("forecast", file).refused("rates.csv", "no values");
    }

    @Test
    void waitsAreThoseOfErlang() {
        Tree rows = berth("queueing", "--arrivals", "8", "--service", "1s", "--servers", 10, "--json")
                .done()
                .json()
                .require("servers");
        Tree ten = rows.items().getFirst();
        assertThat(ten.require("utilisation").number()).isEqualTo(0.8);
        assertThat(ten.require("delayed").number()).isCloseTo(0.40918, offset(1e-6));
        assertThat(ten.require("mean_seconds").number()).isCloseTo(0.40918 / 2, offset(1e-6));
        assertThat(rows.items().get(1).require("servers").number()).isEqualTo(11);
    }

    @Test
    void enoughServersAreSaid() {
        String out = berth("queueing", "--arrivals", "90/min", "--service", "2s", "--servers", 4, "--wait", "1s")
                .done()
                .out();
        assertThat(out)
                .contains("One more server makes the mean wait 76.8 % shorter.")
                .contains("90% of arrivals wait at most 1.00s with 5 servers or more.");
        assertThat(berth("queueing", "--arrivals", "3", "--service", "1s", "--servers", 3)
                        .done()
                        .out())
                .contains("grows", "with one more server it does not");
    }

    @Test
    void wrongRatesAreNamed() {
        berth("queueing", "--service", "1s", "--servers", 2).refused("needs --arrivals");
        berth("queueing", "--arrivals", "3", "--service", "1s").refused("needs --servers, or --wait");
        berth("queueing", "--arrivals", "3/d", "--service", "1s", "--servers", 2)
                .refused("--arrivals", "/min");
        berth("queueing", "--arrivals", "0", "--service", "1s", "--servers", 2).refused("--arrivals", "above 0");
        berth("queueing", "--arrivals", "3", "--service", "0s", "--servers", 2).refused("--service", "above 0");
        berth("queueing", "--arrivals", "3", "--service", "1s", "--servers", 2, "--service-cv2", "-1")
                .refused("--service-cv2", "from 0 on");
        berth("queueing", "--arrivals", "3", "--service", "1s", "--servers", 2, "--of", "90%")
                .refused("add --wait");
    }
}
