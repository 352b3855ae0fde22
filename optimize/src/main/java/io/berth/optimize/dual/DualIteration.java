package io.berth.optimize.dual;

import io.berth.optimize.bound.room.LagrangianRelaxation;
import org.jspecify.annotations.Nullable;

/**
 * One step of a dual: prices, what the subproblems chose at them, what that proves, and the assignment made from it.
 *
 * @param relaxation which constraints are priced
 * @param number counted from 1
 * @param roomPrices cost units for a unit of a resource of an agent, resource after resource; empty where capacities are kept
 * @param taskPrices cost units for a task; empty where each task is given to exactly one agent
 * @param choice the agents chosen per task: one, none or several, rising
 * @param value what the relaxation is worth at these prices, in cost units
 * @param bound no assignment costs less: the best of all iterations so far
 * @param repaired the agent of each task, made from the choice; null where the repair found no room
 * @param repairedCost what {@code repaired} costs; {@link Long#MAX_VALUE} without
 */
public record DualIteration(
        LagrangianRelaxation.Kind relaxation,
        int number,
        double[] roomPrices,
        double[] taskPrices,
        int[][] choice,
        double value,
        long bound,
        int @Nullable [] repaired,
        long repairedCost) {}
