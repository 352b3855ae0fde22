package io.berth.spec.mig;

import io.berth.core.cluster.device.mig.MigProfile;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * GPUs that MIG cuts alike.
 *
 * @param name of these GPUs, with their memory where others share the model name
 * @param model the words of the model by which they are known, such as {@code H100}
 * @param gigabytes the memory that their name says
 * @param devices PCI device numbers, four digits in hexadecimal; empty where none was seen
 * @param profiles in what they are cut
 */
public record MigChip(String name, String model, int gigabytes, List<String> devices, List<MigProfile> profiles) {
    private static final long GIB = 1L << 30;
    /** Compute slices, memory slices and starts of the profiles of a GPU of seven compute slices. */
    private static final List<Size> OF_SEVEN = List.of(
            new Size(1, 1, List.of(0, 1, 2, 3, 4, 5, 6)),
            new Size(1, 2, List.of(0, 2, 4, 6)),
            new Size(2, 2, List.of(0, 2, 4)),
            new Size(3, 4, List.of(0, 4)),
            new Size(4, 4, List.of(0)),
            new Size(7, 8, List.of(0)));

    private static final List<Size> OF_FOUR =
            List.of(new Size(1, 1, List.of(0, 1, 2, 3)), new Size(2, 2, List.of(0, 2)), new Size(4, 4, List.of(0)));

    /** A profile without the memory of a chip. */
    private record Size(int compute, int slices, List<Integer> starts) {
        MigProfile of(int gigabytes) {
            return new MigProfile(compute + "g." + gigabytes + "gb", compute, slices, gigabytes * GIB, starts);
        }
    }

    /** A GPU of seven compute slices: the GB of its instances by 1g, 1g of two memory slices, 2g, 3g, 4g and 7g. */
    static MigChip seven(String model, String devices, int... gigabytes) {
        return of(model, devices, OF_SEVEN, gigabytes);
    }

    /** A GPU of four compute slices: the GB of its instances by 1g, 2g and 4g. */
    static MigChip four(String model, String devices, int... gigabytes) {
        return of(model, devices, OF_FOUR, gigabytes);
    }

    private static MigChip of(String model, String devices, List<Size> sizes, int[] gigabytes) {
        List<MigProfile> profiles = new ArrayList<>();
        for (int i = 0; i < sizes.size(); i++) {
            profiles.add(sizes.get(i).of(gigabytes[i]));
        }
        int all = gigabytes[gigabytes.length - 1];
        List<String> numbers = devices.isEmpty() ? List.of() : List.of(devices.split(" "));
        return new MigChip(model + " " + all + " GB", model, all, numbers, profiles);
    }

    /** The names of its profiles, the smallest first. */
    public List<String> names() {
        return profiles.stream().map(MigProfile::name).toList();
    }

    /** True where {@code text}, such as {@code NVIDIA H100 80GB HBM3}, names its model. */
    public boolean named(String text) {
        return words(text).contains(words(model));
    }

    private static String words(String text) {
        return " " + text.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]+", " ").strip() + " ";
    }
}
