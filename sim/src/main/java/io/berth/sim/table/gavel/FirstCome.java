package io.berth.sim.table.gavel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;

/**
 * Gavel's FIFO: jobs get devices of one model in the order in which they came. Without speeds a job stays on the model that it got, which is
 * that of a job which ended, or the V100 while the original holds it to be open; with speeds all are placed anew, each on the model on which it is fastest of those with room.
 */
final class FirstCome implements Sharing {
    private final boolean knowsSpeeds;
    private final PythonRandom random;
    /** The jobs that have devices, by number, with their model; those that ended are found out when shares are made next. */
    private final TreeMap<Integer, Holder> holders = new TreeMap<>();

    private record Holder(GavelJob job, int model) {}

    FirstCome(boolean knowsSpeeds, int seed) {
        this.knowsSpeeds = knowsSpeeds;
        this.random = new PythonRandom(seed);
    }

    @Override
    public boolean knowsSpeeds() {
        return knowsSpeeds;
    }

    @Override
    public boolean strict() {
        return true;
    }

    @Override
    public void share(List<GavelJob> jobs) {
        int[] free = new int[Models.COUNT];
        Arrays.fill(free, Models.DEVICES);
        if (knowsSpeeds) {
            holders.clear();
        }
        List<GavelJob> queue = new ArrayList<>(jobs);
        queue.removeIf(job -> holders.containsKey(job.number));
        replace(queue, free);
        List<Integer> open = new ArrayList<>();
        for (int model : Models.BY_NAME) {
            if (free[model] > 0) {
                open.add(model);
            }
        }
        boolean room = true;
        while (room && !queue.isEmpty() && !open.isEmpty()) {
            room = give(queue.removeFirst(), free, open);
        }
        for (GavelJob job : jobs) {
            Holder holder = holders.get(job.number);
            job.shares = new double[Models.COUNT];
            if (holder != null) {
                job.shares[holder.model] = 1;
            }
        }
    }

    /** Whoever is first in the queue takes the devices of a job that ended; devices of jobs with higher numbers are not counted yet then. */
    private void replace(List<GavelJob> queue, int[] free) {
        for (Holder holder : List.copyOf(holders.values())) {
            int model = holder.model;
            if (holder.job.stepsLeft > 0) {
                free[model] -= holder.job.scale;
                continue;
            }
            holders.remove(holder.job.number);
            GavelJob first = queue.isEmpty() ? null : queue.getFirst();
            if (first != null && first.scale <= free[model] && first.speeds[model] > 0) {
                holders.put(first.number, new Holder(first, model));
                free[model] -= first.scale;
                queue.removeFirst();
            }
        }
    }

    /** False where no model has room for the job, so that those behind it wait. */
    private boolean give(GavelJob job, int[] free, List<Integer> open) {
        List<Integer> models =
                open.stream().filter(model -> free[model] >= job.scale).toList();
        if (models.isEmpty()) {
            return false;
        }
        // Without speeds the original draws a model and takes the last that is open; what it drew is closed when that
        // is full.
        int drawn = knowsSpeeds ? fastest(job, models) : models.get(random.below(models.size()));
        int model = knowsSpeeds ? drawn : open.getLast();
        if (job.speeds[model] > 0) {
            holders.put(job.number, new Holder(job, model));
            free[model] -= job.scale;
            if (free[model] == 0) {
                open.remove((Integer) drawn);
            }
        }
        return true;
    }

    private static int fastest(GavelJob job, List<Integer> models) {
        int fastest = models.getFirst();
        for (int model : models) {
            fastest = job.speeds[model] > job.speeds[fastest] ? model : fastest;
        }
        return fastest;
    }
}
