package io.berth.bench.solve;

import io.berth.optimize.problem.ClassedProblem;
import io.berth.optimize.problem.DenseProblem;
import io.berth.optimize.problem.Problem;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Problems like placing the work of a large GPU cluster: nodes of a few models; classes of tasks from shares of a GPU to four of them,
 * small ones more often; what a task costs is its time on the model times the model's price, and moving its data, but for up to ten
 * nodes that hold the data. The load of each resource is drawn from 80 to 95 %,
 * from which large tasks may take a little.
 *
 * @param tasks how many
 * @param nodes how many
 * @param resources 1: thousandths of GPUs; 3: hundredths of cores and MiB of memory as well
 */
public record Cluster(int tasks, int nodes, int resources) {
    private static final int TASK_CLASSES = 200;
    private static final int NODE_CLASSES = 20;
    private static final int MOST_LOCAL = 10;
    private static final int[] GPUS_PER_NODE = {1, 2, 4, 4, 8, 8, 8, 8};
    /** What tasks ask for, in thousandths of a GPU, rarer from left to right. */
    private static final int[] DEMANDS = {50, 100, 150, 200, 200, 250, 250, 300, 400, 500, 500, 1000, 1000, 2000, 4000};
    /** Cores and GiB for each GPU, least and most, of nodes and of tasks. */
    private static final double[][] NODE_SHAPE = {{8, 16}, {48, 128}};

    private static final double[][] TASK_SHAPE = {{4, 16}, {16, 128}};
    private static final int[] UNITS = {1000, 100, 1024};

    /** The problem of a seed. */
    public ClassedProblem problem(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        NodeModel[] models = new NodeModel[NODE_CLASSES];
        Arrays.setAll(models, _ -> NodeModel.draw(random));
        TaskKind[] kinds = new TaskKind[TASK_CLASSES];
        Arrays.setAll(kinds, _ -> TaskKind.draw(random));
        int[] ofNodes = random.ints(nodes, 0, NODE_CLASSES).toArray();
        int[] ofTasks = drawTasks(kinds, random);
        double[][] capacities = new double[resources][nodes];
        for (int resource = 0; resource < resources; resource++) {
            for (int node = 0; node < nodes; node++) {
                capacities[resource][node] = models[ofNodes[node]].shape()[resource];
            }
        }
        DenseProblem pairs = pairs(kinds, models, ofTasks, capacities, random);
        long[][] room = new long[resources][nodes];
        for (int resource = 0; resource < resources; resource++) {
            int of = resource;
            Arrays.setAll(room[of], node -> (long) (capacities[of][node] * UNITS[of]));
        }
        return new ClassedProblem(
                new ClassedProblem.Classes(ofTasks, ofNodes),
                pairs,
                room,
                local(kinds, ofTasks, ofNodes, pairs, random));
    }

    /** A kind of node: how fast and how dear its GPUs are, and GPUs, cores, GiB. */
    private record NodeModel(double speed, double price, double[] shape) {
        static NodeModel draw(SplittableRandom random) {
            double speed = StrictMath.pow(8, random.nextDouble());
            int gpus = GPUS_PER_NODE[random.nextInt(GPUS_PER_NODE.length)];
            double price = StrictMath.pow(speed, 0.8) * (0.8 + 0.4 * random.nextDouble());
            return new NodeModel(speed, price, new double[] {
                gpus, gpus * between(NODE_SHAPE[0], random), gpus * between(NODE_SHAPE[1], random)
            });
        }
    }

    /** A kind of task: hours on a GPU of speed 1, how much of the speed it can use, what moving its data costs, GPUs, cores, GiB. */
    private record TaskKind(double hours, double gain, double data, double often, double[] shape) {
        static TaskKind draw(SplittableRandom random) {
            double gpus = DEMANDS[Math.min(random.nextInt(DEMANDS.length), random.nextInt(DEMANDS.length))] / 1000.0;
            double hours = StrictMath.pow(10, 2 * random.nextDouble());
            return new TaskKind(
                    hours,
                    0.5 + 0.5 * random.nextDouble(),
                    hours * gpus * (0.05 + 0.45 * random.nextDouble()),
                    random.nextDouble() / StrictMath.sqrt(gpus),
                    new double[] {gpus, gpus * between(TASK_SHAPE[0], random), gpus * between(TASK_SHAPE[1], random)});
        }
    }

    private static double between(double[] range, SplittableRandom random) {
        return range[0] + (range[1] - range[0]) * random.nextDouble();
    }

    private int[] drawTasks(TaskKind[] kinds, SplittableRandom random) {
        double[] sums = new double[kinds.length];
        double sum = 0;
        for (int kind = 0; kind < kinds.length; kind++) {
            sum += kinds[kind].often();
            sums[kind] = sum;
        }
        int[] drawn = new int[tasks];
        for (int task = 0; task < tasks; task++) {
            int at = Arrays.binarySearch(sums, random.nextDouble() * sum);
            drawn[task] = Math.min(kinds.length - 1, at < 0 ? -at - 1 : at);
        }
        return drawn;
    }

    /** Costs in thousandths of an hour of the GPU of speed and price 1, and sizes that make up the load. */
    private DenseProblem pairs(
            TaskKind[] kinds, NodeModel[] models, int[] ofTasks, double[][] capacities, SplittableRandom random) {
        double[] factors = factors(kinds, ofTasks, capacities, random);
        int[] costs = new int[kinds.length * models.length];
        int[][] sizes = new int[resources][costs.length];
        for (int at = 0; at < costs.length; at++) {
            TaskKind kind = kinds[at / models.length];
            NodeModel model = models[at % models.length];
            double hours =
                    kind.hours() / StrictMath.pow(model.speed(), kind.gain()) * (0.9 + 0.2 * random.nextDouble());
            boolean may = random.nextInt(10) > 0;
            costs[at] =
                    may ? (int) (1000 * (hours * kind.shape()[0] * model.price() + kind.data())) : Problem.FORBIDDEN;
            for (int resource = 0; resource < resources; resource++) {
                sizes[resource][at] = size(kind, factors[resource] * kind.shape()[resource], resource);
            }
        }
        return new DenseProblem(costs, sizes, new long[resources][models.length]);
    }

    /** What a task takes, in the unit of the resource: of one that asks for whole GPUs, no more than every node has for each. */
    private static int size(TaskKind kind, double wanted, int resource) {
        double gpus = kind.shape()[0];
        double most = gpus * (resource == 0 ? 1 : NODE_SHAPE[resource - 1][0]);
        return (int) Math.max(1, Math.rint((gpus < 1 ? wanted : Math.min(wanted, most)) * UNITS[resource]));
    }

    /** What demands are multiplied by so that all tasks together take 80 to 95 % of each resource. */
    private double[] factors(TaskKind[] kinds, int[] ofTasks, double[][] capacities, SplittableRandom random) {
        double[] factors = new double[resources];
        for (int resource = 0; resource < resources; resource++) {
            int of = resource;
            double demand = Arrays.stream(ofTasks)
                    .mapToDouble(kind -> kinds[kind].shape()[of])
                    .sum();
            double load = 0.8 + 0.15 * random.nextDouble();
            factors[of] = load * Arrays.stream(capacities[of]).sum() / demand;
        }
        return factors;
    }

    /** The nodes that hold a task's data: there nothing is moved. */
    private static ClassedProblem.Exceptions local(
            TaskKind[] kinds, int[] ofTasks, int[] ofNodes, DenseProblem pairs, SplittableRandom random) {
        int[] starts = new int[ofTasks.length + 1];
        int[] agents = new int[ofTasks.length * MOST_LOCAL];
        int[] costs = new int[agents.length];
        int end = 0;
        for (int task = 0; task < ofTasks.length; task++) {
            int kind = ofTasks[task];
            int[] nodes = random.ints(random.nextInt(MOST_LOCAL + 1), 0, ofNodes.length)
                    .sorted()
                    .distinct()
                    .toArray();
            for (int node : nodes) {
                int cost = pairs.cost(kind, ofNodes[node]);
                agents[end] = node;
                costs[end++] = cost == Problem.FORBIDDEN ? cost : cost - (int) (1000 * kinds[kind].data());
            }
            starts[task + 1] = end;
        }
        return new ClassedProblem.Exceptions(starts, Arrays.copyOf(agents, end), Arrays.copyOf(costs, end));
    }
}
