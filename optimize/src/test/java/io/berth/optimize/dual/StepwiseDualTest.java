package io.berth.optimize.dual;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.optimize.bound.room.LagrangianRelaxation;
import io.berth.optimize.problem.Assignments;
import io.berth.optimize.problem.DenseProblem;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StepwiseDualTest {
    /** Three agents with room for 10, 8 and 6; tasks of 7, 6, 5, 4 and 3, of which as much as possible is to be done. */
    private static DenseProblem textbook() {
        int[] tasks = {7, 6, 5, 4, 3};
        int[] costs = new int[tasks.length * 4];
        int[] sizes = new int[costs.length];
        for (int at = 0; at < costs.length; at++) {
            boolean undone = at % 4 == 3;
            costs[at] = undone ? 0 : -tasks[at / 4];
            sizes[at] = undone ? 0 : tasks[at / 4];
        }
        return new DenseProblem(costs, new int[][] {sizes}, new long[][] {{10, 8, 6, 25}});
    }

    @ParameterizedTest
    @EnumSource(LagrangianRelaxation.Kind.class)
    void eachIterationShowsPricesChoiceBoundAndRepair(LagrangianRelaxation.Kind kind) {
        DenseProblem problem = textbook();
        List<DualIteration> heard = new ArrayList<>();
        StepwiseDual.run(problem, kind, 40, heard::add);
        assertThat(heard).isNotEmpty();
        for (DualIteration each : heard) {
            assertThat(each.relaxation()).isEqualTo(kind);
            assertThat(each.bound()).isLessThanOrEqualTo(-23);
            assertThat(each.value()).isLessThanOrEqualTo(-23);
            assertThat(each.choice()).hasNumberOfRows(5);
            assertThat(each.roomPrices()).hasSize(kind == LagrangianRelaxation.Kind.ASSIGNMENT ? 0 : 4);
            assertThat(each.taskPrices()).hasSize(kind == LagrangianRelaxation.Kind.CAPACITY ? 0 : 5);
            if (each.repaired() != null) {
                assertThat(Assignments.violation(problem, each.repaired())).isNull();
                assertThat(each.repairedCost()).isEqualTo(Assignments.cost(problem, each.repaired()));
            }
        }
        assertThat(heard).extracting(DualIteration::bound).isSorted();
    }
}
