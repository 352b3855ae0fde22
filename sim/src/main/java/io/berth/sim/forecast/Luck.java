package io.berth.sim.forecast;

import io.berth.core.time.Chance;

/** By which chance a run time is drawn. */
interface Luck {
    /** The median of the narrowest group. */
    Luck MEDIAN = _ -> 0.5;

    /** Which of the jobs of a group it is like, from the shortest to the longest, 0 to 1. */
    double rank(String group);

    /** How narrow the group is that is looked at first, from 0 for the narrowest. */
    default int width() {
        return LearntRunTimes.OWN;
    }

    /**
     * The luck of one job in one member of an ensemble. Users change what they do, so it is drawn from a wider group now and then; and
     * they do so for many jobs at once, so mostly all jobs of a group have one luck in a member, and their errors add up.
     */
    record OfMember(long member, long job) implements Luck {
        private static final double TOGETHER = 0.8;
        private static final double OF_OWNER = 0.15;
        private static final double OF_ALL = 0.15;
        private static final String STREAM = "forecast.luck";
        private static final int OWN_DRAW = 1;
        private static final int WIDTH_DRAW = 2;

        @Override
        public double rank(String group) {
            boolean together = Chance.unitAt(member, STREAM, job, 0) < TOGETHER;
            return together ? Chance.unitAt(member, group, 0, 0) : Chance.unitAt(member, STREAM, job, OWN_DRAW);
        }

        @Override
        public int width() {
            double draw = Chance.unitAt(member, STREAM, job, WIDTH_DRAW);
            if (draw < OF_ALL) {
                return LearntRunTimes.ALL;
            }
            return draw < OF_ALL + OF_OWNER ? LearntRunTimes.OF_OWNER : LearntRunTimes.OWN;
        }
    }
}
