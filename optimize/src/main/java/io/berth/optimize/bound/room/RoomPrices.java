package io.berth.optimize.bound.room;

import io.berth.optimize.problem.DenseProblem;

/** The constraints on room: where their multipliers stand, resource after resource, and what room is worth at them. */
final class RoomPrices {
    private final DenseProblem problem;
    private final long[] room;
    private final long[] highest;

    RoomPrices(DenseProblem problem) {
        this.problem = problem;
        int agents = problem.agents();
        this.room = new long[problem.resources() * agents];
        this.highest = new long[room.length];
        for (int resource = 0; resource < problem.resources(); resource++) {
            for (int agent = 0; agent < agents; agent++) {
                int at = resource * agents + agent;
                long all = 0;
                for (int task = 0; task < problem.tasks(); task++) {
                    all += problem.size(task, agent, resource);
                }
                // Who has room for all has a price of 0, and no sum overflows.
                room[at] = Math.min(all, problem.capacity(agent, resource));
                highest[at] = room[at] == all ? 0 : Parts.highestRoomPrice(problem, resource, Math.max(1, room[at]));
            }
        }
    }

    int count() {
        return room.length;
    }

    long highest(int at) {
        return highest[at];
    }

    /** What all room is worth; the slopes start from it. */
    long worth(long[] multipliers, long[] slopes) {
        long worth = 0;
        for (int at = 0; at < room.length; at++) {
            worth += multipliers[at] * room[at];
            slopes[at] = -room[at];
        }
        return worth;
    }

    /** What the room is worth that a task takes. */
    long of(int task, int agent, long[] multipliers) {
        long price = 0;
        for (int resource = 0; resource < problem.resources(); resource++) {
            price += multipliers[resource * problem.agents() + agent] * problem.size(task, agent, resource);
        }
        return price;
    }

    /** A task takes its room. */
    void take(int task, int agent, long[] slopes) {
        for (int resource = 0; resource < problem.resources(); resource++) {
            slopes[resource * problem.agents() + agent] += problem.size(task, agent, resource);
        }
    }
}
