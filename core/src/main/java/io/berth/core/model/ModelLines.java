package io.berth.core.model;

import java.util.List;

/** The lines of a model's text, read one after the other. */
final class ModelLines {
    private final List<String> lines;
    private int read;

    ModelLines(String text) {
        this.lines = text.lines().toList();
    }

    /** A value as its reader makes it. */
    interface Reading<T> {
        T of(String text);
    }

    /** What is made of all that was read. */
    interface Making<T> {
        T get();
    }

    String next() {
        if (read == lines.size()) {
            throw new InvalidModelException(read + 1, "ends too early: it was cut");
        }
        return lines.get(read);
    }

    String value(String key) {
        String line = next();
        read++;
        if (!line.startsWith(key + " ")) {
            String begin = line.length() > 40 ? line.substring(0, 40) + "…" : line;
            throw wrong("should say (" + key + "), not (" + begin + ")");
        }
        return line.substring(key.length() + 1);
    }

    <T> T parsed(String key, Reading<T> reading) {
        String text = value(key);
        try {
            return reading.of(text);
        } catch (IllegalArgumentException e) {
            throw wrong(key + " (" + text + "): " + e.getMessage());
        }
    }

    float[] numbers(int count) {
        float[] numbers = new float[count];
        int known = 0;
        while (known < count) {
            String line = next();
            read++;
            for (String number : line.split(" ")) {
                if (known == count) {
                    throw wrong("has more parameters than it tells of");
                }
                numbers[known++] = number(number);
            }
        }
        return numbers;
    }

    private float number(String text) {
        try {
            float number = Float.parseFloat(text);
            if (Float.isFinite(number)) {
                return number;
            }
        } catch (NumberFormatException _) {
            // Told below: a word is as wrong as a number that is none.
        }
        throw wrong("has a parameter (" + text + ") that is no finite number");
    }

    <T> T checked(Making<T> making) {
        try {
            return making.get();
        } catch (IllegalArgumentException e) {
            throw wrong(String.valueOf(e.getMessage()));
        }
    }

    InvalidModelException wrong(String problem) {
        return new InvalidModelException(Math.max(read, 1), problem);
    }
}
