package io.berth.core.journal.form;

import io.berth.core.cluster.device.DeviceSet;
import io.berth.core.cluster.device.mig.Mig;
import io.berth.core.cluster.device.mig.MigProfile;
import io.berth.core.journal.bytes.ByteSink;
import io.berth.core.journal.bytes.ByteSource;
import io.berth.core.journal.bytes.CorruptRecordException;
import io.berth.core.journal.field.Codec;
import java.util.ArrayList;
import java.util.List;

/** What MIG makes of devices. */
final class MigForm {
    private static final int OFF = 0;
    private static final int INSTANCE = 1;
    private static final int PLAIN_INSTANCE = 2;
    private static final int CUT = 3;

    private static final Codec<List<Integer>> STARTS = Codec.listOf(Codec.WHOLE);

    private static final Codec<List<MigProfile>> PROFILES = Codec.listOf(Codec.of(
            (profile, sink) -> {
                sink.text(profile.name());
                sink.number(profile.compute());
                sink.number(profile.slices());
                sink.number(profile.memoryBytes());
                STARTS.write(profile.starts(), sink);
            },
            source -> new MigProfile(
                    source.text(), source.integer(), source.integer(), source.number(), STARTS.read(source))));

    static final Codec<Mig> CODEC = Codec.of(MigForm::write, MigForm::read);

    private MigForm() {}

    private static void write(Mig mig, ByteSink sink) {
        switch (mig) {
            case Mig.Off _ -> sink.number(OFF);
            case Mig.Instance instance -> {
                sink.number(instance.plain() ? PLAIN_INSTANCE : INSTANCE);
                sink.text(instance.profile());
            }
            case Mig.Cut cut -> {
                sink.number(CUT);
                PROFILES.write(cut.profiles(), sink);
            }
        }
    }

    private static Mig read(ByteSource source) {
        int kind = source.integer();
        try {
            return switch (kind) {
                case OFF -> Mig.OFF;
                case INSTANCE, PLAIN_INSTANCE -> new Mig.Instance(source.text(), kind == PLAIN_INSTANCE);
                case CUT -> new Mig.Cut(PROFILES.read(source));
                default -> throw new CorruptRecordException("there is no MIG of kind " + kind);
            };
        } catch (IllegalArgumentException e) {
            throw new CorruptRecordException("the MIG of a node: " + e.getMessage());
        }
    }

    /** In the order of the sets; nothing where all are whole. */
    static List<Mig> of(List<DeviceSet> sets) {
        List<Mig> migs = sets.stream().map(DeviceSet::mig).toList();
        return migs.stream().allMatch(mig -> mig instanceof Mig.Off) ? List.of() : migs;
    }

    /** The sets cut by {@code migs}, one each, or nothing. */
    static List<DeviceSet> cut(List<DeviceSet> sets, List<Mig> migs) {
        if (migs.isEmpty()) {
            return sets;
        }
        if (migs.size() != sets.size()) {
            throw new CorruptRecordException(
                    "a node has " + sets.size() + " sets of devices and the MIG of " + migs.size());
        }
        List<DeviceSet> cut = new ArrayList<>(sets.size());
        for (int i = 0; i < sets.size(); i++) {
            cut.add(sets.get(i).withMig(migs.get(i)));
        }
        return cut;
    }
}
