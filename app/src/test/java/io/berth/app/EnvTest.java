package io.berth.app;

import static io.berth.app.Cli.berth;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.app.command.Output;
import io.berth.learn.serve.EnvironmentProtocol;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

@ResourceLock(Resources.SYSTEM_OUT)
class EnvTest {
    private static final List<Integer> KINDS = List.of(
            EnvironmentProtocol.DESCRIPTION,
            EnvironmentProtocol.STATE,
            EnvironmentProtocol.STATE,
            EnvironmentProtocol.CLOSED);

    @Test
    void theEnvironmentsAreListed() {
        assertThat(berth("env").done().out())
                .contains("coin              heads or tails\n", "coins-of-two      two guess in turn\n");
        assertThat(berth("env", "list", "--json").done().out())
                .contains("\"name\": \"coin\"", "\"summary\": \"two guess in turn\"");
    }

    @Test
    void anEnvironmentIsDescribedAsADecisionProcess() {
        assertThat(berth("env", "describe", "coin").done().out()).isEqualTo("""
                coin: heads or tails

                state    2 x 2, rows: coin
                actions  2: 0 is tails, 1 is heads
                acts     one agent, at each step
                reward   1 where it was guessed; discount 0.5
                end      one guess was made
                source   Anonymous, Coins, §1

                feature  meaning      low  high  padding
                up       1 is heads     0     1        0
                worth    euros       -0.5     2        0
                """);
        assertThat(berth("env", "describe", "coins-of-two").done().out()).contains("agent anna\n", "\nagent otto\n");
        assertThat(berth("env", "describe", "coins-of-two", "--json").done().out())
                .contains("\"shared\": true", "\"agents\": [", "\"discount\": 0.5");
    }

    @Test
    void whatIsTypedWrongIsNamed() {
        berth("env", "sevre", "coin").refused("unknown action \"sevre\"", "did you mean \"serve\"");
        berth("env", "serve", "coins").refused("unknown environment \"coins\"", "did you mean \"coin\"");
        berth("env", "serve").refused("berth env serve", "name a scenario");
        berth("env", "list", "coin").refused("takes no \"coin\"");
        berth("env", "serve", "coin", "--envs", "0").refused("--envs", "1 to 4096");
        berth("env", "serve", "coins-of-two", "--envs", "2").refused("--envs", "must be 1");
        berth("env", "describe", "coin", "--set", "flips").refused("--set flips", "has no value");
    }

    @Test
    void onlyFramesAreOnStdoutWhateverALibraryPrints() {
        ByteBuffer requests = ByteBuffer.allocate(100).order(ByteOrder.LITTLE_ENDIAN);
        requests.putInt(12).putInt(EnvironmentProtocol.HELLO);
        requests.putInt(EnvironmentProtocol.MAGIC)
                .putInt(EnvironmentProtocol.VERSION)
                .putInt(0);
        requests.putInt(9).putInt(EnvironmentProtocol.RESET).putLong(1).put(EnvironmentProtocol.WITH_SEED);
        requests.putInt(4).putInt(EnvironmentProtocol.STEP).putInt(1);
        requests.putInt(0).putInt(EnvironmentProtocol.CLOSE);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Output output = new Output(new PrintStream(out, true), new PrintStream(err, true));
        InputStream in = System.in;
        PrintStream printed = System.out;
        int code;
        System.setIn(new ByteArrayInputStream(requests.array(), 0, requests.position()));
        try {
            code = Main.run(List.of("env", "serve", "coin"), output);
        } finally {
            System.setIn(in);
        }

        assertThat(code).isZero();
        assertThat(System.out).as("stdout after the command").isSameAs(printed);
        assertThat(kinds(out.toByteArray())).isEqualTo(KINDS);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("the coin falls");
    }

    /** The kinds of frames that lie one behind the other. */
    static List<Integer> kinds(byte[] frames) {
        ByteBuffer in = ByteBuffer.wrap(frames).order(ByteOrder.LITTLE_ENDIAN);
        List<Integer> kinds = new ArrayList<>();
        while (in.hasRemaining()) {
            int length = in.getInt();
            kinds.add(in.getInt());
            in.position(in.position() + length);
        }
        return kinds;
    }
}
