package io.berth.learn.environment.deeprm;

import java.util.Locale;

/**
 * What may differ between games of DeepRM.
 *
 * @param slots how many waiting jobs can be chosen from; the rest is only counted
 * @param end when an episode ends
 * @param cap steps of time after which {@link End#ALL_DONE} is cut off
 * @param view what an agent sees
 * @param mask true to forbid slots that are empty or whose job fits nowhere; the original allows them, as a step of time
 * @param lateRemoval true as in the original: of two finished jobs that are neighbours in the list of running ones, the second
 *     stays, and is paid for, a step longer, because the original removes from the list it walks through
 * @param colours true to draw each job of the image in a colour of its own, as the original does (one of 39 from 1/40 to 39/40, by
 *     chance); false to draw all as 1, so that the picture shows only what is taken
 */
public record Rules(int slots, End end, int cap, View view, boolean mask, boolean lateRemoval, boolean colours) {
    /** Steps of time until the original cuts an episode off. */
    public static final int CAP = 200;

    /** When an episode ends. */
    public enum End {
        /** When no more jobs come. */
        NO_NEW_JOB,
        /** When no more jobs come and all are done. */
        ALL_DONE;

        /** Its name in configuration. */
        public String key() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** What an agent sees. */
    public enum View {
        /** A picture: a row for each step to come, blocks of cells for what is taken and for what waits. */
        IMAGE,
        /** The numbers of what the picture shows, in one row. */
        COMPACT,
        /** A row of numbers for each slot, and one for letting a step pass. */
        SLOTS;

        /** Its name in configuration. */
        public String key() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** The one of that name. */
        public static View of(String key) {
            for (View view : values()) {
                if (view.key().equals(key)) {
                    return view;
                }
            }
            throw new IllegalArgumentException("There is no view (" + key + ").");
        }
    }

    /** @throws IllegalArgumentException where there is no slot or the cap is below 1 */
    public Rules {
        if (slots < 1 || cap < 1) {
            throw new IllegalArgumentException(
                    "The slots (" + slots + ") and the cap (" + cap + ") must be at least 1.");
        }
    }

    /** As published: everything allowed, seen as an image, with the program's quirks. */
    public static Rules published(int slots, End end) {
        return new Rules(slots, end, CAP, View.IMAGE, false, true, false);
    }

    /** The same, seen as {@code view}. */
    public Rules seenAs(View view) {
        return new Rules(slots, end, cap, view, mask, lateRemoval, colours);
    }

    /** The same with what passes time by mistake forbidden. */
    public Rules masked() {
        return new Rules(slots, end, cap, view, true, lateRemoval, colours);
    }

    /** The same, cut off after {@code steps} of time. */
    public Rules cutOffAfter(int steps) {
        return new Rules(slots, end, steps, view, mask, lateRemoval, colours);
    }

    /** The same with finished jobs removed at once. */
    public Rules withPromptRemoval() {
        return new Rules(slots, end, cap, view, mask, false, colours);
    }

    /** The same with jobs drawn in colours. */
    public Rules coloured() {
        return new Rules(slots, end, cap, view, mask, lateRemoval, true);
    }
}
