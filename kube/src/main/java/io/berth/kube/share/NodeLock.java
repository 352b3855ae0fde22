package io.berth.kube.share;

import io.berth.kube.object.ObjectKey;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;

/**
 * An annotation of a node by which one pod at a time is bound there: the agent finds the pod that it is asked about by it, and takes it
 * away when the pod has its devices.
 *
 * @param key of the annotation
 * @param names true where it says for which pod
 */
public record NodeLock(String key, boolean names) {
    /** An agent that has not taken it away by then never will. */
    public static final long LONGEST_SECONDS = 300;

    /** Its value from {@code now} on. */
    public String value(ObjectKey pod, Instant now) {
        String since = now.truncatedTo(ChronoUnit.SECONDS).toString();
        return names ? since + "," + pod.namespace() + "," + pod.name() : since;
    }

    /** True where {@code value} keeps {@code pod} from being bound at {@code now}: one that cannot be read does until somebody takes it away. */
    public boolean holds(String value, ObjectKey pod, Instant now) {
        if (isOf(value, pod)) {
            return false;
        }
        int end = value.indexOf(',');
        try {
            Instant since = OffsetDateTime.parse(end < 0 ? value : value.substring(0, end))
                    .toInstant();
            return now.isBefore(since.plusSeconds(LONGEST_SECONDS));
        } catch (DateTimeException e) {
            return true;
        }
    }

    /** True where {@code value} was written for {@code pod}. */
    private boolean isOf(String value, ObjectKey pod) {
        return names && value.endsWith("," + pod.namespace() + "," + pod.name());
    }
}
