package io.berth.kube.share;

import java.util.ArrayList;
import java.util.List;

/**
 * How HAMi, and Volcano after it, write what containers of a pod get: {@code ID,WORD,MIB,PERCENT:} for each device, {@code ;} between
 * containers.
 */
final class AllocatedText {
    private static final int FIELDS = 4;
    private static final int PERCENT_MILLI = 10;
    private static final long MOST_MIB = 1L << 31;

    private AllocatedText() {}

    /** What each of {@code containers} gets, as text. */
    static List<String> of(int containers, String word, List<ShareGiven> given) {
        List<String> texts = new ArrayList<>();
        for (int container = 0; container < containers; container++) {
            StringBuilder text = new StringBuilder();
            for (ShareGiven part : given) {
                if (part.container() == container) {
                    text.append(part.device().id()).append(',').append(word).append(',');
                    text.append(part.memoryMib()).append(',').append(part.coreMilli() / PERCENT_MILLI);
                    text.append(':');
                }
            }
            texts.add(text.toString());
        }
        return texts;
    }

    /**
     * What {@code text}, the value of annotation {@code key}, gives.
     *
     * @throws ShareException where it is not of that form
     */
    static List<ShareHeld.Part> read(String key, String text) {
        List<ShareHeld.Part> parts = new ArrayList<>();
        for (String container : text.split(";", -1)) {
            for (String device : container.split(":", -1)) {
                if (!device.isBlank()) {
                    parts.add(part(key, device));
                }
            }
        }
        return parts;
    }

    private static ShareHeld.Part part(String key, String device) {
        String[] fields = device.split(",", -1);
        if (fields.length != FIELDS || fields[0].isBlank()) {
            throw Whole.wrong("annotation " + key, device, "ID,TYPE,MIB,PERCENT for each device");
        }
        long mib = Whole.read("the memory of annotation " + key, fields[2], 0, MOST_MIB);
        // Agents may be told to sell more compute than there is.
        long percent = Whole.read("the compute of annotation " + key, fields[3], 0, 10_000);
        return new ShareHeld.Part(fields[0], mib, (int) percent * PERCENT_MILLI);
    }
}
