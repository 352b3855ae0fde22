package io.berth.core.cluster.device.mig;

import java.util.List;

/** What MIG makes of the devices of a set. */
public sealed interface Mig {
    /** Nothing: they are whole. */
    Mig OFF = new Off();

    /** They are whole. */
    record Off() implements Mig {}

    /**
     * Each of the devices is an instance that is there already.
     *
     * @param profile what kind of instance
     * @param plain true where it counts as any other device too, so that who asks for a whole device or for a share of one may get it
     *     (NVIDIA's strategy {@code single}); false where only who asks for an instance does ({@code mixed})
     */
    record Instance(String profile, boolean plain) implements Mig {
        public Instance {
            if (profile.isBlank()) {
                throw new IllegalArgumentException("An instance of a GPU needs the name of its MIG profile.");
            }
        }
    }

    /**
     * They are cut as tasks need them: an instance is made for a task, where no other is, and is there no longer than it.
     *
     * @param profiles in what sizes, each name once
     */
    record Cut(List<MigProfile> profiles) implements Mig {
        /** What a grant may tell apart. */
        public static final int MOST_PROFILES = 32;

        /** All mixes of instances are reckoned with; GPUs that there are have a few thousand candidates for one. */
        private static final long MOST_MIXES = 1 << 16;

        public Cut {
            profiles = List.copyOf(profiles);
            long names = profiles.stream().map(MigProfile::name).distinct().count();
            if (profiles.isEmpty() || profiles.size() > MOST_PROFILES || names < profiles.size()) {
                throw new IllegalArgumentException("A GPU in MIG mode needs 1 to " + MOST_PROFILES
                        + " profiles with different names, not "
                        + profiles.stream().map(MigProfile::name).toList() + ".");
            }
            long mixes = 1;
            for (MigProfile profile : profiles) {
                mixes = StrictMath.min(MOST_MIXES + 1, mixes * (profile.most() + 1));
            }
            if (mixes > MOST_MIXES) {
                throw new IllegalArgumentException(
                        "MIG profiles such as " + profiles.getFirst().name() + " allow too many mixes of instances.");
            }
        }
    }
}
