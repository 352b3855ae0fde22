package io.berth.sim.table.gavel;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A published figure.
 *
 * @param trace {@code single} or {@code multi}: whether jobs may have several devices
 * @param perHour how many jobs come an hour, as it is printed
 * @param hours from arrival to end, in the mean
 */
record Target(String trace, Policy policy, String perHour, double hours) {
    private static final String FILE = "published.csv";

    static List<Target> all() {
        try (InputStream in = Target.class.getResourceAsStream(FILE)) {
            if (in == null) {
                throw new IllegalStateException("The program lacks its file (" + FILE + ").");
            }
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return text.lines().skip(1).map(Target::of).toList();
        } catch (IOException e) {
            throw new IllegalStateException("The file (" + FILE + ") of the program cannot be read.", e);
        }
    }

    private static Target of(String line) {
        String[] fields = line.split(",", -1);
        return new Target(fields[0], Policy.of(fields[1]), fields[2], Double.parseDouble(fields[3]));
    }
}
