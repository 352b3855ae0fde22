package io.berth.optimize.file;

import io.berth.spec.input.InputException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * How many numbers stand in each line of a text. That is layout and means nothing, but where the count of all is wrong, and each row
 * has a line of its own, it tells which row it is.
 */
final class RowCounts {
    private RowCounts() {}

    /** How many words stand in the first line that has any; 0 where there is none. */
    static int firstLine(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            int words = 0;
            boolean within = false;
            for (int next = in.read(), bytes = 0; next >= 0 && bytes < 1000; next = in.read(), bytes++) {
                if (next == '\n' && words > 0) {
                    return words;
                }
                words += next > ' ' && !within ? 1 : 0;
                within = next > ' ';
            }
            return words;
        } catch (IOException e) {
            throw new InputException(file.toString(), "cannot be read: " + e.getMessage());
        }
    }

    /** The words {@code ; line 5 has 14 numbers, not 15}, or empty where lines are no rows. */
    static String hint(Path file, int agents, int tasks) {
        if (!Files.isRegularFile(file)) {
            return "";
        }
        try (InputStream in = Files.newInputStream(file)) {
            return hint(new NumberStream(file.toString(), in), agents, tasks);
        } catch (IOException | InputException e) {
            // Only a hint is lost.
            return "";
        }
    }

    private static String hint(NumberStream numbers, int agents, int tasks) {
        String found = "";
        long line = 0;
        int rows = -1;
        int count = 0;
        boolean more = numbers.next();
        while (more) {
            count = numbers.line() == line ? count + 1 : 1;
            line = numbers.line();
            more = numbers.next();
            if (more && numbers.line() == line) {
                continue;
            }
            rows++;
            int wanted = rows == 0 ? 2 : rows > 2 * agents ? agents : tasks;
            if (found.isEmpty() && count != wanted) {
                found = "; line " + line + " has " + count + " numbers, not " + wanted;
            }
        }
        return rows == 2 * agents + 1 ? found : "";
    }
}
