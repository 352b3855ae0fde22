package io.berth.learn.environment.deeprm;

/**
 * The jobs of an episode, by the step at which they come. The arrays are not to be changed.
 *
 * @param lengths steps that the job of each step takes; 0 where none comes
 * @param first what it takes of the first resource, cells of ten
 * @param second what it takes of the second
 */
public record JobSet(int[] lengths, int[] first, int[] second) {
    /** The longest job. */
    public static final int LONGEST = 15;

    /**
     * @throws IllegalArgumentException where the arrays differ in length, or a job is longer than {@link #LONGEST} or takes
     *     less than one or more than ten cells
     */
    public JobSet {
        if (lengths.length == 0 || first.length != lengths.length || second.length != lengths.length) {
            throw new IllegalArgumentException("A job set needs a step, and lengths and demands for each.");
        }
        for (int step = 0; step < lengths.length; step++) {
            if (lengths[step] < 0 || lengths[step] > LONGEST) {
                throw new IllegalArgumentException(
                        "The length (" + lengths[step] + ") of a job must be from 0 to " + LONGEST + ".");
            }
            if (lengths[step] > 0 && (fitsNot(first[step]) || fitsNot(second[step]))) {
                throw new IllegalArgumentException("The demand (" + first[step] + ", " + second[step]
                        + ") of a job must be from 1 to " + Machine.CELLS + ".");
            }
        }
        lengths = lengths.clone();
        first = first.clone();
        second = second.clone();
    }

    /** How many steps jobs come for. */
    public int steps() {
        return lengths.length;
    }

    private static boolean fitsNot(int cells) {
        return cells < 1 || cells > Machine.CELLS;
    }
}
