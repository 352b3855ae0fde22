package io.berth.optimize.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.optimize.problem.ClassedProblem;
import io.berth.optimize.problem.Problem;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import io.berth.spec.input.TreeReader;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProblemReaderTest {
    private static final String TWO = "sense: minimize\ntasks: [a, b]\nagents: [x, y]\n";

    @Test
    void aMatrixHasARowPerTask() {
        StatedProblem problem = read(TWO + """
                values: [[1.5, null], [0.25, 4]]
                sizes: {gpu: [1, [2, 3]], cpu: [0, 7]}
                capacities: {gpu: [4, null]}
                """);

        Problem form = problem.form();
        assertThat(form.cost(0, 0)).isEqualTo(6);
        assertThat(form.cost(0, 1)).isEqualTo(Problem.FORBIDDEN);
        assertThat(form.cost(1, 0)).isEqualTo(1);
        assertThat(problem.rooms()).extracting(StatedProblem.Room::name).containsExactly("cpu", "gpu");
        assertThat(form.size(0, 1, 1)).isEqualTo(1);
        assertThat(form.size(1, 1, 1)).isEqualTo(3);
        assertThat(form.capacity(0, 1)).isEqualTo(4);
        assertThat(form.capacity(1, 1)).isEqualTo(Problem.ENDLESS);
        assertThat(problem.value(7)).isEqualTo(new BigDecimal("1.75"));
    }

    @Test
    void whatIsLeftOutGoesToNobody() {
        StatedProblem problem = read("""
                sense: maximize
                assign: at-most-once
                per_agent: 1
                tasks: [{name: a, value: 3}, {name: b, value: 5}]
                agents: [x]
                """);

        assertThat(problem.form().agents()).isEqualTo(2);
        assertThat(problem.form().cost(1, 0)).isEqualTo(-5);
        assertThat(problem.form().cost(1, 1)).isZero();
        assertThat(problem.agents(new int[] {1, 0})).containsExactly(StatedProblem.LEFT_OUT, 0);
        assertThat(problem.form().capacity(0, 0)).isEqualTo(1);
    }

    @Test
    void kindsAreCountedAndExceptionsAreSingle() {
        StatedProblem problem = read("""
                sense: minimize
                tasks: [{name: t, count: 3, value: 2}, {name: u, value: 9}]
                agents: [{name: n, count: 2}]
                exceptions: [{task: t-2, agent: n-1, value: 0.5}, {task: u, agent: n-2, value: null}]
                """);

        assertThat(problem.tasks().of(2)).isEqualTo("t-3");
        assertThat(problem.tasks().of(3)).isEqualTo("u");
        assertThat(problem.form().cost(1, 0)).isEqualTo(1);
        assertThat(problem.form().cost(1, 1)).isEqualTo(4);
        assertThat(problem.form().cost(3, 1)).isEqualTo(Problem.FORBIDDEN);
    }

    @Test
    void manyOfAKindStayKinds() {
        StatedProblem problem = read("""
                sense: maximize
                assign: at-most-once
                tasks: [{name: t, count: 9000, value: 2, sizes: {gpu: 1}}, {name: u, count: 9, value: 9, sizes: {gpu: 8}}]
                agents: [{name: n, count: 800, capacities: {gpu: 8}}]
                exceptions: [{task: u-9, agent: n-800, value: 10}]
                """);

        assertThat(problem.form()).isInstanceOf(ClassedProblem.class);
        assertThat(problem.form().cost(9008, 799)).isEqualTo(-10);
        assertThat(problem.form().cost(9008, 798)).isEqualTo(-9);
        assertThat(problem.form().cost(9008, 800)).isZero();
        assertThat(problem.form().size(9008, 799, 0)).isEqualTo(8);
        assertThat(problem.form().capacity(800, 0)).isEqualTo(Problem.ENDLESS);
    }

    @Test
    void workAndDataBecomeTimes() {
        StatedProblem problem = read("""
                sense: minimize
                tasks: [{name: train, work: 500G, data: 10G}, {name: index, work: 800G, data: 20G}]
                agents: [{name: small, memory: 16G, rate: 100G, bandwidth: 1G}, {name: large, gpus: 4, rate: 100G}]
                """);

        assertThat(problem.value(problem.form().cost(0, 0))).isEqualByComparingTo("15");
        assertThat(problem.value(problem.form().cost(0, 1))).isEqualByComparingTo("1.25");
        assertThat(problem.form().cost(1, 0)).as("20G do not fit 16G").isEqualTo(Problem.FORBIDDEN);
    }

    @Test
    void timesWithoutACommonUnitAreRoundedAndThatIsSaid() {
        StatedProblem problem = read("""
                sense: minimize
                tasks: [{name: a, work: 500G}, {name: b, work: 511G}]
                agents: [{name: x, gpus: 7, rate: 312G}, {name: y, gpus: 3, rate: 989G}, {name: z, gpus: 11, rate: 1979G}]
                """);

        assertThat(problem.notes()).singleElement().asString().contains("rounded");
        assertThat(problem.value(problem.form().cost(0, 0))).isEqualByComparingTo("0.228937729");
    }

    @Test
    void largeNumbersWithACommonDivisorAreExact() {
        StatedProblem problem = read(TWO + """
                values: [[2000000000, 6e9], [-4000000000, 0]]
                sizes: {memory: [68719476736, 17179869184]}
                capacities: {memory: [85899345921, 17179869183]}
                """);

        assertThat(problem.notes()).isEmpty();
        assertThat(problem.value(problem.form().cost(0, 1))).isEqualByComparingTo("6000000000");
        assertThat(problem.value(problem.form().cost(1, 0))).isEqualByComparingTo("-4000000000");
        assertThat(problem.form().allows(0, 0)).isTrue();
        assertThat(problem.form().allows(1, 1))
                .as("a byte less than the task takes")
                .isFalse();
        assertThat(problem.form().size(0, 0, 0) + problem.form().size(1, 0, 0))
                .isEqualTo((int) problem.form().capacity(0, 0));
    }

    @Test
    void otherLargeNumbersAreRoundedOutwardsAndThatIsSaid() {
        String matrix = "values: [[4000000001, 0.1234567890123], [3, 4]]\n";
        String room = "sizes: {memory: [2000000003, 10]}\ncapacities: {memory: [2000000005, 18]}\n";
        StatedProblem least = read(TWO + matrix + room);
        assertThat(least.notes()).hasSize(2).anyMatch(note -> note.contains("values are rounded to multiples of 10"));
        assertThat(least.value(least.form().cost(0, 0))).isEqualByComparingTo("4000000000");
        assertThat(least.value(least.form().cost(0, 1))).isZero();
        assertThat(least.form().allows(0, 0))
                .as("2000000010 is more than 2000000000")
                .isFalse();
        assertThat(least.form().allows(1, 1)).isTrue();

        StatedProblem most = read(TWO.replace("minimize", "maximize") + matrix);
        assertThat(most.value(most.form().cost(0, 0))).isEqualByComparingTo("4000000010");
        assertThat(most.value(most.form().cost(0, 1))).isEqualByComparingTo("10");
    }

    @Test
    void aQueueCountsATaskOnceForItselfAndForEachThatWaits() {
        StatedProblem problem = read(TWO + "objective: total_completion\nvalues: [[1, 2], [3, null]]");

        assertThat(problem.form().agents()).isEqualTo(4);
        assertThat(problem.form().cost(1, 0)).isEqualTo(3);
        assertThat(problem.form().cost(1, 1)).isEqualTo(6);
        assertThat(problem.form().cost(1, 2)).isEqualTo(Problem.FORBIDDEN);
        assertThat(problem.agents(new int[] {1, 0})).containsExactly(0, 0);
        assertThat(problem.fromTheEnd(1)).isEqualTo(1);
    }

    @Test
    void thatNothingNeedBeDoneIsSaid() {
        assertThat(read(TWO + "assign: at-most-once\nvalues: [[1, 2], [3, 4]]").notes())
                .singleElement()
                .asString()
                .contains("leaving all of them out is best");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "values: [[1, 2], [3]]|values[1]: has 1 entries; it must have 2",
                "values: [[1, 2]]|values: has 1 entries; it must have 2",
                "values: [[1, .nan], [3, 4]]|values[0][1]: must be a number, but is \".nan\"",
                "values: [[1, .inf], [3, 4]]|values[0][1]: must be a number, but is \".inf\"",
                "values: [[1, 1e300], [3, 4]]|values[0][1]: is out of range",
                "value: [[1, 2], [3, 4]]|did you mean \"values\"?",
                "values: [[1, 2], [3, 4]], sizes: {gpu: [1, -2]}|sizes.gpu[1]: must be a number from 0 up, but is \"-2\"",
                "values: [[1, 2], [3, 4]], sizes: {gpu: [1]}|sizes.gpu: has 1 entries; it must have 2",
                "values: [[1, 2], [3, 4]], sizes: {gpu: [1, 2]}, capacities: {gpu: [-1, 2]}|capacities.gpu[0]: must not be neg",
                "values: [[1, 2], [3, 4]], sizes: {gpu: [1, 2]}, capacities: {gqu: [1, 2]}|did you mean \"gpu\"?",
                "values: [[1, 2], [3, 4]], objective: makespam|did you mean \"makespan\"?",
                "values: [[1, -2], [3, 4]], objective: makespan|values[0][1]: is a time, which must not be negative",
                "values: [[1, 2], [3, 4]], objective: makespan, assign: at-most-once|goes only with objective: sum",
                "values: [[1, 2], [3, 4]], per_agent: 0|per_agent: must be a whole number from 1",
                "values: [[1, 2], [3, 4]], exceptions: [{task: c, agent: x, value: 1}]|there is no task \"c\"",
                "values: [[1, 2], [3, 4]], exceptions: [{task: a, agent: x, value: 1}, {task: a, agent: x, value: 2}]|twice",
                "objective: sum|needs a value or work",
            })
    void whatIsWrongIsNamed(String rest, String words) {
        refused("{sense: minimize, tasks: [a, b], agents: [x, y], " + rest + "}", words);
    }

    @Test
    void whatHasNoLargestValueIsRefused() {
        refused(
                TWO.replace("minimize", "maximize") + "values: [[1, 2], [3, 4]]\nobjective: makespan",
                "unbounded above");
        refused("tasks: [a]\nagents: [x]\nvalues: [[1]]", "the key \"sense\" is missing", "--minimize");
    }

    private static void refused(String yaml, String... words) {
        assertThatThrownBy(() -> read(yaml)).isInstanceOf(InputException.class).hasMessageContainingAll(words);
    }

    private static StatedProblem read(String yaml) {
        return ProblemReader.read(TreeReader.read(Source.text("p.yaml", yaml)), "p", null);
    }
}
