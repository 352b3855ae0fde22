package io.berth.kube.dump.form;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import com.google.protobuf.MessageOrBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** Objects as the makers of Kubernetes declare them, with random fields, and the JSON that their servers print of them. */
final class RandomObject {
    private static final Map<String, List<String>> WORDS = Map.of(
            "operator", List.of("In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt", "Equal"),
            "whenUnsatisfiable", List.of("DoNotSchedule", "ScheduleAnyway"),
            "nodeAffinityPolicy", List.of("Honor", "Ignore"),
            "nodeTaintsPolicy", List.of("Honor", "Ignore"),
            "effect", List.of("NoSchedule", "PreferNoSchedule", "NoExecute"),
            "phase", List.of("Pending", "Running", "Succeeded", "Failed"),
            "type", List.of("PodScheduled", "Ready", "PodResizePending", "PodResizeInProgress"),
            "status", List.of("True", "False"),
            "restartPolicy", List.of("Always", "Never"),
            "preemptionPolicy", List.of("Never", "PreemptLowerPriority"));
    private static final List<String> TEXTS = List.of("a", "b", "zone", "kubernetes.io/hostname", "metadata.name", "3");
    private static final List<String> RESOURCES = List.of("cpu", "memory", "nvidia.com/gpu", "pods");
    private static final List<String> QUANTITIES = List.of("1", "250m", "3Gi", "64M", "2");

    /** What stands among the fields of its message in JSON. */
    private static final Set<String> INLINE = Set.of("volumeSource");

    private static final int MOST_DEPTH = 9;

    private final Random random;
    /** The chance that a field is there. */
    private final double share;

    RandomObject(long seed) {
        this.random = new Random(seed);
        this.share = 0.1 + 0.5 * random.nextDouble();
    }

    /** One such as {@code like}. */
    Message of(Message like) {
        return message(like.newBuilderForType(), 0);
    }

    private Message message(Message.Builder builder, int depth) {
        switch (builder.getDescriptorForType().getName()) {
            case "Quantity" -> set(builder, "string", QUANTITIES.get(random.nextInt(QUANTITIES.size())));
            case "Time" -> {
                set(builder, "seconds", 1_700_000_000L + random.nextInt(1_000_000));
                set(builder, "nanos", 0);
            }
            default -> fill(builder, depth);
        }
        return builder.build();
    }

    private static void set(Message.Builder builder, String field, Object value) {
        builder.setField(builder.getDescriptorForType().findFieldByName(field), value);
    }

    private void fill(Message.Builder builder, int depth) {
        for (FieldDescriptor field : builder.getDescriptorForType().getFields()) {
            boolean deep = field.getJavaType() == FieldDescriptor.JavaType.MESSAGE && depth >= MOST_DEPTH;
            // Whoever reads them wants these.
            boolean there = Set.of("metadata", "spec", "name").contains(field.getName())
                    || builder.getDescriptorForType().getOptions().getMapEntry();
            if (deep || !there && random.nextDouble() > share) {
                continue;
            }
            if (field.isRepeated()) {
                for (int i = 1 + random.nextInt(2); i > 0; i--) {
                    builder.addRepeatedField(field, value(builder, field, depth));
                }
            } else {
                builder.setField(field, value(builder, field, depth));
            }
        }
    }

    private Object value(Message.Builder builder, FieldDescriptor field, int depth) {
        return switch (field.getJavaType()) {
            case STRING -> text(builder, field);
            case INT -> random.nextInt(100);
            case LONG -> (long) random.nextInt(100_000);
            case BOOLEAN -> random.nextBoolean();
            case DOUBLE -> random.nextDouble();
            case FLOAT -> random.nextFloat();
            case BYTE_STRING -> ByteString.copyFromUtf8("x");
            case ENUM -> field.getEnumType().getValues().getFirst();
            case MESSAGE -> message(builder.newBuilderForField(field), depth + 1);
        };
    }

    private String text(Message.Builder builder, FieldDescriptor field) {
        List<String> words = WORDS.getOrDefault(field.getName(), TEXTS);
        boolean amount = field.getName().equals("key")
                && builder.getDescriptorForType().getOptions().getMapEntry()
                && builder.getDescriptorForType().findFieldByName("value").getJavaType()
                        == FieldDescriptor.JavaType.MESSAGE;
        return amount ? RESOURCES.get(random.nextInt(RESOURCES.size())) : words.get(random.nextInt(words.size()));
    }

    /** {@code message} as JSON has it. */
    static Map<String, Object> json(MessageOrBuilder message) {
        Map<String, Object> json = new LinkedHashMap<>();
        message.getAllFields().forEach((field, value) -> {
            if (INLINE.contains(field.getName())) {
                json.putAll(json((Message) value));
            } else {
                json.put(field.getName(), value(field, value));
            }
        });
        return json;
    }

    private static Object value(FieldDescriptor field, Object value) {
        if (field.isMapField()) {
            Map<String, Object> entries = new LinkedHashMap<>();
            FieldDescriptor inner = field.getMessageType().findFieldByName("value");
            FieldDescriptor key = field.getMessageType().findFieldByName("key");
            ((List<?>) value).forEach(entry -> {
                Message one = (Message) entry;
                entries.put(String.valueOf(one.getField(key)), single(inner, one.getField(inner)));
            });
            return entries;
        }
        if (field.isRepeated()) {
            List<Object> items = new ArrayList<>();
            ((List<?>) value).forEach(item -> items.add(single(field, item)));
            return items;
        }
        return single(field, value);
    }

    private static Object single(FieldDescriptor field, Object value) {
        return switch (field.getJavaType()) {
            case MESSAGE -> {
                Message message = (Message) value;
                yield switch (message.getDescriptorForType().getName()) {
                    case "Quantity" -> get(message, "string");
                    case "Time" ->
                        Instant.ofEpochSecond((long) get(message, "seconds")).toString();
                    default -> json(message);
                };
            }
            case BYTE_STRING, ENUM -> String.valueOf(value);
            default -> value;
        };
    }

    private static Object get(Message message, String field) {
        return message.getField(message.getDescriptorForType().findFieldByName(field));
    }
}
