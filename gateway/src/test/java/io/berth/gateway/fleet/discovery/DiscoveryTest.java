package io.berth.gateway.fleet.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.scale.Demand;
import io.berth.core.time.Nanos;
import io.berth.edge.scale.ScaleRow;
import io.berth.edge.scale.Told;
import io.berth.gateway.scale.ScaledObject;
import io.berth.gateway.setting.GatewaySettings;
import io.berth.gateway.setting.Server;
import io.berth.gateway.setting.SourceSpec;
import io.berth.spec.fleet.DispatchReader;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import io.berth.spec.input.TreeReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DiscoveryTest {
    private final List<List<Server>> heard = new CopyOnWriteArrayList<>();
    private final List<String> notes = new CopyOnWriteArrayList<>();

    @Test
    void eachAddressOfANameIsAServer() throws IOException, InterruptedException {
        try (FakeDns dns = new FakeDns();
                Discovery discovery = discovery(ServerSource.Maker.NONE)) {
            dns.addresses("models.test", "10.0.0.2", "10.0.0.1", "fd00::1");
            discovery.apply(settings("servers: [{dns: 'models.test:8000', resolver: '" + dns.resolver()
                            + "', refresh: 20ms, models: [m]}, {url: 'http://127.0.0.1:1'}]")
                    .membership());
            until(() -> names().contains("10.0.0.2:8000"));
            assertThat(names()).containsExactly("127.0.0.1:1", "10.0.0.1:8000", "10.0.0.2:8000", "[fd00::1]:8000");
            assertThat(heard.getLast().get(1).models()).containsExactly("m");
            dns.addresses("models.test", "10.0.0.3");
            until(() -> names().equals(List.of("127.0.0.1:1", "10.0.0.3:8000")));
        }
    }

    @Test
    void whatDnsSaidLastHoldsWhileItSaysNothing() throws IOException, InterruptedException {
        try (FakeDns dns = new FakeDns();
                Discovery discovery = discovery(ServerSource.Maker.NONE)) {
            dns.addresses("models.test", "10.0.0.1");
            discovery.apply(
                    settings("servers: [{dns: 'models.test:8000', resolver: '" + dns.resolver() + "', refresh: 20ms}]")
                            .membership());
            until(() -> names().equals(List.of("10.0.0.1:8000")));
            dns.broken(true);
            until(() -> notes.stream()
                    .anyMatch(note -> note.startsWith("dns models.test: ") && note.endsWith("stay as they were")));
            assertThat(names()).containsExactly("10.0.0.1:8000");
            dns.broken(false);
            dns.addresses("models.test", "10.0.0.2");
            until(() -> names().equals(List.of("10.0.0.2:8000")));
        }
    }

    @Test
    void servicesOfTheLowestPriorityWithTheirWeights() throws IOException, InterruptedException {
        try (FakeDns dns = new FakeDns();
                Discovery discovery = discovery(ServerSource.Maker.NONE)) {
            dns.services("_http._tcp.models.test", "10 3 8001 one.test", "10 0 8002 two.test", "20 9 8003 later.test");
            dns.addresses("one.test", "10.0.0.1");
            dns.addresses("two.test", "10.0.0.2");
            dns.addresses("later.test", "10.0.0.3");
            discovery.apply(settings("servers: [{srv: _http._tcp.models.test, resolver: '" + dns.resolver() + "'}]")
                    .membership());
            until(() -> !names().isEmpty());
            assertThat(heard.getLast())
                    .extracting(server -> server.name() + " " + server.spec().weight())
                    .containsExactlyInAnyOrder("10.0.0.1:8001 3", "10.0.0.2:8002 1");
        }
    }

    @Test
    void aSourceThatStaysIsNotAskedAnew() {
        List<ServerSource.Heard> begun = new CopyOnWriteArrayList<>();
        List<String> closed = new CopyOnWriteArrayList<>();
        try (Discovery discovery = discovery(spec -> new ServerSource() {
            @Override
            public void start(Heard to) {
                begun.add(to);
            }

            @Override
            public void close() {
                closed.add(spec.name());
            }
        })) {
            GatewaySettings both =
                    settings("servers: [{kubernetes: {service: a/b}}, {kubernetes: {inferencePool: c/d}}]");
            discovery.apply(both.membership());
            Server found =
                    settings("servers: [{url: 'http://10.0.0.9:1'}]").servers().getFirst();
            begun.getFirst().servers(List.of(found));
            begun.getLast().servers(List.of());
            assertThat(names()).containsExactly("10.0.0.9:1");

            discovery.apply(settings("servers: [{kubernetes: {service: a/b}}]").membership());
            assertThat(names()).containsExactly("10.0.0.9:1");
            assertThat(begun).hasSize(2);
            assertThat(closed).containsExactly("inferencePool c/d");
            begun.getLast().servers(List.of(found, found));
            assertThat(names()).containsExactly("10.0.0.9:1");
            begun.getFirst().none("there is no service");
            assertThat(names()).isEmpty();
            assertThat(notes.getLast()).isEqualTo("service a/b: there is no service; it has no servers");

            discovery.apply(settings("servers: [{url: 'http://127.0.0.1:1'}]").membership());
            assertThat(names()).containsExactly("127.0.0.1:1");
        }
        assertThat(closed).containsExactly("inferencePool c/d", "service a/b");
    }

    @Test
    void whichObjectScalesAndHowManyThereAre() {
        String file = "servers: [{slots: 10, kubernetes: {service: a/b, scale: %s, autoscale: %s}}]";
        ScaledObject one = scaled(file.formatted("{name: c}", "{min: 0, max: 3}"));
        assertThat(one.api() + " " + one.kind() + " " + one.name()).isEqualTo("apps/v1 Deployment c");
        assertThat(one.spec().target()).isEqualTo(7);
        assertThat(one.spec().min()).isEqualTo(1);
        assertThat(one.idleNanos()).isEqualTo(5 * Nanos.MINUTE);
        ScaledObject two = scaled(file.formatted("{kind: LeaderWorkerSet, name: c}", "{max: 3, target: 2}"));
        assertThat(two.api()).isEqualTo("leaderworkerset.x-k8s.io/v1");
        assertThat(two.each()).isEqualTo(2);
        assertThat(two.idleNanos()).isEqualTo(Nanos.NEVER);
        assertThat(scaled(file.formatted("{kind: Model, name: c, api: kserve.io/v1beta1}", "{max: 3}"))
                        .api())
                .isEqualTo("kserve.io/v1beta1");
    }

    private static ScaledObject scaled(String file) {
        return settings(file).membership().scaled().getFirst().scaled();
    }

    @Test
    void aSourceThatChangesKeepsItsServersUntilItHasFoundSome() {
        List<ServerSource.Heard> begun = new CopyOnWriteArrayList<>();
        try (Discovery discovery = discovery(_ -> new ServerSource() {
            @Override
            public void start(Heard to) {
                begun.add(to);
            }

            @Override
            public void close() {}
        })) {
            discovery.apply(settings("servers: [{kubernetes: {service: a/b}}]").membership());
            begun.getLast()
                    .servers(settings("servers: [{url: 'http://10.0.0.9:1'}]").servers());
            discovery.apply(settings("servers: [{kubernetes: {service: a/b, port: http}}]")
                    .membership());
            assertThat(begun).hasSize(2);
            assertThat(names()).containsExactly("10.0.0.9:1");
            begun.getLast().servers(List.of());
            assertThat(names()).isEmpty();
        }
    }

    @Test
    void aSourceThatCannotBeLeavesAllAsItWas() {
        try (Discovery discovery = discovery(spec -> {
            throw new InputException(spec.name(), "cannot be");
        })) {
            discovery.apply(settings("servers: [{url: 'http://127.0.0.1:1'}]").membership());
            assertThatThrownBy(() -> discovery.apply(
                            settings("servers: [{kubernetes: {service: a/b}}]").membership()))
                    .isInstanceOf(InputException.class);
            assertThat(names()).containsExactly("127.0.0.1:1");
            assertThat(heard).hasSize(1);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[{dns: models}] | servers[0].dns: must be HOST:PORT, but is \"models\"",
                "[{dns: 'models:0'}] | must be HOST:PORT",
                "[{kubernetes: {service: models}}] | servers[0].kubernetes.service: must be NAMESPACE/NAME",
                "[{kubernetes: {}}] | inferencePool",
                "[{kubernetes: {service: a/b, scale: {name: c}}}] | servers[0].kubernetes.scale: goes only with the key \"autoscale\"",
                "[{kubernetes: {service: a/b, autoscale: {max: 2}}}] | servers[0].kubernetes.autoscale: goes only with the key \"scale\"",
                "[{kubernetes: {service: a/b, scale: {name: c}, autoscale: {max: 2}}}] | kubernetes.autoscale: needs target",
                "[{kubernetes: {service: a/b, scale: {name: c/../d}, autoscale: {max: 2}}}] | scale.name: must be the name of an object",
                "[{kubernetes: {service: a/b, scale: {name: c, api: apps}, autoscale: {max: 2}}}] | scale.api: must be a group and version",
                "[{kubernetes: {service: a/b, scale: {name: c, kind: Set}, autoscale: {max: 2}}}] | scale.kind: needs api, its group and version",
                "[{kubernetes: {service: a/b, scale: {name: c}, autoscale: {max: 2, target: 1, idle: 1m}}}] | autoscale.idle: goes only with min: 0",
                "[{kubernetes: {service: a/b, scale: {name: c}, autoscale: {max: 2, target: 1}}}, {kubernetes: {inferencePool: a/b, scale: {name: c}, autoscale: {max: 2, target: 1}}}] | servers[1]: scales what another one scales already",
                "[{berth: {}}] | the key \"service\" is missing",
                "[{berth: {service: chat, token: t}}] | servers[0].berth.token: goes only with url",
                "[{berth: {service: chat, home: h, url: 'http://a:1'}}] | home",
                "[{berth: {service: chat, url: 'gpu1:7117'}}] | servers[0].berth.url: must be the address of a Berth",
                "[{berth: {service: chat, url: 'http://a:1/x'}}] | servers[0].berth.url: must be the address of a Berth",
                "[{url: 'http://a:1', dcgm: {url: 'b:9400', gpus: [0]}}] | servers[0].dcgm.url: must be the page of a DCGM exporter",
                "[{url: 'http://a:1', dcgm: {url: 'http://b:9400/metrics', gpus: []}}] | servers[0].dcgm.gpus: must name at least one",
                "[{dns: 'm:1', dcgm: {url: 'http://b:9400/metrics', gpus: [0]}}] | servers[0].dcgm: goes only with url",
                "[{name: a, dns: 'm:1'}] | servers[0].name: goes only with url",
                "[{}] | url",
                "[{url: 'http://a:1', srv: b}] | srv",
                "[] | must name at least one server",
                "[{url: 'http://a:1', engine: vlm}] | vllm",
                "[{url: 'http://a:1'}, {url: 'http://a:1/x'}] | there are two servers"
            })
    void whatIsWrongIsSaidWithItsKey(String servers, String part) {
        assertThatThrownBy(() -> settings("servers: " + servers))
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith("gateway.yaml:")
                .hasMessageContaining(part);
    }

    @Test
    void agesThatContradictOneAnother() {
        assertThatThrownBy(() -> settings("servers: [{url: 'http://a:1'}]\nhealth: {stale: 5s, blind: 1s}"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("health.blind: must be as long as stale, or longer");
        assertThatThrownBy(() -> settings("servers: [{url: 'http://a:1'}]\nhealth: {path: health}"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("health.path: must begin with a /");
    }

    private Discovery discovery(ServerSource.Maker kubernetes) {
        Discovery.Fleet fleet = new Discovery.Fleet() {
            @Override
            public void servers(List<Server> all) {
                heard.add(all);
            }

            @Override
            public Set<String> held() {
                return Set.of();
            }

            @Override
            public void found(SourceSpec source, List<Server> own) {}

            @Override
            public Demand demand(SourceSpec source, int each) {
                return new Demand(0, 0, 0, 0, 1, 1);
            }

            @Override
            public SortedMap<String, Told> demands(SourceSpec source, int each) {
                return new TreeMap<>();
            }

            @Override
            public void scaled(SourceSpec source, ScaleRow row) {}
        };
        return new Discovery(kubernetes, fleet, notes::add);
    }

    private List<String> names() {
        return heard.isEmpty()
                ? List.of()
                : heard.getLast().stream().map(Server::name).toList();
    }

    private void until(BooleanSupplier so) throws InterruptedException {
        long end = System.nanoTime() + 30_000_000_000L;
        while (!so.getAsBoolean()) {
            assertThat(System.nanoTime()).as(heard + " " + notes).isLessThan(end);
            Thread.sleep(5);
        }
    }

    private static GatewaySettings settings(String text) {
        return GatewaySettings.read(
                TreeReader.read(Source.text("gateway.yaml", text)), Path.of(""), new DispatchReader(Path.of(""), _ -> {
                    throw new IllegalStateException("No model is stored.");
                }));
    }
}
