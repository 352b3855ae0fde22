package io.berth.gateway.picker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import com.google.protobuf.ListValue;
import com.google.protobuf.Struct;
import com.google.protobuf.Value;
import io.envoyproxy.envoy.config.core.v3.HeaderMap;
import io.envoyproxy.envoy.config.core.v3.HeaderValue;
import io.envoyproxy.envoy.config.core.v3.Metadata;
import io.envoyproxy.envoy.extensions.filters.http.ext_proc.v3.ProcessingMode.BodySendMode;
import io.envoyproxy.envoy.service.ext_proc.v3.HttpBody;
import io.envoyproxy.envoy.service.ext_proc.v3.HttpHeaders;
import io.envoyproxy.envoy.service.ext_proc.v3.ProtocolConfiguration;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Messages as the makers of Envoy write them. */
class ProcessingRequestTest {
    private static final String SUBSET = "x-gateway-destination-endpoint-subset";

    @Test
    void headersAndWhatGoesWithThem() throws IOException {
        ProcessingRequest read = ProcessingRequest.read(whole());

        assertThat(read.phase()).isEqualTo(Phase.REQUEST_HEADERS);
        assertThat(read.end()).isTrue();
        assertThat(read.headers().get(":method")).isEqualTo("POST");
        assertThat(read.headers().get("content-type")).isEqualTo("application/json");
        assertThat(read.headers().getAll("x-more")).containsExactly("1", "2");
        assertThat(read.context().modes())
                .isEqualTo(new Modes(BodySendMode.BUFFERED_VALUE, BodySendMode.FULL_DUPLEX_STREAMED_VALUE, true));
        assertThat(read.context().subset()).containsExactly("10.0.0.1:80", "10.0.0.2:80");
        assertThat(read.context().served()).isEqualTo("10.0.0.3:80");
    }

    @Test
    void theModesAreThoseOfEnvoy() {
        assertThat(new int[] {Modes.NONE, Modes.STREAMED, Modes.BUFFERED, Modes.BUFFERED_PARTIAL, Modes.FULL_DUPLEX})
                .containsExactly(
                        BodySendMode.NONE_VALUE,
                        BodySendMode.STREAMED_VALUE,
                        BodySendMode.BUFFERED_VALUE,
                        BodySendMode.BUFFERED_PARTIAL_VALUE,
                        BodySendMode.FULL_DUPLEX_STREAMED_VALUE);
    }

    @Test
    void aBodyIsLeftWhereItIs() throws IOException {
        byte[] message = body("some body");
        ProcessingRequest read = ProcessingRequest.read(message);
        Piece piece = read.piece();

        assertThat(read.phase()).isEqualTo(Phase.RESPONSE_BODY);
        assertThat(read.end()).isTrue();
        assertThat(piece.bytes()).isSameAs(message);
        assertThat(new String(message, piece.from(), piece.length(), StandardCharsets.UTF_8))
                .isEqualTo("some body");
    }

    @Test
    void listsWithinListsArePassedOver() throws IOException {
        Value list = listed(text("10.0.0.1:80"));
        assertThat(ProcessingRequest.read(hinting(list)).context().subset()).containsExactly("10.0.0.1:80");
        assertThat(ProcessingRequest.read(hinting(listed(list))).context().subset())
                .isEmpty();
    }

    /** Whatever comes, it is a message or none, and no piece lies outside of it. */
    @Test
    void damagedMessagesAreRefused() {
        Random random = new Random(5);
        int refused = 0;
        for (byte[] message : new byte[][] {whole(), body("some body")}) {
            for (int i = 0; i < 20_000; i++) {
                byte[] damaged = Arrays.copyOf(message, 1 + random.nextInt(message.length));
                for (int change = random.nextInt(3); change >= 0; change--) {
                    damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
                }
                try {
                    Piece piece = ProcessingRequest.read(damaged).piece();
                    assertThat(piece.from() + piece.length()).isLessThanOrEqualTo(piece.bytes().length);
                    assertThat(piece.length()).isNotNegative();
                } catch (IOException e) {
                    refused++;
                }
            }
        }
        assertThat(refused).isBetween(10_000, 39_999);
    }

    @Test
    void aMessageOfNoPhaseIsNone() {
        assertThatThrownBy(() -> ProcessingRequest.read(new byte[0])).isInstanceOf(IOException.class);
    }

    private static byte[] whole() {
        return message()
                .setRequestHeaders(HttpHeaders.newBuilder()
                        .setHeaders(HeaderMap.newBuilder()
                                .addHeaders(HeaderValue.newBuilder()
                                        .setKey(":method")
                                        .setRawValue(ByteString.copyFromUtf8("POST")))
                                .addHeaders(HeaderValue.newBuilder()
                                        .setKey("content-type")
                                        .setValue("application/json"))
                                .addHeaders(HeaderValue.newBuilder()
                                        .setKey("x-more")
                                        .setValue("1"))
                                .addHeaders(HeaderValue.newBuilder()
                                        .setKey("x-more")
                                        .setValue("2")))
                        .setEndOfStream(true))
                .setProtocolConfig(ProtocolConfiguration.newBuilder()
                        .setRequestBodyMode(BodySendMode.BUFFERED)
                        .setResponseBodyMode(BodySendMode.FULL_DUPLEX_STREAMED)
                        .setSendBodyWithoutWaitingForHeaderResponse(true))
                .setMetadataContext(Metadata.newBuilder()
                        .putFilterMetadata("other", Struct.getDefaultInstance())
                        .putFilterMetadata(
                                "envoy.lb",
                                Struct.newBuilder()
                                        .putFields("x-gateway-destination-endpoint-served", text("10.0.0.3:80"))
                                        .build())
                        .putFilterMetadata(
                                "envoy.lb.subset_hint",
                                Struct.newBuilder()
                                        .putFields(
                                                SUBSET,
                                                Value.newBuilder()
                                                        .setListValue(ListValue.newBuilder()
                                                                .addValues(text("10.0.0.1:80"))
                                                                .addValues(text("10.0.0.2:80")))
                                                        .build())
                                        .build()))
                .build()
                .toByteArray();
    }

    private static byte[] body(String text) {
        return message()
                .setResponseBody(HttpBody.newBuilder()
                        .setBody(ByteString.copyFromUtf8(text))
                        .setEndOfStream(true))
                .build()
                .toByteArray();
    }

    private static byte[] hinting(Value subset) {
        return message()
                .setRequestHeaders(HttpHeaders.getDefaultInstance())
                .setMetadataContext(Metadata.newBuilder()
                        .putFilterMetadata(
                                "envoy.lb.subset_hint",
                                Struct.newBuilder().putFields(SUBSET, subset).build()))
                .build()
                .toByteArray();
    }

    private static Value listed(Value value) {
        return Value.newBuilder()
                .setListValue(ListValue.newBuilder().addValues(value))
                .build();
    }

    private static Value text(String text) {
        return Value.newBuilder().setStringValue(text).build();
    }

    private static io.envoyproxy.envoy.service.ext_proc.v3.ProcessingRequest.Builder message() {
        return io.envoyproxy.envoy.service.ext_proc.v3.ProcessingRequest.newBuilder();
    }
}
