package io.berth.local.mig;

import io.berth.local.launch.folder.TaskKey;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An instance that Berth made, or was about to make.
 *
 * @param gpu the UUID of the GPU
 * @param profile its size, such as {@code 1g.10gb}
 * @param start the memory slice at which it begins
 * @param slices how many it has
 * @param id its number on the GPU; {@link #UNKNOWN} while nobody knows whether it is there
 * @param uuid the name by which CUDA takes it; empty where it is not known
 * @param holder the start of a task that has it; null where nobody does
 */
record MadeInstance(
        String gpu,
        String profile,
        int start,
        int slices,
        int id,
        String uuid,
        @Nullable TaskKey holder) {
    static final int UNKNOWN = -1;
    private static final String NOTHING = "-";
    private static final Pattern LINE =
            Pattern.compile("([A-Za-z0-9/-]{1,80}) ([0-9a-z.]{1,30}) ([0-7]) ([1-8]) (-1|[0-9]{1,4})"
                    + " ([A-Za-z0-9/-]{1,120}) ([0-9a-z-]{1,120})");

    /** The same as {@code newUuid}, instance {@code newId} of its GPU. */
    MadeInstance known(int newId, String newUuid) {
        return new MadeInstance(gpu, profile, start, slices, newId, newUuid, holder);
    }

    /** The same held by {@code newHolder}. */
    MadeInstance heldBy(@Nullable TaskKey newHolder) {
        return new MadeInstance(gpu, profile, start, slices, id, uuid, newHolder);
    }

    /** True where it is on the place of {@code other}, or in its way. */
    boolean meets(MadeInstance other) {
        return gpu.equals(other.gpu) && start < other.start + other.slices && other.start < start + slices;
    }

    /** True where the two are one size at one place. */
    boolean isAt(MadeInstance other) {
        return gpu.equals(other.gpu) && profile.equals(other.profile) && start == other.start;
    }

    /** As a line of a file. */
    String line() {
        String name = uuid.isEmpty() ? NOTHING : uuid;
        TaskKey key = holder;
        return String.join(
                " ",
                gpu,
                profile,
                String.valueOf(start),
                String.valueOf(slices),
                String.valueOf(id),
                name,
                key == null ? NOTHING : key.name());
    }

    /** What {@link #line} wrote; null where {@code line} is no such. */
    static @Nullable MadeInstance parse(String line) {
        Matcher matcher = LINE.matcher(line);
        if (!matcher.matches()) {
            return null;
        }
        String uuid = matcher.group(6);
        return new MadeInstance(
                matcher.group(1),
                matcher.group(2),
                Integer.parseInt(matcher.group(3)),
                Integer.parseInt(matcher.group(4)),
                Integer.parseInt(matcher.group(5)),
                uuid.equals(NOTHING) ? "" : uuid,
                TaskKey.parse(matcher.group(7)));
    }
}
