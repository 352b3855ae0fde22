package io.berth.kube.share;

import io.berth.kube.object.Quantity;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Whole numbers that pods say, which are taken as they are or not at all. */
final class Whole {
    /** Nothing has more, whatever its unit. */
    private static final long MOST = 1L << 40;

    private Whole() {}

    /** How much of {@code resource} is asked for; null where nothing is said. */
    static @Nullable Long of(Map<String, String> requests, String resource, long most) {
        String quantity = requests.get(resource);
        return quantity == null ? null : read(resource, quantity, 0, most);
    }

    /** The same of anything, without a bound of its own. */
    static @Nullable Long of(Map<String, String> requests, String resource) {
        return of(requests, resource, MOST);
    }

    /** {@code text}, the value of {@code key}, a quantity of {@code least} to {@code most}. */
    static long read(String key, String text, long least, long most) {
        long milli = -1;
        try {
            milli = Quantity.milli(text);
        } catch (IllegalArgumentException e) {
            // The same words as for a number out of range.
        }
        if (milli < 0 || milli % 1000 != 0 || milli / 1000 < least || milli / 1000 > most) {
            String allowed = most == MOST ? "a whole number" : "a whole number from " + least + " to " + most;
            throw wrong(key, text, allowed);
        }
        return milli / 1000;
    }

    /** {@code key} must be {@code allowed}. */
    static ShareException wrong(String key, String text, String allowed) {
        String shown = text.length() > 80 ? text.substring(0, 80) + " …" : text;
        return new ShareException(
                key + " must be " + allowed + ", but is \"" + io.berth.spec.input.Quote.oneLine(shown) + "\"");
    }
}
