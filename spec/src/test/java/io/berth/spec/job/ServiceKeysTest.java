package io.berth.spec.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.scale.rule.ScaleSpec;
import io.berth.core.time.Nanos;
import io.berth.core.workload.JobKind;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.Metrics;
import io.berth.core.workload.Service;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import io.berth.spec.json.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServiceKeysTest {
    @Test
    void aServiceIsAnArrayOfReplicasThatAlwaysRun() {
        JobSpec job = read("{command: [serve], service: {name: chat, replicas: 3, health: /ready, drain: 5s}}");

        assertThat(job.program().service()).isEqualTo(new Service("chat", 0, "/ready", 5 * Nanos.SECOND));
        assertThat(job.kind()).isEqualTo(JobKind.SERVICE);
        assertThat(job.terms().always()).isTrue();
        assertThat(job.terms().array().count()).isEqualTo(3);
        assertThat(job.program().metrics()).isEqualTo(Metrics.OFF);
        assertThat(job.estimateNanos()).isEqualTo(Nanos.NEVER);
        assertThat(read("{command: [serve], service: chat}").program().service())
                .isEqualTo(new Service("chat", 0, Service.USUAL_HEALTH, Service.USUAL_DRAIN_NANOS));
    }

    @Test
    void aServiceThatScalesBeginsWithTheLeast() {
        JobSpec job = read("{command: [serve], service: {name: chat, autoscale: {min: 2, max: 4, target: 8}}}");
        ScaleSpec scale = job.program().service().scale();
        assertThat(job.terms().array().count()).isEqualTo(2);
        assertThat(scale).isNotNull();
        assertThat(scale.policy()).isEqualTo(ScaleSpec.Policy.FORECAST);
        assertThat(scale.target()).isEqualTo(8);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{command: [serve], service: {name: chat, replicas: 3, health: /ready, drain: 5s}}",
                "{command: [serve], time_limit: 1h, service: {name: chat, port: 8000}}",
                "{command: [serve], service: {name: chat, autoscale: {max: 4, target: 2.5, policy: reactive, within: 99%, keep: 90s}}}",
                "{command: [serve], service: {name: chat, replicas: 3, autoscale: {min: 2, max: 4, target: 8, season: 24h}}}"
            })
    void whatIsWrittenIsReadBackEqual(String yaml) {
        JobSpec job = read(yaml);
        assertThat(read(Json.line(JobWriter.document(job)))).isEqualTo(job);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{service: {name: a}} | service: goes only with the key \"command\"",
                "{command: [a], service: {replicas: 2}} | the key \"name\" is missing",
                "{command: [a], service: {name: a/b}} | service.name: must be letters",
                "{command: [a], service: {name: a, health: x}} | service.health: must be a path",
                "{command: [a], service: {name: a, health: '/a b'}} | service.health: must be a path",
                "{command: [a], service: {name: a, port: 1, replicas: 2}} | service.port: is for one replica",
                "{command: [a], service: {name: a, autoscale: {max: 2}}} | service.autoscale: the key \"target\" is missing",
                "{command: [a], service: {name: a, autoscale: {min: 0, max: 2, target: 1}}} | service.autoscale.min: must be a whole number from 1",
                "{command: [a], service: {name: a, autoscale: {min: 3, max: 2, target: 1}}} | service.autoscale.max: must not be below min",
                "{command: [a], service: {name: a, autoscale: {max: 2, target: 1, policy: forcast}}} | forecast",
                "{command: [a], service: {name: a, replicas: 3, autoscale: {max: 2, target: 1}}} | service.replicas: must be at most 2",
                "{command: [a], service: {name: a, port: 1, autoscale: {max: 2, target: 1}}} | service.port: is for one replica",
                "{command: [a], tasks: 2, service: {name: a}} | tasks: may not stand beside service",
                "{command: [a], array: 2, service: {name: a}} | array: may not stand beside service",
                "{command: [a], retries: 2, service: {name: a}} | retries: may not stand beside service",
                "{command: [a], estimate: 2h, service: {name: a}} | estimate: may not stand beside service",
                "{command: [a], kind: batch, service: {name: a}} | kind: may not stand beside service",
            })
    void whatIsWrongIsSaidWithItsKey(String yaml, String part) {
        assertThatThrownBy(() -> read(yaml)).isInstanceOf(InputException.class).hasMessageContaining(part);
    }

    private static JobSpec read(String yaml) {
        return JobReader.read(Source.text("job.yaml", yaml));
    }
}
