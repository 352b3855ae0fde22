package io.berth.spec.mig;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The GPUs that MIG can cut.
 *
 * <p>Sources: names and numbers of profiles by GPU: NVIDIA mig-parted, {@code deployments/systemd/config-default.yaml}, by PCI device
 * number, and of GB200 with 186 GB, B300 and GB300 NVIDIA's MIG user guide. Memory slices and starts: what {@code nvidia-smi mig -lgipp}
 * prints on A100 with 40 GB, H100 and H100 NVL. <b>For Blackwell (B200 and after, RTX PRO 6000) no print of the starts was found</b>: they
 * are taken to be those of Hopper, and of RTX PRO 6000 those of A30; all that is known is that {@code 3g.90gb} takes four of eight memory
 * slices. Profiles with media engines ({@code +me}) or graphics ({@code +gfx}) are left out: they are the same slices.
 */
public final class MigChips {
    private static final double GIB = 1L << 30;

    /** Of one model name the first is meant where nobody says how much memory it has. */
    public static final List<MigChip> ALL = List.of(
            MigChip.four("A30", "20B7", 6, 12, 24),
            MigChip.seven("A100", "20B0 20B1 20F1 20F6", 5, 10, 10, 20, 20, 40),
            MigChip.seven("A100", "20B2 20B5 20F3 20F5", 10, 20, 20, 40, 40, 80),
            MigChip.seven("H100", "2330 2331 2322 2324", 10, 20, 20, 40, 40, 80),
            MigChip.seven("H100", "2321 233A", 12, 24, 24, 47, 47, 94),
            MigChip.seven("H100", "233D", 12, 24, 24, 48, 48, 96),
            MigChip.seven("H20", "2329", 12, 24, 24, 48, 48, 96),
            MigChip.seven("GH200", "2342", 12, 24, 24, 48, 48, 96),
            MigChip.seven("GH200", "2348", 18, 36, 36, 72, 72, 144),
            MigChip.seven("H200", "2335 233B", 18, 35, 35, 71, 71, 141),
            MigChip.seven("B200", "2901", 23, 45, 45, 90, 90, 180),
            MigChip.seven("GB200", "", 23, 45, 45, 95, 95, 189),
            MigChip.seven("GB200", "2941", 23, 47, 47, 93, 93, 186),
            MigChip.seven("B300", "3182", 34, 67, 67, 135, 135, 269),
            MigChip.seven("GB300", "31C2", 35, 70, 70, 139, 139, 278),
            MigChip.four("RTX PRO 6000", "2BB5", 24, 48, 96));

    private MigChips() {}

    /**
     * The GPU that {@code model} names, the one of most nearly {@code memoryBytes} where several have the name; null where MIG is not
     * known to cut any that is called so.
     *
     * @param memoryBytes 0 where it is unknown
     */
    public static @Nullable MigChip find(String model, long memoryBytes) {
        MigChip found = null;
        double least = Double.MAX_VALUE;
        double gigabytes = memoryBytes > 0 ? memoryBytes / GIB : said(model);
        for (MigChip chip : ALL) {
            double off = gigabytes > 0 ? Math.abs(chip.gigabytes() - gigabytes) : 0;
            if (chip.named(model) && off < least) {
                found = chip;
                least = off;
            }
        }
        return found;
    }

    /** The GPU of a PCI device number, {@code 0x233010DE} or {@code 2330}; null where none is known. */
    public static @Nullable MigChip ofDevice(String number) {
        String text = number.toUpperCase(Locale.ROOT).replaceFirst("^0X", "").replaceFirst("10DE$", "");
        for (MigChip chip : ALL) {
            if (chip.devices().contains(text)) {
                return chip;
            }
        }
        return null;
    }

    /** The names of all profiles that any GPU has, each once. */
    public static LinkedHashSet<String> profiles() {
        LinkedHashSet<String> names = new LinkedHashSet<>();
        ALL.forEach(chip -> names.addAll(chip.names()));
        return names;
    }

    /** The names of the models, each once. */
    public static LinkedHashSet<String> models() {
        LinkedHashSet<String> models = new LinkedHashSet<>();
        ALL.forEach(chip -> models.add(chip.model()));
        return models;
    }

    /** The GB that stand in a name such as {@code NVIDIA A100-SXM4-80GB}; 0 for none. */
    private static int said(String model) {
        for (String word : model.toUpperCase(Locale.ROOT).split("[^A-Z0-9]+")) {
            if (word.matches("\\d{2,3}GB")) {
                return Integer.parseInt(word.substring(0, word.length() - 2));
            }
        }
        return 0;
    }
}
