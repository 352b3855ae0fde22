package io.berth.optimize.dual;

import io.berth.optimize.problem.DenseProblem;
import io.berth.optimize.search.Candidates;

/**
 * What all lanes work on.
 *
 * @param roomPrices what a unit of a resource of an agent is worth, resource after resource
 * @param weights costs with the worth of the room that is taken: task after task, one per agent
 * @param candidates the agents worth looking at
 */
record Terms(DenseProblem problem, double[] roomPrices, double[] weights, Candidates candidates) {}
