package io.berth.spec.input;

import java.util.Collection;
import java.util.Locale;

/** The known name that a mistyped one most likely means, by edit distance with transpositions (optimal string alignment). */
public final class NearestName {
    /** Longer names are not typed by hand; the distance costs the product of the lengths. */
    private static final int LONGEST = 100;

    private NearestName() {}

    /**
     * The nearest of {@code known}, the first of equals, or empty where all are too far: more edits than a third of the
     * name's length, and at least one is always granted.
     */
    public static String of(String given, Collection<String> known) {
        if (given.length() > LONGEST) {
            return "";
        }
        String nearest = "";
        int fewest = Math.max(1, given.length() / 3) + 1;
        for (String name : known) {
            int edits = distance(given.toLowerCase(Locale.ROOT), name.toLowerCase(Locale.ROOT));
            if (edits < fewest) {
                fewest = edits;
                nearest = name;
            }
        }
        return nearest;
    }

    private static int distance(String a, String b) {
        int[][] edits = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            edits[i][0] = i;
        }
        for (int j = 0; j <= b.length(); j++) {
            edits[0][j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            for (int j = 1; j <= b.length(); j++) {
                edits[i][j] = step(edits, a, b, i, j);
            }
        }
        return edits[a.length()][b.length()];
    }

    private static int step(int[][] edits, String a, String b, int i, int j) {
        boolean same = a.charAt(i - 1) == b.charAt(j - 1);
        int fewest = Math.min(edits[i - 1][j - 1] + (same ? 0 : 1), Math.min(edits[i - 1][j], edits[i][j - 1]) + 1);
        boolean swapped = i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
        return swapped ? Math.min(fewest, edits[i - 2][j - 2] + 1) : fewest;
    }
}
