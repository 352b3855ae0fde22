package io.berth.optimize.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.optimize.file.unit.Sense;
import io.berth.optimize.problem.Problem;
import io.berth.spec.input.InputException;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OrLibraryTest {
    /** Two agents, three tasks. */
    private static final String SMALL = " 2 3\n 1 2 3\n 4 5 6\n 7 8 9\n 10 11 12\n 20 21\n";

    @TempDir
    private Path temp;

    @Test
    void rowsAreAgentsAndColumnsAreTasks() throws IOException {
        Problem form = read(SMALL, Sense.MINIMIZE).form();

        assertThat(form.tasks()).isEqualTo(3);
        assertThat(form.agents()).isEqualTo(2);
        assertThat(form.cost(2, 1)).isEqualTo(6);
        assertThat(form.size(0, 1, 0)).isEqualTo(10);
        assertThat(form.capacity(1, 0)).isEqualTo(21);
    }

    @Test
    void whereValuesAreToBeLargeTheirSignIsTurned() throws IOException {
        StatedProblem problem = read(SMALL, Sense.MAXIMIZE);

        assertThat(problem.form().cost(2, 1)).isEqualTo(-6);
        assertThat(problem.value(-6)).isEqualByComparingTo("6");
    }

    @Test
    void anyWhiteSpacePartsNumbers() throws IOException {
        for (String text : List.of(
                SMALL.replace('\n', ' '), SMALL.replace(" ", "\r\n"), SMALL.replace(" ", "\t \n\n"), SMALL.strip())) {
            assertThat(read(text, Sense.MINIMIZE).form().cost(1, 1)).as(text).isEqualTo(5);
        }
    }

    @Test
    void aFileMayHoldSeveral() throws IOException {
        String two = "2\n" + SMALL + " 1 1\n 5\n 6\n 7\n";

        assertThat(read(two, Sense.MINIMIZE, 1).form().tasks()).isEqualTo(3);
        assertThat(read(two.replace('\n', ' '), Sense.MINIMIZE, 2).form().cost(0, 0))
                .isEqualTo(5);
        assertThat(read("1\n" + SMALL, Sense.MINIMIZE).form().tasks()).isEqualTo(3);
        refused(two, "holds 2 problems", "--problem 1");
        assertThatThrownBy(() -> read(two, Sense.MINIMIZE, 3)).hasMessageContaining("--problem 3");
    }

    @Test
    void decimalsAreKeptExactly() throws IOException {
        StatedProblem problem = read("1 2 0.1 0.25\n 1e1 2.50\n 12.34", Sense.MINIMIZE);

        assertThat(problem.form().cost(0, 0)).isEqualTo(10);
        assertThat(problem.form().cost(1, 0)).isEqualTo(25);
        assertThat(problem.value(35)).isEqualTo(new BigDecimal("0.35"));
        assertThat(problem.form().size(0, 0, 0)).isEqualTo(100);
        assertThat(problem.form().capacity(0, 0))
                .as("what is below a unit of sizes is of no use")
                .isEqualTo(123);
    }

    @Test
    void aMatrixLargerThanAllBuffersIsReadAsItIs() throws IOException {
        int agents = 37;
        int tasks = 3001;
        Random random = new Random(1);
        int[] numbers = random.ints(2L * agents * tasks + agents, 0, 100_000).toArray();
        StringBuilder text = new StringBuilder().append(agents).append(' ').append(tasks);
        for (int number : numbers) {
            text.append(random.nextInt(9) == 0 ? "\n  " : " ").append(number);
        }

        Problem form = read(text.toString(), Sense.MINIMIZE).form();

        for (int task = 0; task < tasks; task++) {
            for (int agent = 0; agent < agents; agent++) {
                assertThat(form.cost(task, agent)).isEqualTo(numbers[agent * tasks + task]);
                assertThat(form.size(task, agent, 0)).isEqualTo(numbers[(agents + agent) * tasks + task]);
            }
        }
        assertThat(form.capacity(agents - 1, 0)).isEqualTo(numbers[numbers.length - 1]);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "' 2 3\n 1 2 3\n 4 x 6\n 7 8 9\n 10 11 12\n 20 21'|:3:4: must be a number, but is \"x\"",
                "' 2 3\n 1 nan 3\n 4 5 6\n 7 8 9\n 10 11 12\n 20 21'|must be a number, but is \"nan\"",
                "' 2 3\n 1 2 3\n 4 5 6\n 7 8 -9\n 10 11 12\n 20 21'|size of task 3 on agent 1 (\"-9\") must not be negative",
                "' 2 3\n 1 2 3\n 4 5 6\n 7 8 9\n 10 11 12\n 20 -21'|capacity of agent 2 must not be negative",
                "' 2 3\n 1 2 3\n 4 5 9999999999\n 7 8 9\n 10 11 12\n 20 21'|cost of task 3 on agent 2 (\"9999999999\") is out",
                "' 2 3\n 1000000000 2 3\n 4 0.01 6\n 7 8 9\n 10 11 12\n 20 21'|out of range",
                "' 2 3\n 1 2 3\n 4 5 6\n 7 9\n 10 11 12\n 20 21'|line 4 has 2 numbers, not 3",
                "' 2 3\n 1 2 3\n 4 5 6\n 7 8 9\n 10 11 12\n 20 21 22'|\"22\" follows",
                "' 2 3\n 1 2 3\n 4 5 6 6\n 7 8 9\n 10 11 12\n 20 21'|line 3 has 4 numbers, not 3",
                "' 2.5 3\n 1'|number of agents must be a whole number",
                "' 0 3\n 1'|number of agents must be a whole number from 1",
                "' 99999 99999\n 1'|9999800001 pairs",
                "' 9999 9999\n 1'|more than the file has",
                "' 2 3\n 1 2 3\n 4 5 123456789012345678901\n 7 8 9\n 10 11 12\n 20 21'|18 digits",
            })
    void whatIsWrongIsNamed(String text, String words) throws IOException {
        refused(text, words);
    }

    @Test
    void theSenseMustBeSaid() throws IOException {
        Path file = Files.writeString(temp.resolve("p"), SMALL);

        assertThatThrownBy(() -> ProblemFile.read(file.toString(), choice(null, 0)))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("--minimize or --maximize");
    }

    private void refused(String text, String... words) {
        assertThatThrownBy(() -> read(text, Sense.MINIMIZE))
                .isInstanceOf(InputException.class)
                .hasMessageContainingAll(words);
    }

    private StatedProblem read(String text, Sense sense) throws IOException {
        return read(text, sense, 0);
    }

    private StatedProblem read(String text, Sense sense, int number) throws IOException {
        Path file = Files.writeString(temp.resolve("problem"), text, StandardCharsets.UTF_8);
        return ProblemFile.read(file.toString(), choice(sense, number));
    }

    private static ProblemFile.Choice choice(@Nullable Sense sense, int number) {
        return new ProblemFile.Choice(sense, number, List.of());
    }
}
