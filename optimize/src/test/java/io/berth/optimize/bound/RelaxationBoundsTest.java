package io.berth.optimize.bound;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.optimize.bound.room.AssignmentDual;
import io.berth.optimize.bound.room.CapacityRelaxation;
import io.berth.optimize.bound.room.JointDual;
import io.berth.optimize.bound.room.LagrangianRelaxation;
import io.berth.optimize.bound.room.SubgradientAscent;
import io.berth.optimize.problem.DenseProblem;
import io.berth.optimize.problem.Impossibility;
import io.berth.optimize.sample.SmallProblems;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RelaxationBoundsTest {
    private static final int CASES = 10_000;

    @Test
    void noBoundIsEverAboveTheBestAssignment() {
        SplittableRandom random = new SplittableRandom(11);
        for (int round = 0; round < CASES; round++) {
            DenseProblem problem = SmallProblems.draw(random);
            long optimum = SmallProblems.optimum(problem);
            for (LagrangianRelaxation relaxation : all(problem, random)) {
                checkAnywhere(relaxation, optimum, random, round);
                if (Impossibility.of(problem) == null) {
                    checkOnTheWay(relaxation, optimum, random, round);
                }
            }
        }
    }

    private static List<LagrangianRelaxation> all(DenseProblem problem, SplittableRandom random) {
        double[] prices = random.doubles((long) problem.resources() * problem.agents(), 0, 3)
                .map(price -> price < 1 ? 0 : price)
                .toArray();
        return List.of(new CapacityRelaxation(problem), new AssignmentDual(problem, prices), new JointDual(problem));
    }

    private static void checkAnywhere(
            LagrangianRelaxation relaxation, long optimum, SplittableRandom random, int round) {
        long[] multipliers = new long[relaxation.multipliers()];
        for (int at = 0; at < multipliers.length; at++) {
            long any = random.nextInt(4) == 0 ? random.nextLong() : relaxation.scale() * random.nextLong(-30, 31);
            multipliers[at] = Math.clamp(any, relaxation.lowest(at), relaxation.highest(at));
        }
        long value = relaxation.evaluate(multipliers, new long[multipliers.length]);
        assertThat(relaxation.bound(value))
                .as("%s of case %s", relaxation.kind(), round)
                .isLessThanOrEqualTo(optimum);
    }

    private static void checkOnTheWay(
            LagrangianRelaxation relaxation, long optimum, SplittableRandom random, int round) {
        SubgradientAscent ascent =
                new SubgradientAscent(relaxation, SubgradientAscent.Rule.DEFLECTED, new long[relaxation.multipliers()]);
        if (random.nextBoolean()) {
            ascent.smoothed();
        }
        for (int step = 0; step < 20; step++) {
            ascent.move(ascent.evaluate(), optimum == Long.MAX_VALUE ? 1e6 : (double) optimum);
        }
        assertThat(ascent.bound()).as("%s of case %s", relaxation.kind(), round).isLessThanOrEqualTo(optimum);
    }
}
