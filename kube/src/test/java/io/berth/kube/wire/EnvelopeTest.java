package io.berth.kube.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.berth.kube.ProtoText;
import io.kubernetes.client.proto.Meta.DeleteOptions;
import io.kubernetes.client.proto.Runtime.TypeMeta;
import io.kubernetes.client.proto.Runtime.Unknown;
import io.kubernetes.client.proto.V1;
import io.kubernetes.client.proto.V1Events;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class EnvelopeTest {
    private static final byte[] MAGIC = {'k', '8', 's', 0};

    @Test
    void an_object_is_taken_out_of_what_a_server_sends() throws IOException {
        byte[] sent = joined(Unknown.newBuilder()
                .setTypeMeta(TypeMeta.newBuilder().setApiVersion("v1").setKind("Namespace"))
                .setRaw(V1.Namespace.newBuilder()
                        .setSpec(V1.NamespaceSpec.newBuilder().addFinalizers("kubernetes"))
                        .build()
                        .toByteString())
                .setContentEncoding("")
                .setContentType("")
                .build());

        assertThat(Envelope.open(sent, EnvelopeTest::finalizer)).isEqualTo("kubernetes");
        assertThat(Envelope.open(new ByteArrayInputStream(sent), EnvelopeTest::finalizer))
                .isEqualTo("kubernetes");
    }

    private static String finalizer(Message namespace) {
        return namespace.each(2, spec -> spec.only(1)).getFirst();
    }

    @Test
    void what_is_no_object_is_refused() {
        byte[] empty = joined(Unknown.newBuilder()
                .setTypeMeta(TypeMeta.newBuilder().setKind("Pod"))
                .build());
        byte[] damaged = joined(
                Unknown.newBuilder().setRaw(ByteString.copyFromUtf8("{}")).build());
        byte[] sound = Envelope.seal("v1", "Binding", new Fields().text(1, "a name"));
        for (byte[] bytes : new byte[][] {
            {},
            {'k', '8'},
            MAGIC,
            "{\"kind\":\"Status\"}".getBytes(),
            empty,
            damaged,
            Arrays.copyOf(sound, sound.length - 1)
        }) {
            assertThatThrownBy(() -> Envelope.open(bytes, message -> message.only(1)))
                    .isInstanceOf(MalformedException.class);
            assertThatThrownBy(() -> Envelope.open(new ByteArrayInputStream(bytes), message -> message.only(1)))
                    .isInstanceOf(MalformedException.class);
        }
    }

    @Test
    void what_is_sealed_is_what_a_server_reads() throws Exception {
        Unknown binding = unsealed(Envelope.seal(
                "v1",
                "Binding",
                new Fields()
                        .message(1, new Fields().text(1, "pod").text(3, "team").text(5, "uid"))
                        .message(2, new Fields().text(1, "Node").text(3, "n1"))));
        assertThat(binding.getTypeMeta().getApiVersion()).isEqualTo("v1");
        assertThat(binding.getTypeMeta().getKind()).isEqualTo("Binding");
        V1.Binding read = ProtoText.parse(
                V1.Binding.getDefaultInstance(), binding.getRaw().toByteArray());
        assertThat(read.getMetadata().getName()).isEqualTo("pod");
        assertThat(read.getMetadata().getNamespace()).isEqualTo("team");
        assertThat(read.getMetadata().getUid()).isEqualTo("uid");
        assertThat(read.getTarget().getKind()).isEqualTo("Node");
        assertThat(read.getTarget().getName()).isEqualTo("n1");
        assertThat(read.getUnknownFields().asMap()).isEmpty();
    }

    @Test
    void moments_and_numbers_are_those_of_kubernetes() throws Exception {
        Fields event = new Fields()
                .moment(2, 1_700_000_000_123_456_000L)
                .text(7, "Scheduled")
                .text(10, "");
        V1Events.Event read = ProtoText.parse(V1Events.Event.getDefaultInstance(), event.bytes());
        assertThat(read.getEventTime().getSeconds()).isEqualTo(1_700_000_000);
        assertThat(read.getEventTime().getNanos()).isEqualTo(123_456_000);
        assertThat(read.getReason()).isEqualTo("Scheduled");
        assertThat(read.hasNote()).isFalse();

        V1.NodeCondition early = ProtoText.parse(
                V1.NodeCondition.getDefaultInstance(),
                new Fields().moment(3, -1).bytes());
        assertThat(early.getLastHeartbeatTime().getSeconds()).isEqualTo(-1);
        assertThat(early.getLastHeartbeatTime().getNanos()).isEqualTo(999_999_999);

        Fields now = new Fields().number(1, 0).message(2, new Fields().text(1, "uid"));
        DeleteOptions delete = ProtoText.parse(DeleteOptions.getDefaultInstance(), now.bytes());
        assertThat(delete.hasGracePeriodSeconds()).isTrue();
        assertThat(delete.getGracePeriodSeconds()).isZero();
        assertThat(delete.getPreconditions().getUid()).isEqualTo("uid");
    }

    private static byte[] joined(Unknown unknown) {
        byte[] raw = unknown.toByteArray();
        byte[] all = Arrays.copyOf(MAGIC, MAGIC.length + raw.length);
        System.arraycopy(raw, 0, all, MAGIC.length, raw.length);
        return all;
    }

    private static Unknown unsealed(byte[] sealed) throws Exception {
        assertThat(sealed).startsWith(MAGIC);
        return Unknown.parseFrom(Arrays.copyOfRange(sealed, MAGIC.length, sealed.length));
    }
}
