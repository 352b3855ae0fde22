package io.berth.kube.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.kube.http.Tls;
import io.berth.kube.server.FakeServer;
import io.berth.kube.wire.Envelope;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ApiClientTest {
    static Stream<Arguments> problems() {
        return Stream.of(
                Arguments.of(new ConnectException(), "nobody answers there"),
                Arguments.of(new CompletionException(new ConnectException()), "nobody answers there"),
                Arguments.of(new TimeoutException(), "no answer in time"),
                Arguments.of(new CompletionException(new IOException("cut off")), "cut off"),
                Arguments.of(new IOException((String) null), "IOException"),
                Arguments.of(null, "no answer"));
    }

    @ParameterizedTest
    @MethodSource("problems")
    void whatTheClientThrowsIsSaidInWords(Throwable problem, String words) {
        assertThat(ApiClient.why(problem)).isEqualTo(words);
    }

    @Test
    void anAnswerOfWhateverCodeIsAnAnswer() {
        try (FakeServer server = new FakeServer();
                ApiClient client = new ApiClient(server.address())) {
            assertThat(client.get("/api/v1/namespaces/team/pods/none").join().code())
                    .isEqualTo(Answer.NOT_FOUND);
            assertThat(client.get("/api/v1/nodes").join().ok()).isTrue();
            server.dropWatches(true);
            assertThatThrownBy(() -> client.stream("/api/v1/pods?watch=true&resourceVersion=1", Envelope.WATCH_TYPE))
                    .isInstanceOf(RefusedException.class)
                    .hasMessageContaining("410");
        }
    }

    @Test
    void whereNobodyListensTheCallFails() throws Exception {
        ApiServer nobody = new ApiServer(URI.create("http://127.0.0.1:1"), Tls.SYSTEM, () -> "");
        try (ApiClient client = new ApiClient(nobody)) {
            assertThatThrownBy(() -> client.get("/version").join())
                    .satisfies(problem -> assertThat(ApiClient.why(problem)).isEqualTo("nobody answers there"));
        }
    }
}
