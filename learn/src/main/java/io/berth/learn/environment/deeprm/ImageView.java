package io.berth.learn.environment.deeprm;

import io.berth.core.model.column.Feature;
import io.berth.learn.environment.Observation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The picture: 20 rows, one for each step to come. For each resource ten columns of what is taken and ten for each slot (a block as
 * high as the job is long and as wide as it takes cells), then three of the backlog, filled row by row, and one of the time since
 * the last job came.
 */
record ImageView(int slots, Yard yard, Observation observation) implements View {
    private static final int BACKLOG_COLUMNS = Yard.BACKLOG / Machine.HORIZON;

    ImageView(int slots, Yard yard) {
        this(slots, yard, told(slots));
    }

    private static Observation told(int slots) {
        List<Feature> columns = new ArrayList<>();
        for (int resource = 0; resource < Machine.RESOURCES; resource++) {
            for (int cell = 0; cell < Machine.CELLS; cell++) {
                columns.add(Feature.share(
                        "taken_%d_%d".formatted(resource, cell),
                        "above 0 where cell %d of resource %d is taken at this step".formatted(cell, resource)));
            }
            for (int cell = 0; cell < slots * Machine.CELLS; cell++) {
                int slot = cell / Machine.CELLS;
                columns.add(Feature.share(
                        "slot_%d_%d_%d".formatted(resource, slot, cell % Machine.CELLS),
                        "1 where the job of slot %d is longer than this row and takes more than %d cells of resource %d"
                                .formatted(slot, cell % Machine.CELLS, resource)));
            }
        }
        for (int column = 0; column < BACKLOG_COLUMNS; column++) {
            columns.add(Feature.share(
                    "backlog_" + column, "1 where the backlog has more than 3 × row + " + column + " jobs"));
        }
        columns.add(Feature.share("silence", "steps since the last job came, at most 10, divided by 10"));
        return new Observation(Machine.HORIZON, "step to come", columns);
    }

    @Override
    public void write(float[] into, int offset) {
        Arrays.fill(into, offset, offset + observation.size(), 0);
        float silence = (float) yard.silence() / Yard.LONGEST_SILENCE;
        int at = offset;
        for (int row = 0; row < Machine.HORIZON; row++) {
            for (int resource = 0; resource < Machine.RESOURCES; resource++) {
                for (int cell = 0; cell < Machine.CELLS; cell++) {
                    into[at++] = yard.machine().shown(resource, row, cell);
                }
                at = writeSlots(into, at, row, resource);
            }
            for (int column = 0; column < BACKLOG_COLUMNS; column++) {
                into[at++] = row * BACKLOG_COLUMNS + column < yard.waiting() ? 1 : 0;
            }
            into[at++] = silence;
        }
    }

    private int writeSlots(float[] into, int from, int row, int resource) {
        int at = from;
        for (int slot = 0; slot < slots; slot++) {
            if (yard.length(slot) > row) {
                Arrays.fill(into, at, at + yard.demand(slot, resource), 1);
            }
            at += Machine.CELLS;
        }
        return at;
    }
}
