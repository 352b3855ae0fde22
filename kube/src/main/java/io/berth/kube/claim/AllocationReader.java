package io.berth.kube.claim;

import io.berth.kube.claim.Allocation.Result;
import io.berth.kube.claim.Allocation.Share;
import io.berth.kube.claim.DeviceClaim.Consumer;
import io.berth.kube.claim.DeviceClaim.Said;
import io.berth.kube.object.Meta;
import io.berth.kube.object.NodeAffinity;
import io.berth.kube.wire.Message;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** How the status of one claim is read. */
final class AllocationReader {
    private final List<Consumer> reserved = new ArrayList<>();
    private final List<Said> said = new ArrayList<>();
    private @Nullable Allocation allocation;

    @Nullable
    Allocation allocation() {
        return allocation;
    }

    List<Consumer> reserved() {
        return List.copyOf(reserved);
    }

    List<Said> said() {
        return List.copyOf(said);
    }

    /** {@code v1 ResourceClaimStatus}. */
    boolean status(Message message) {
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> allocation = message.message(AllocationReader::result);
                case 2 -> reserved.add(message.message(AllocationReader::consumer));
                case 4 -> said.add(message.message(AllocationReader::device));
                default -> message.skip();
            }
        }
        return true;
    }

    /** {@code v1 AllocationResult}. */
    private static Allocation result(Message message) {
        List<Result> results = new ArrayList<>();
        List<Configuration> configuration = new ArrayList<>();
        NodeAffinity where = null;
        long seconds = 0;
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> message.message(devices -> devices(devices, results, configuration));
                case 3 -> where = message.message(NodeAffinity::ofSelector);
                case 5 -> seconds = message.message(Meta::seconds);
                default -> message.skip();
            }
        }
        return new Allocation(List.copyOf(results), List.copyOf(configuration), where, seconds);
    }

    /** {@code v1 DeviceAllocationResult}. */
    private static boolean devices(Message message, List<Result> results, List<Configuration> configuration) {
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> results.add(message.message(inner -> new ResultReader().read(inner)));
                case 2 -> configuration.add(message.message(inner -> Parts.configuration(inner, 1, 2, 3, false)));
                default -> message.skip();
            }
        }
        return true;
    }

    /** {@code v1 ResourceClaimConsumerReference}. */
    private static Consumer consumer(Message message) {
        String group = "";
        String resource = "";
        String name = "";
        String uid = "";
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> group = message.text();
                case 3 -> resource = message.text();
                case 4 -> name = message.text();
                case 5 -> uid = message.text();
                default -> message.skip();
            }
        }
        return new Consumer(group, resource, name, uid);
    }

    /** {@code v1 AllocatedDeviceStatus}. */
    private static Said device(Message message) {
        String driver = "";
        String pool = "";
        String device = "";
        String share = "";
        Map<String, String> conditions = new TreeMap<>();
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> driver = message.text();
                case 2 -> pool = message.text();
                case 3 -> device = message.text();
                case 4 -> message.message(condition -> condition(condition, conditions));
                case 7 -> share = message.text();
                default -> message.skip();
            }
        }
        return new Said(new Allocation.Id(driver, pool, device), share, conditions);
    }

    /** {@code meta/v1 Condition}. */
    private static boolean condition(Message message, Map<String, String> into) {
        String type = "";
        String status = "";
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> type = message.text();
                case 2 -> status = message.text();
                default -> message.skip();
            }
        }
        into.put(type, status);
        return true;
    }

    /** {@code v1 DeviceRequestAllocationResult}. */
    private static final class ResultReader {
        private final List<DeviceToleration> tolerations = new ArrayList<>();
        private final List<String> awaited = new ArrayList<>();
        private final List<String> failures = new ArrayList<>();
        private final Map<String, BigDecimal> consumed = new TreeMap<>();
        private String request = "";
        private String driver = "";
        private String pool = "";
        private String device = "";
        private String share = "";
        private boolean admin;

        Result read(Message message) {
            for (int field = message.next(); field != 0; field = message.next()) {
                field(field, message);
            }
            return new Result(
                    request,
                    new Allocation.Id(driver, pool, device),
                    admin,
                    share.isEmpty() ? null : new Share(share, consumed),
                    new BindingConditions(false, List.copyOf(awaited), List.copyOf(failures)),
                    List.copyOf(tolerations));
        }

        private void field(int field, Message message) {
            switch (field) {
                case 1 -> request = message.text();
                case 2 -> driver = message.text();
                case 3 -> pool = message.text();
                case 4 -> device = message.text();
                case 5 -> admin = message.flag();
                case 6 -> tolerations.add(message.message(Parts::toleration));
                case 7 -> awaited.add(message.text());
                case 8 -> failures.add(message.text());
                case 9 -> share = message.text();
                case 10 -> Parts.amount(message, consumed);
                default -> message.skip();
            }
        }
    }
}
