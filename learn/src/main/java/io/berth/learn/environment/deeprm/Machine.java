package io.berth.learn.environment.deeprm;

import java.util.Arrays;

/** What is free of both resources at each step to come, and the picture of it. */
final class Machine {
    /** What there is of each resource, cells. */
    static final int CELLS = 10;
    /** How many steps are planned ahead. */
    static final int HORIZON = 20;
    /** Two resources. */
    static final int RESOURCES = 2;
    /** No step fits. */
    static final int NEVER = -1;

    /** Free cells by resource and step from now. */
    private final int[][] free = new int[RESOURCES][HORIZON];
    /** What is drawn, by resource, step and cell; 0 is free. */
    private final float[][] canvas = new float[RESOURCES][HORIZON * CELLS];

    void clear() {
        for (int resource = 0; resource < RESOURCES; resource++) {
            Arrays.fill(free[resource], CELLS);
            Arrays.fill(canvas[resource], 0);
        }
    }

    /** Free cells of {@code resource}, {@code step} steps from now. */
    int free(int resource, int step) {
        return free[resource][step];
    }

    /** What cell {@code cell} shows, {@code step} steps from now. */
    float shown(int resource, int step, int cell) {
        return canvas[resource][step * CELLS + cell];
    }

    /** The first step from now at which a job fits for all its length; {@link #NEVER} where it does not end within the horizon. */
    int start(int length, int first, int second) {
        int start = 0;
        for (int step = 0; start < HORIZON - length; step++) {
            if (free[0][step] < first || free[1][step] < second) {
                start = step + 1;
            } else if (step - start + 1 == length) {
                return start;
            }
        }
        return NEVER;
    }

    /** Whether a job fits for all its length from now on. */
    boolean fitsNow(int length, int first, int second) {
        for (int step = 0; step < length; step++) {
            if (free[0][step] < first || free[1][step] < second) {
                return false;
            }
        }
        return true;
    }

    /** Gives {@code cells} of {@code resource} away from {@code start} on and draws them. */
    void take(int resource, int cells, int start, int length, float colour) {
        for (int step = start; step < start + length; step++) {
            free[resource][step] -= cells;
            draw(resource, cells, step, colour);
        }
    }

    /** Whether anything is drawn in {@code colour}. */
    boolean shows(float colour) {
        for (float shown : canvas[0]) {
            if (shown == colour) {
                return true;
            }
        }
        return false;
    }

    void elapse() {
        for (int resource = 0; resource < RESOURCES; resource++) {
            System.arraycopy(free[resource], 1, free[resource], 0, HORIZON - 1);
            free[resource][HORIZON - 1] = CELLS;
            float[] drawn = canvas[resource];
            System.arraycopy(drawn, CELLS, drawn, 0, drawn.length - CELLS);
            Arrays.fill(drawn, drawn.length - CELLS, drawn.length, 0);
        }
    }

    private void draw(int resource, int cells, int step, float colour) {
        int left = cells;
        for (int cell = step * CELLS; left > 0; cell++) {
            if (canvas[resource][cell] == 0) {
                canvas[resource][cell] = colour;
                left--;
            }
        }
    }
}
