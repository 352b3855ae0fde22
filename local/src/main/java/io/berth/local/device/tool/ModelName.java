package io.berth.local.device.tool;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The model of a device without its maker, form factor and memory, so that a job can ask for {@code H100} and every H100
 * answers. The memory is a figure of its own.
 */
final class ModelName {
    /** Makers, families, form factors, sizes and words of marketing; compared without case. */
    private static final Pattern NOISE = Pattern.compile(
            "(?i)nvidia|amd|huawei|tesla|instinct|geforce|quadro|radeon|graphics|gpu|sxm[0-9]?|pcie|oam|nvl|hbm[0-9]?e?"
                    + "|[0-9]+ ?gb|ac|mba|generation|server|workstation|edition|series|device|mig|[0-9]c?g?\\.[0-9]+gb.*");

    private static final Pattern ASIDE = Pattern.compile("\\([^)]*\\)|\\[[^]]*]|/.*");
    private static final Pattern ASCEND = Pattern.compile("(?i)(?:ascend)?[ -]?([0-9]{3}[0-9a-z_-]{0,8})");

    private ModelName() {}

    /** {@code NVIDIA H100 80GB HBM3} as {@code H100}, {@code GeForce RTX 4090} as {@code RTX-4090}; never blank. */
    static String of(String raw) {
        List<String> words = new ArrayList<>();
        for (String word : ASIDE.matcher(raw).replaceAll(" ").strip().split("[\\s_-]+")) {
            if (!word.isEmpty() && !NOISE.matcher(word).matches()) {
                words.add(word);
            }
        }
        return words.isEmpty() ? orUnknown(raw) : String.join("-", words);
    }

    /** {@code 910B3} and {@code Ascend910B3} as {@code Ascend910B3}. */
    static String ofAscend(String raw) {
        var matcher = ASCEND.matcher(raw.strip());
        return matcher.matches() ? "Ascend" + matcher.group(1) : orUnknown(raw);
    }

    private static String orUnknown(String raw) {
        String words = raw.strip().replaceAll("\\s+", "-");
        return words.isEmpty() ? "unknown" : words;
    }
}
