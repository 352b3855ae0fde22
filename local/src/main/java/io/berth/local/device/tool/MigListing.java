package io.berth.local.device.tool;

import io.berth.core.cluster.device.mig.Mig;
import io.berth.core.cluster.device.mig.MigProfile;
import io.berth.local.device.Accelerator;
import io.berth.local.device.Field;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What {@code nvidia-smi mig} prints: {@code -lgip} the sizes of instances, {@code -lgipp} where each may begin, {@code -lgi} the instances.
 * Lines that are none of theirs are passed over. Source: NVIDIA MIG User Guide, "Creating GPU instances".
 */
public final class MigListing {
    /** Those with media engines or graphics ({@code 1g.10gb+me}) are the same slices, and are not made. */
    private static final Pattern PLAIN = Pattern.compile("([1-9])g\\.([1-9][0-9]{0,3})gb");

    private static final Pattern SIZE = Pattern.compile(
            "\\|\\s*([0-9]{1,4})\\s+MIG (\\S{1,30})\\s+([0-9]{1,4})\\s+[0-9]{1,4}/[0-9]{1,4}\\s+([0-9.]{1,12})\\s.*");
    private static final Pattern PLACES = Pattern.compile(
            "GPU\\s+([0-9]{1,4})\\s+Profile ID\\s+([0-9]{1,4})\\s+Placements?\\s*:\\s*\\{([0-9,\\s]{1,80})}\\s*:\\s*([0-9]{1,2})\\s*");
    private static final Pattern INSTANCE = Pattern.compile(
            "\\|\\s*([0-9]{1,4})\\s+MIG (\\S{1,30})\\s+([0-9]{1,4})\\s+([0-9]{1,4})\\s+([0-9]{1,2})\\s*:\\s*([0-9]{1,2})\\s*\\|.*");

    private MigListing() {}

    /**
     * An instance that is there.
     *
     * @param profile its size, such as {@code 1g.10gb}
     * @param id its number on the GPU, by which it is removed
     * @param start the memory slice at which it begins
     * @param slices how many it has
     */
    public record Row(String profile, int id, int start, int slices) {}

    /** Where instances of one size may begin, and how many memory slices they have. */
    private record Places(List<Integer> starts, int slices) {
        int end() {
            return starts.getLast() + slices;
        }
    }

    /**
     * The sizes in which instances of {@code device} may be made, the smallest first; none where what was printed makes no sense.
     *
     * @param sizes what {@code -lgip} printed
     * @param places what {@code -lgipp} printed
     */
    public static List<MigProfile> profiles(Accelerator device, String sizes, String places) {
        SortedMap<Integer, Places> known = places(device.index(), places);
        int all = known.values().stream().mapToInt(Places::end).max().orElse(0);
        SortedMap<String, MigProfile> profiles = new TreeMap<>();
        for (String line : Field.plain(sizes).lines().toList()) {
            Matcher size = SIZE.matcher(line.strip());
            boolean here = size.matches() && Field.index(size.group(1)) == device.index();
            Places at = here ? known.get(Field.index(size.group(3))) : null;
            Matcher name = PLAIN.matcher(here ? size.group(2) : "");
            if (at != null && name.matches() && at.end() <= MigProfile.MOST_SLICES) {
                long told = (long) (Field.size(size.group(4), Field.GIB));
                long share = device.memoryBytes() * at.slices() / all;
                // By its slices where nothing else is told; never more than those, so that all instances together have
                // what there is.
                long memory = told > 0 && (share == 0 || told <= share) ? told : share;
                profiles.putIfAbsent(
                        name.group(),
                        new MigProfile(
                                name.group(), Integer.parseInt(name.group(1)), at.slices(), memory, at.starts()));
            }
        }
        List<MigProfile> sorted = new ArrayList<>(profiles.values());
        sorted.sort(Comparator.comparingInt(MigProfile::slices).thenComparingInt(MigProfile::compute));
        return usable(sorted) ? sorted : List.of();
    }

    private static boolean usable(List<MigProfile> profiles) {
        try {
            return new Mig.Cut(profiles).profiles().stream().allMatch(each -> each.compute() <= MigProfile.MOST_SLICES);
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static SortedMap<Integer, Places> places(int device, String printed) {
        SortedMap<Integer, Places> places = new TreeMap<>();
        for (String line : Field.plain(printed).lines().toList()) {
            Matcher matcher = PLACES.matcher(line.strip());
            if (matcher.matches() && Field.index(matcher.group(1)) == device) {
                TreeSet<Integer> starts = new TreeSet<>();
                for (String start : matcher.group(3).split(",")) {
                    starts.add(Field.index(start));
                }
                int slices = Field.index(matcher.group(4));
                if (starts.first() >= 0 && slices > 0) {
                    places.putIfAbsent(Field.index(matcher.group(2)), new Places(List.copyOf(starts), slices));
                }
            }
        }
        return places;
    }

    /** The instances of one GPU that {@code -lgi -i} printed. */
    public static List<Row> instances(String printed) {
        List<Row> rows = new ArrayList<>();
        for (String line : Field.plain(printed).lines().toList()) {
            Matcher matcher = INSTANCE.matcher(line.strip());
            if (matcher.matches()) {
                rows.add(new Row(
                        matcher.group(2),
                        Field.index(matcher.group(4)),
                        Field.index(matcher.group(5)),
                        Field.index(matcher.group(6))));
            }
        }
        return rows;
    }
}
