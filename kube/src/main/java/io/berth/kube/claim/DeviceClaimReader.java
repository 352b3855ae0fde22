package io.berth.kube.claim;

import io.berth.kube.claim.DeviceClaim.Asks;
import io.berth.kube.object.Meta;
import io.berth.kube.wire.MalformedException;
import io.berth.kube.wire.Message;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** How one claim is read. */
final class DeviceClaimReader {
    private static final int FINALIZERS = 14;

    private DeviceClaimReader() {}

    static DeviceClaim read(Message message) {
        byte[] meta = {};
        Asks asks = new Asks(List.of(), List.of(), List.of());
        AllocationReader status = new AllocationReader();
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> meta = message.bytes();
                case 2 -> asks = message.message(DeviceClaimReader::spec);
                case 3 -> message.message(status::status);
                default -> message.skip();
            }
        }
        Meta read = Meta.read(Message.of(meta));
        if (!read.named()) {
            throw new MalformedException("a claim of devices without name or UID");
        }
        return new DeviceClaim(read, asks, finalized(meta), status.allocation(), status.reserved(), status.said());
    }

    private static boolean finalized(byte[] meta) {
        Message message = Message.of(meta);
        boolean finalized = false;
        for (int field = message.next(); field != 0; field = message.next()) {
            if (field == FINALIZERS) {
                finalized |= message.text().equals(DeviceClaim.FINALIZER);
            } else {
                message.skip();
            }
        }
        return finalized;
    }

    /** {@code v1 ResourceClaimSpec}. */
    private static Asks spec(Message message) {
        return message.each(1, DeviceClaimReader::asks).stream()
                .findFirst()
                .orElse(new Asks(List.of(), List.of(), List.of()));
    }

    /** {@code v1 DeviceClaim}. */
    private static Asks asks(Message message) {
        List<DeviceRequest> requests = new ArrayList<>();
        List<Constraint> constraints = new ArrayList<>();
        List<Configuration> configuration = new ArrayList<>();
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> requests.add(message.message(DeviceClaimReader::request));
                case 2 -> constraints.add(message.message(DeviceClaimReader::constraint));
                case 3 -> configuration.add(message.message(inner -> Parts.configuration(inner, 0, 1, 2, false)));
                default -> message.skip();
            }
        }
        return new Asks(List.copyOf(requests), List.copyOf(constraints), List.copyOf(configuration));
    }

    /** {@code v1 DeviceRequest}. */
    private static DeviceRequest request(Message message) {
        String name = "";
        List<DeviceRequest.Option> options = new ArrayList<>();
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> name = message.text();
                case 2 -> options.add(message.message(inner -> new OptionReader().read(inner, 0)));
                case 3 -> options.add(message.message(inner -> new OptionReader().read(inner, 1)));
                default -> message.skip();
            }
        }
        return new DeviceRequest(name, List.copyOf(options));
    }

    /** {@code v1 DeviceConstraint}. */
    private static Constraint constraint(Message message) {
        List<String> requests = new ArrayList<>();
        String attribute = "";
        boolean distinct = false;
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> requests.add(message.text());
                case 2 -> attribute = message.text();
                case 3 -> {
                    attribute = message.text();
                    distinct = true;
                }
                default -> message.skip();
            }
        }
        return new Constraint(List.copyOf(requests), attribute, distinct);
    }

    /** {@code v1 ExactDeviceRequest}, and {@code DeviceSubRequest}, which has a name before all that both have. */
    private static final class OptionReader {
        private final List<String> selectors = new ArrayList<>();
        private final List<DeviceToleration> tolerations = new ArrayList<>();
        private final Map<String, BigDecimal> capacity = new TreeMap<>();
        private String name = "";
        private String deviceClass = "";
        private String mode = "";
        private long count;
        private boolean admin;
        private boolean derives;

        /** @param before how many fields stand before the name of the class */
        DeviceRequest.Option read(Message message, int before) {
            for (int field = message.next(); field != 0; field = message.next()) {
                if (field == before) {
                    name = message.text();
                } else if (field - before <= 4) {
                    own(field - before, message);
                } else {
                    shared(field, message);
                }
            }
            return new DeviceRequest.Option(
                    name, deviceClass, List.copyOf(selectors), count(), admin, List.copyOf(tolerations), capacity);
        }

        private void own(int field, Message message) {
            switch (field) {
                case 1 -> deviceClass = message.text();
                case 2 -> selectors.add(message.message(Parts::selector));
                case 3 -> mode = message.text();
                case 4 -> count = message.number();
                default -> message.skip();
            }
        }

        private void shared(int field, Message message) {
            switch (field) {
                case 5 -> admin = message.flag();
                case 6 -> tolerations.add(message.message(Parts::toleration));
                case 7 -> message.message(this::capacity);
                case 8 -> {
                    derives = true;
                    message.skip();
                }
                default -> message.skip();
            }
        }

        /** {@code v1 CapacityRequirements}. */
        private boolean capacity(Message message) {
            for (int field = message.next(); field != 0; field = message.next()) {
                if (field == 1) {
                    Parts.amount(message, capacity);
                } else {
                    message.skip();
                }
            }
            return true;
        }

        private DeviceRequest.Count count() {
            if (derives) {
                return new DeviceRequest.Count.Unknown("derivedAttributes");
            }
            return switch (mode) {
                case "", "ExactCount" -> new DeviceRequest.Count.Exactly(Math.max(1, count));
                case "All" -> new DeviceRequest.Count.All();
                default -> new DeviceRequest.Count.Unknown("mode " + mode);
            };
        }
    }
}
