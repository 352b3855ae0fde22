package io.berth.app.gateway;

import static io.berth.app.Cli.berth;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.app.Cli;
import io.berth.app.option.Arguments;
import io.berth.app.option.Options;
import io.berth.gateway.fake.FakeServer;
import io.berth.gateway.fake.FakeSpec;
import io.berth.gateway.fake.Fault;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FakeServerCommandTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --port | 70000 | must be a whole number from 0 to 65535
            --ports | 9001,x | must be whole numbers from 0 to 65535, but one is "x"
            --ports | 9001,9001 | has 9001 twice
            --ports | 9001, | nothing between two commas
            --speeds | 1,2 | must be one, or one for each of the 1 servers, but are 2
            --speeds | 0 | must be a number above 0
            --speeds | NaN | must be a number above 0
            --slots | 0 | must be a whole number from 1
            --prompt-time | soon | must be a time up to a day
            --token-time | 25h | must be a time up to a day
            --max-body | 2Gi | must be from 1 byte to 1Gi
            --sigma | -1 | must be a number from 0 to 10
            --fault | cutt=1 | did you mean "cut"?
            --fault | cut | must say how often, such as cut=0.01
            --fault | cut=2 | must be a number from 0 to 1
            --address | no.such.name.invalid | is no address of this machine
            --models | a,,b | nothing between two commas
            """)
    void what_cannot_be_is_refused_with_its_name(String option, String value, String problem) {
        berth("fake-server", option, value).refused(option, problem);
    }

    @Test
    void one_port_and_several_are_not_both_taken() {
        berth("fake-server", "--port", 1, "--ports", "1,2").refused("--ports", "--port");
        berth("fake-server", "word").refused("takes no \"word\"");
    }

    @Test
    void each_server_has_its_port_its_speed_and_its_chance() {
        List<FakeServerOptions.Place> places = read(
                "--ports",
                "9001,9002",
                "--speeds",
                "1,0.5",
                "--seed",
                "5",
                "--models",
                "a,b",
                "--token-time",
                "3ms",
                "--fault",
                "cut=0.5",
                "--fault",
                "slow-start=0.25",
                "--slow-by",
                "1s",
                "--slots",
                "2");

        assertThat(places.stream().map(place -> place.address().getPort())).containsExactly(9_001, 9_002);
        assertThat(places.stream().map(place -> place.address().getAddress().getHostAddress()))
                .containsOnly("127.0.0.1");
        assertThat(places.stream().map(place -> place.spec().pace().speed())).containsExactly(1.0, 0.5);
        assertThat(places.stream().map(place -> place.spec().seed())).containsExactly(5L, 6L);
        FakeSpec spec = places.getFirst().spec();
        assertThat(spec.models()).containsExactly("a", "b");
        assertThat(spec.pace().tokenNanos()).isEqualTo(3_000_000);
        assertThat(spec.room().slots()).isEqualTo(2);
        assertThat(spec.faults().rates()).isEqualTo(Map.of(Fault.CUT, 0.5, Fault.SLOW_START, 0.25));
        assertThat(spec.faults().slowNanos()).isEqualTo(1_000_000_000);
    }

    @Test
    void one_speed_is_that_of_all_and_what_is_not_said_is_usual() {
        assertThat(read("--ports", "1,2", "--speeds", "3").stream()
                        .map(place -> place.spec().pace().speed()))
                .containsExactly(3.0, 3.0);
        assertThat(read().getFirst().spec())
                .isEqualTo(
                        FakeSpec.usual().seeded(1).with(read().getFirst().spec().faults()));
        assertThat(read("--instant").getFirst().spec().pace()).isEqualTo(FakeSpec.Pace.INSTANT);
    }

    @Test
    void a_port_that_is_taken_is_told() throws Exception {
        try (FakeServer server = FakeServer.start(FakeSpec.instant(), 0)) {
            Cli second = berth("fake-server", "--port", server.port());

            assertThat(second.code()).isEqualTo(1);
            assertThat(second.err()).contains("cannot listen at", ":" + server.port());
        }
    }

    private static List<FakeServerOptions.Place> read(String... typed) {
        Options options = new Options(List.of(""), "", FakeServerOptions.ALL);
        return FakeServerOptions.read(Arguments.read("fake-server", options, List.of(typed)));
    }
}
