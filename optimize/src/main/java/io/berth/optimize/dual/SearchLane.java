package io.berth.optimize.dual;

import io.berth.optimize.search.EjectionSearch;
import io.berth.optimize.solver.Effort;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Looks for assignments: repairs what the knapsacks chose, dives from the relaxation, dives again with a part of a good assignment
 * taken apart, and betters each by ejection chains.
 */
final class SearchLane implements Lane {
    /** Of what is open, dives settle this share at a time; of a part, more. */
    private static final double SHARE = 0.1;

    private static final double SHARE_OF_PART = 0.15;

    /** How often penalties are moved without gain. */
    private static final int PATIENCE = 8;

    private static final int PATIENCE_OF_PART = 2;

    /** With more tasks than this, chains give a good assignment long before a dive from the top would end. */
    private static final int LARGE = 400;

    private final Terms terms;
    private final SplittableRandom random;
    private final Neighbourhood neighbourhood;
    private final EjectionSearch search;
    private final boolean repairs;
    private final double leastPrice;
    private @Nullable Dive dive;
    private boolean partial;
    private boolean searching;
    private int begun;
    private long others;
    private long debt;

    private long value = Long.MAX_VALUE;
    private int @Nullable [] agents;

    /**
     * @param repairs whether it begins with choices of the dual rather than with dives
     */
    SearchLane(Terms terms, SplittableRandom random, boolean repairs) {
        this.terms = terms;
        this.random = random;
        this.repairs = repairs;
        this.neighbourhood = new Neighbourhood(terms.problem(), random.split());
        this.search = new EjectionSearch(terms.problem(), terms.candidates(), terms.roomPrices());
        this.leastPrice = Arrays.stream(terms.roomPrices()).max().orElse(0) / 10;
    }

    @Override
    public void run(Board board, long most, Effort effort) {
        long end = work() + most - debt;
        while (work() < end && !effort.late().getAsBoolean() && board.bound() < value) {
            if (searching) {
                goOnSearching(end, effort);
            } else if (dive != null) {
                goOnDiving(dive, board, end, effort);
            } else {
                begin(board);
            }
        }
        debt = Math.max(0, work() - end);
    }

    private void goOnSearching(long end, Effort effort) {
        searching = !search.run(random, end - work(), effort.late());
        if (search.best() < value) {
            value = search.best();
            agents = search.bestAgents();
        }
    }

    private void goOnDiving(Dive going, Board board, long end, Effort effort) {
        long ceiling = partial ? Math.min(value, board.value()) : Long.MAX_VALUE;
        long before = going.work();
        boolean ended = going.run(ceiling, end - work(), effort.late());
        others += going.work() - before;
        if (ended) {
            dive = null;
            if (partial) {
                neighbourhood.learn(going.hopeless());
            }
            if (!going.hopeless()) {
                search(going.part(), partial ? PATIENCE_OF_PART : PATIENCE);
            }
        }
    }

    private void search(Part part, int patience) {
        int[] start = part.stuffed(terms.weights(), terms.roomPrices(), leastPrice);
        search.start(start, patience, random);
        searching = true;
    }

    private void begin(Board board) {
        begun++;
        others += terms.problem().tasks();
        int[] known = agents != null && (board.agents() == null || random.nextInt(4) > 0) ? agents : board.agents();
        boolean large = terms.problem().tasks() > LARGE;
        if (begun == 1 && (large || repairs)) {
            search(new Part(terms.problem(), open()), PATIENCE);
        } else if (repairs && board.choice().length > 0 && begun % 4 != 0) {
            search(repaired(board.choice()), PATIENCE);
        } else if (known == null || begun == 1 || begun % (large ? 64 : 8) == 0) {
            partial = false;
            dive = new Dive(new Part(terms.problem(), open()), terms, board.taskPrices(), SHARE, random);
        } else {
            partial = true;
            Part kept = new Part(terms.problem(), neighbourhood.open(known, board.others()));
            if (kept.open() > 0) {
                dive = new Dive(kept, terms, board.taskPrices(), SHARE_OF_PART, random);
            }
        }
    }

    /** Each task keeps what it was given where that fits. */
    private Part repaired(int[] choice) {
        Part part = new Part(terms.problem(), open());
        for (int task = 0; task < choice.length; task++) {
            if (choice[task] >= 0) {
                part.give(task, choice[task]);
            }
        }
        return part;
    }

    private int[] open() {
        int[] open = new int[terms.problem().tasks()];
        Arrays.fill(open, -1);
        return open;
    }

    /** The cost of the best assignment of this lane; {@link Long#MAX_VALUE} without one. */
    long value() {
        return value;
    }

    /** That assignment; null without one. Not changed afterwards. */
    int @Nullable [] agents() {
        return agents;
    }

    @Override
    public long work() {
        return search.work() + others;
    }
}
