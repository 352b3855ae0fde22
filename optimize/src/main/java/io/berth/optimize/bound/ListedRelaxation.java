package io.berth.optimize.bound;

import io.berth.optimize.bound.classed.Decay;
import io.berth.optimize.bound.classed.Relaxation;
import io.berth.optimize.bound.classed.Response;
import io.berth.optimize.solver.Crew;

/** The relaxation of tasks whose options are listed. */
final class ListedRelaxation implements Relaxation {
    private static final int PIECES = 16;

    private final Options options;
    private final int agents;
    private final Crew crew;
    private final Response[] parts = new Response[PIECES];
    private final double[][] scratch = new double[PIECES][];

    ListedRelaxation(Options options, int agents, Crew crew) {
        this.options = options;
        this.agents = agents;
        this.crew = crew;
        int longest = options.longest();
        for (int piece = 0; piece < PIECES; piece++) {
            parts[piece] = new Response(options.sizes().length * agents);
            scratch[piece] = new double[longest];
        }
    }

    @Override
    public long looks() {
        return options.agents().length;
    }

    @Override
    public void answer(double[] prices, double smoothing, Response response) {
        crew.each(PIECES, piece -> {
            Response part = parts[piece];
            part.clear();
            int end = end(piece);
            for (int task = end(piece - 1); task < end; task++) {
                choose(task, prices, smoothing, part, scratch[piece]);
            }
        });
        response.clear();
        for (Response part : parts) {
            response.add(part);
        }
    }

    /** Where the tasks of a piece end. */
    private int end(int piece) {
        return (int) ((long) options.tasks() * (piece + 1) / PIECES);
    }

    private void choose(int task, double[] prices, double smoothing, Response part, double[] shares) {
        int from = options.starts()[task];
        int length = options.starts()[task + 1] - from;
        double least = price(from, length, prices, shares);
        double reach = Response.REACH * smoothing;
        double sum = 0;
        double excess = 0;
        for (int at = 0; at < length; at++) {
            double above = shares[at] - least;
            double share = above < reach ? Decay.of(above / smoothing) : 0;
            shares[at] = share;
            sum += share;
            excess += share * above;
        }
        part.plain += least;
        part.smoothed += least - smoothing * StrictMath.log(sum);
        part.excess += excess / sum;
        for (int at = 0; at < length; at++) {
            if (shares[at] > 0) {
                use(from + at, shares[at] / sum, part.used);
            }
        }
    }

    private double price(int from, int length, double[] prices, double[] priced) {
        int[] costs = options.costs();
        int[] who = options.agents();
        int[] first = options.sizes()[0];
        boolean one = options.sizes().length == 1;
        double least = Double.POSITIVE_INFINITY;
        for (int at = 0; at < length; at++) {
            double price = one
                    ? costs[from + at] + prices[who[from + at]] * first[from + at]
                    : options.priced(from + at, prices, agents);
            priced[at] = price;
            least = Math.min(least, price);
        }
        return least;
    }

    private void use(int at, double share, double[] used) {
        int agent = options.agents()[at];
        for (int resource = 0; resource < options.sizes().length; resource++) {
            used[resource * agents + agent] += share * options.sizes()[resource][at];
        }
    }
}
