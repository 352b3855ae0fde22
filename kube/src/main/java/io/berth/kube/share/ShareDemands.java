package io.berth.kube.share;

import io.berth.core.workload.DeviceDemand;
import io.berth.core.workload.DeviceDemand.Acceptable;
import io.berth.core.workload.DeviceDemand.Share;
import io.berth.core.workload.DeviceDemand.Whole;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Shares as demands of Berth's core, and grants of it as shares. A demand has a share of one device or whole ones: who asks for shares of
 * several devices holds these whole.
 */
final class ShareDemands {
    private static final int MIB = 20;

    private ShareDemands() {}

    static long bytes(long mib) {
        return mib << MIB;
    }

    /** What {@code asked} comes to among devices of {@code models}. */
    static DeviceDemand asked(ShareAsk asked, Models models) {
        List<String> known = models.of(asked.kind(), asked.models());
        if (known.isEmpty() && models.count(asked.kind()) > 0) {
            throw new ShareException("no device that is shared is of a type that it asks for");
        }
        ShareAsk.Part part = asked.parts().getFirst();
        if (asked.devices() > 1 || part.whole()) {
            return new Whole(asked.devices(), leastBytes(asked), acceptable(asked.kind(), known, models));
        }
        if (!asked.ofDevice()) {
            return share(part.coreMilli(), bytes(part.memory().mib()), acceptable(asked.kind(), known, models));
        }
        long of = models.commonMib(asked.kind(), known);
        long mib = part.memory().mib(of);
        if (mib == 0 && part.coreMilli() == 0) {
            throw new ShareException("no device is shared of which it could have a part");
        }
        List<String> alike = models.ofSize(asked.kind(), known, of);
        return share(part.coreMilli(), bytes(mib), acceptable(asked.kind(), alike, models));
    }

    /** What each device must have at least. */
    private static long leastBytes(ShareAsk asked) {
        return asked.parts().stream()
                .mapToLong(part -> bytes(part.memory().mib()))
                .max()
                .orElse(0);
    }

    private static DeviceDemand share(int milli, long bytes, Acceptable of) {
        return DeviceDemand.of(1, milli, bytes, of);
    }

    /** All models where all that are known will do, so that a further one changes nothing. */
    private static Acceptable acceptable(String kind, List<String> which, Models models) {
        return new Acceptable(kind, which.size() == models.count(kind) ? List.of() : which);
    }

    /** What a pod of {@code held} keeps from others on a node of {@code devices}. */
    static DeviceDemand held(ShareHeld held, List<SharedDevice> devices) {
        Map<String, ShareHeld.Part> byDevice = byDevice(held);
        ShareHeld.Part only = byDevice.values().iterator().next();
        SharedDevice device = devices.stream()
                .filter(one -> one.id().equals(only.device()))
                .findFirst()
                .orElse(null);
        String kind = device == null ? Acceptable.GPU : device.kind();
        Acceptable any = new Acceptable(kind, List.of());
        boolean whole = only.coreMilli() >= DeviceDemand.WHOLE_MILLI
                || device != null && only.memoryMib() >= device.memoryMib()
                || only.coreMilli() == 0 && only.memoryMib() == 0;
        return byDevice.size() > 1 || whole
                ? new Whole(byDevice.size(), 0, any)
                : new Share(only.coreMilli(), bytes(only.memoryMib()), any);
    }

    /** What containers of one pod have on one device together. */
    private static Map<String, ShareHeld.Part> byDevice(ShareHeld held) {
        Map<String, ShareHeld.Part> byDevice = new LinkedHashMap<>();
        for (ShareHeld.Part part : held.parts()) {
            byDevice.merge(
                    part.device(),
                    part,
                    (one, other) -> new ShareHeld.Part(
                            one.device(),
                            one.memoryMib() + other.memoryMib(),
                            Math.min(DeviceDemand.WHOLE_MILLI, one.coreMilli() + other.coreMilli())));
        }
        return byDevice;
    }

    /** The places of what is held among {@code devices}. */
    static long mask(ShareHeld held, List<SharedDevice> devices) {
        long mask = 0;
        for (int place = 0; place < devices.size(); place++) {
            String id = devices.get(place).id();
            mask |= held.parts().stream().anyMatch(part -> part.device().equals(id)) ? 1L << place : 0;
        }
        return mask;
    }

    /**
     * Which container gets what of the devices of {@code mask}, the first container the first of them.
     *
     * @param demand by which they are held: nobody is given more
     */
    static List<ShareGiven> given(ShareAsk asked, DeviceDemand demand, long mask, List<SharedDevice> devices) {
        if (Long.bitCount(mask) != asked.devices() || Long.SIZE - Long.numberOfLeadingZeros(mask) > devices.size()) {
            throw new ShareException("its devices are others than when it was placed");
        }
        List<ShareGiven> given = new ArrayList<>();
        long left = mask;
        for (ShareAsk.Part part : asked.parts()) {
            for (int i = 0; i < part.devices(); i++) {
                SharedDevice device = devices.get(Long.numberOfTrailingZeros(left));
                long mib = demand instanceof Share share && share.memoryBytes() > 0
                        ? share.memoryBytes() >> MIB
                        : part.memory().mib(device.memoryMib());
                given.add(new ShareGiven(part.container(), device, mib, part.coreMilli()));
                left &= left - 1;
            }
        }
        return given;
    }
}
