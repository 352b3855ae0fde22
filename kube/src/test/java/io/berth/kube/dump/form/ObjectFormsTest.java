package io.berth.kube.dump.form;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import io.berth.kube.dump.form.MessageForm.Many;
import io.berth.kube.dump.form.MessageForm.Row;
import io.berth.kube.dump.form.MessageForm.Type;
import io.berth.kube.object.Node;
import io.berth.kube.object.Pod;
import io.berth.kube.wire.MalformedException;
import io.berth.kube.wire.Message;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.json.Json;
import io.berth.spec.json.JsonReader;
import io.kubernetes.client.proto.V1;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The table says what the makers of Kubernetes say, and misses nothing that the readers ask for. */
class ObjectFormsTest {
    private static final int OBJECTS = Boolean.getBoolean("berth.full") ? 3_000 : 750;

    /** Fields of 1.37, which the messages of 1.36 do not have. */
    private static final Set<String> LATER =
            Set.of("NodeAllocatableResourceClaimStatus.mapping", "NodeAllocatableResourceClaimStatus.overhead");

    private final Set<String> seen = new HashSet<>();

    @Test
    void fieldsHaveTheNumbersAndTypesThatTheirMakersGaveThem() {
        same(ObjectForms.POD, V1.Pod.getDescriptor());
        same(ObjectForms.NODE, V1.Node.getDescriptor());
        assertThat(seen).hasSizeGreaterThan(100);
    }

    private void same(MessageForm form, Descriptor message) {
        for (Row row : form.rows()) {
            FieldDescriptor field = message.findFieldByNumber(row.number());
            String place = message.getName() + "." + row.key();
            if (LATER.contains(place)) {
                assertThat(field).as(place + " can be compared now").isNull();
                continue;
            }
            assertThat(field).as(place).isNotNull();
            assertThat(field.getName()).as(place).isEqualTo(row.key());
            assertThat(field.isMapField()).as(place).isEqualTo(row.many() == Many.MAP);
            assertThat(field.isRepeated()).as(place).isEqualTo(row.many() == Many.MAP || row.many() == Many.LIST);
            FieldDescriptor value =
                    row.many() == Many.MAP ? field.getMessageType().findFieldByName("value") : field;
            assertThat(type(value)).as(place).isEqualTo(row.type());
            if (row.inner() != null && seen.add(place)) {
                same(row.inner(), value.getMessageType());
            }
            seen.add(place);
        }
    }

    private static Type type(FieldDescriptor field) {
        return switch (field.getJavaType()) {
            case STRING -> Type.TEXT;
            case INT -> Type.WHOLE;
            case LONG -> Type.LONG;
            case BOOLEAN -> Type.FLAG;
            case MESSAGE ->
                switch (field.getMessageType().getName()) {
                    case "Quantity" -> Type.QUANTITY;
                    case "Time" -> Type.TIME;
                    default -> Type.MESSAGE;
                };
            default -> throw new AssertionError(field);
        };
    }

    @Test
    void whatIsReadOfJsonIsWhatIsReadOfTheBytesOfTheServer() {
        int pods = 0;
        int nodes = 0;
        for (long seed = 0; seed < OBJECTS; seed++) {
            RandomObject random = new RandomObject(seed);
            pods += same(random.of(V1.Pod.getDefaultInstance()), ObjectForms.POD, Pod::read) ? 1 : 0;
            nodes += same(random.of(V1.Node.getDefaultInstance()), ObjectForms.NODE, Node::read) ? 1 : 0;
        }
        assertThat(pods).as("not refused").isGreaterThan(OBJECTS / 4);
        assertThat(nodes).as("not refused").isGreaterThan(OBJECTS / 4);
    }

    /** False where both refuse it. */
    private static <T> boolean same(
            com.google.protobuf.Message object, MessageForm form, Function<Message, T> reading) {
        String json = Json.pretty(RandomObject.json(object));
        @Nullable T told = null;
        try {
            told = reading.apply(Message.of(object.toByteArray()));
        } catch (MalformedException e) {
            // Then the other refuses it, too.
        }
        Tree tree = JsonReader.read(Source.text("object", json));
        @Nullable T read = null;
        try {
            read = JsonMessage.read(tree, form, reading);
        } catch (InputException e) {
            assertThat(told).as(e.getMessage() + json).isNull();
        }
        assertThat(read).as(json).isEqualTo(told);
        return told != null;
    }
}
