package io.berth.gateway.setting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.spec.fleet.DispatchReader;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import io.berth.spec.input.TreeReader;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TenantSettingsTest {
    private static final String HASH = "BA7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    private static TenantSettings read(String text) {
        GatewaySettings settings = GatewaySettings.read(
                TreeReader.read(Source.text(
                        "gateway.yaml", "servers: [{url: 'http://a:1', region: eu}, {url: 'http://b:1'}]\n" + text)),
                Path.of("folder"),
                new DispatchReader(Path.of(""), _ -> {
                    throw new IllegalStateException("No model is stored.");
                }));
        return settings.withPort(1).listen().tenants();
    }

    @Test
    void nothingIsAnybody() {
        assertThat(read("")).isEqualTo(TenantSettings.NONE);
    }

    @Test
    void everyKey() {
        TenantSettings settings = read("""
                tenants:
                - name: a
                  keys: ["sha256:%s"]
                  priority: 3
                  weight: 4
                  models: [m]
                  regions: [eu]
                  per_minute: {requests: 1, tokens: 2}
                  per_day: {requests: 3, tokens: 4, cost: 5}
                  per_month: {cost: 0.5}
                - name: b
                anonymous: b
                prices: {m: {input: 0.15, output: 0.6}, "*": {input: 2}}
                currency: EUR
                usage: kept
                peers: ["http://c:7120"]
                peer_secret: 0123456789abcdef
                """.formatted(HASH));

        assertThat(settings.tenants().getFirst())
                .isEqualTo(new TenantSpec(
                        "a",
                        List.of(HASH.toLowerCase()),
                        3,
                        4,
                        List.of("m"),
                        List.of("eu"),
                        new TenantSpec.Allowance(1, 2, 3, 4, 5_000_000_000L, 500_000_000)));
        assertThat(settings.tenants().getLast().allowance()).isEqualTo(TenantSpec.Allowance.ALL);
        assertThat(settings.anonymous()).isEqualTo("b");
        assertThat(settings.prices())
                .containsEntry("m", new TenantSettings.Price(150, 600))
                .containsEntry("*", new TenantSettings.Price(2000, 0));
        assertThat(settings.currency()).isEqualTo("EUR");
        assertThat(settings.sharing().peering())
                .isEqualTo(new Sharing.Peering(List.of(URI.create("http://c:7120")), "0123456789abcdef"));
        assertThat(settings.usage()).isEqualTo(Path.of("folder", "kept"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    tenants: []                                            | tenants: must name at least one tenant
                    tenants: [{name: a}, {name: a}]                        | there are two tenants "a"
                    tenants: [{name: 'a b'}]                               | must be of letters, digits
                    tenants: [{name: a, regions: [us]}]                    | unknown region of servers "us"
                    tenants: [{name: a, per_day: {tokens: 5}}]             | needs usage: a folder
                    tenants: [{name: a, per_month: {cost: 5}}]             | needs usage: a folder
                    tenants: [{name: a, per_minute: {requests: 0}}]        | per_minute.requests
                    {tenants: [{name: a}], peers: [http://c]}              | goes only with the key "peer_secret"
                    {tenants: [{name: a}], peer_secret: 0, peers: [x]}     | must be http://HOST:PORT
                    {tenants: [{name: a}], peer_secret: 0, peers: []}      | must have at least 16 characters
                    {tenants: [{name: a}], anonymous: c}                   | unknown tenant "c"
                    anonymous: c                                           | goes only with the key "tenants"
                    {tenants: [{name: a}], prices: {m: {input: -1}}}       | prices.m.input
                    """)
    void whatCannotBe(String text, String problem) {
        String yaml = text.startsWith("{")
                ? text.substring(1, text.length() - 1).replace("], ", "]\n").replace("0, p", "0\np")
                : text;
        assertThatThrownBy(() -> read(yaml)).isInstanceOf(InputException.class).hasMessageContaining(problem);
    }

    @Test
    void aKeyInPlaceOfItsHashIsNotRepeated() {
        assertThatThrownBy(() -> read("tenants: [{name: a, keys: [sk-berth-secret]}]"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("gateway.yaml:2")
                .hasMessageContaining("tenants[0].keys[0]: is no hash of a key")
                .hasMessageNotContaining("secret");
        assertThatThrownBy(() ->
                        read("tenants: [{name: a, keys: [" + HASH + "]}, {name: b, keys: ['sha256:" + HASH + "']}]"))
                .hasMessageContaining("another entry has");
    }
}
