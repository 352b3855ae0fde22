package io.berth.app.solve;

import io.berth.core.workload.Demand;
import io.berth.optimize.file.Names;
import io.berth.optimize.file.StatedProblem;
import io.berth.optimize.file.unit.Objective;
import io.berth.optimize.file.unit.Sense;
import io.berth.optimize.file.unit.Unit;
import io.berth.optimize.problem.DenseProblem;
import io.berth.optimize.problem.Problem;
import io.berth.spec.input.InputException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Which of the jobs that wait should start now, and where: jobs are tasks that may be left out, nodes are agents. Whole GPUs are
 * counted, shares are added up over a node's devices, so a solution may hold shares that fit no single device together.
 */
record QueueProblem(QueueMoment moment, Worth worth) {
    private static final Unit THOUSANDTH = new Unit(BigInteger.valueOf(1000));
    private static final long MIB = 1 << 20;
    private static final List<String> ROOMS = List.of("cpu", "memory_mib", "idle_gpus", "gpu");

    /** What a job that starts is worth. */
    enum Worth {
        GPUS,
        JOBS,
        PRIORITY;

        static Worth named(String name) {
            List<String> names = new ArrayList<>();
            for (Worth worth : values()) {
                names.add(worth.name().toLowerCase(Locale.ROOT));
            }
            if (!names.contains(name)) {
                throw new InputException("--value", InputException.unknown("value", name, names));
            }
            return values()[names.indexOf(name)];
        }
    }

    StatedProblem problem() {
        if (moment.jobs().isEmpty() || moment.rooms().isEmpty()) {
            throw new InputException(
                    moment.name(),
                    moment.rooms().isEmpty()
                            ? "no node takes tasks"
                            : "no job of one task waits: there is nothing to solve");
        }
        int agents = moment.rooms().size() + 1;
        int[] costs = new int[Math.multiplyExact(moment.jobs().size(), agents)];
        int[][] sizes = new int[ROOMS.size()][costs.length];
        long[][] capacities = new long[ROOMS.size()][agents];
        for (int at = 0; at < costs.length; at++) {
            QueueMoment.Waiting job = moment.jobs().get(at / agents);
            boolean out = at % agents == agents - 1;
            costs[at] = out ? 0 : cost(job, moment.rooms().get(at % agents));
            for (int room = 0; room < sizes.length && !out; room++) {
                sizes[room][at] = (int) Math.min(Problem.LARGEST, size(job.demand(), room));
            }
        }
        for (int room = 0; room < capacities.length; room++) {
            for (int agent = 0; agent < agents - 1; agent++) {
                capacities[room][agent] = capacity(moment.rooms().get(agent), room);
            }
            capacities[room][agents - 1] = Problem.ENDLESS;
        }
        return stated(new DenseProblem(costs, sizes, capacities));
    }

    private StatedProblem stated(DenseProblem form) {
        List<StatedProblem.Room> rooms = new ArrayList<>();
        for (int index = 0; index < ROOMS.size(); index++) {
            boolean thousandths = index == 0 || index == ROOMS.size() - 1;
            rooms.add(new StatedProblem.Room(ROOMS.get(index), index, thousandths ? THOUSANDTH : Unit.ONE));
        }
        List<String> notes = moment.gangs() == 0
                ? List.of()
                : List.of("jobs of several tasks, which start together, are no assignment problem and left aside: "
                        + moment.gangs());
        return new StatedProblem(
                moment.name(),
                Sense.MAXIMIZE,
                Objective.SUM,
                true,
                form,
                names(moment.jobs().stream().map(QueueMoment.Waiting::name).toList()),
                names(moment.rooms().stream().map(QueueMoment.Room::node).toList()),
                rooms,
                worth == Worth.GPUS ? THOUSANDTH : Unit.ONE,
                notes);
    }

    private static Names names(List<String> names) {
        int[] counts = new int[names.size()];
        Arrays.fill(counts, 1);
        return new Names(names, counts);
    }

    private int cost(QueueMoment.Waiting job, QueueMoment.Room room) {
        Demand demand = job.demand();
        boolean model = demand.gpuModels().isEmpty() || demand.gpuModels().contains(room.model());
        boolean share = demand.gpus() == 0 || demand.wholeGpus() || demand.gpuMilli() <= room.largestMilli();
        if (!model || !share) {
            return Problem.FORBIDDEN;
        }
        return -switch (worth) {
            case GPUS -> (int) Math.min(Problem.LARGEST, gpuMilli(demand));
            case JOBS -> 1;
            case PRIORITY -> Math.clamp(job.priority(), -Problem.LARGEST, Problem.LARGEST);
        };
    }

    private static long gpuMilli(Demand demand) {
        return (long) demand.gpus() * demand.gpuMilli();
    }

    private static long size(Demand demand, int room) {
        return switch (room) {
            case 0 -> demand.cpuMilli();
            case 1 -> Math.ceilDiv(demand.memoryBytes(), MIB);
            case 2 -> demand.wholeGpus() ? demand.gpus() : 0;
            default -> gpuMilli(demand);
        };
    }

    private static long capacity(QueueMoment.Room room, int index) {
        return switch (index) {
            case 0 -> room.cpuMilli();
            case 1 -> room.memoryBytes() / MIB;
            case 2 -> room.idleGpus();
            default -> room.gpuMilli();
        };
    }
}
