package io.berth.app.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.app.option.Arguments;
import io.berth.app.option.Options;
import io.berth.spec.input.InputException;
import io.berth.spec.job.JobRange;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class JobNumbersTest {
    private final Asked asked = new Asked();
    private final Client client = new Client(asked);

    /** A Berth that knows an array of the indices 3, 7 and 40, whose first job is 12. */
    private static final class Asked implements Way {
        private ByteArrayOutputStream said = new ByteArrayOutputStream();

        @Override
        public Line open() {
            said = new ByteArrayOutputStream();
            return new Line() {
                @Override
                public InputStream in() {
                    String rows = said.toString(StandardCharsets.US_ASCII).contains("array=12 ")
                            ? "{\"id\":12,\"name\":\"a[3]\"},{\"id\":13,\"name\":\"a[7]\"},{\"id\":14,\"name\":\"a[40]\"}"
                            : "";
                    String answer = "HTTP/1.1 200 OK\r\n\r\n{\"jobs\":[" + rows + "],\"next\":null}";
                    return new ByteArrayInputStream(answer.getBytes(StandardCharsets.US_ASCII));
                }

                @Override
                public OutputStream out() {
                    return said;
                }

                @Override
                public void close() {}
            };
        }

        @Override
        public String head() {
            return "";
        }

        @Override
        public String name() {
            return "test";
        }
    }

    @Test
    void jobsOfAnArrayAreNamedAsListsShowThem() {
        assertThat(ranges("12_7")).containsExactly(new JobRange(13, 13));
        assertThat(ranges("5", "12_[7,40]", "1-3"))
                .containsExactly(new JobRange(5, 5), new JobRange(13, 13), new JobRange(14, 14), new JobRange(1, 3));
        assertThat(one("12_40")).isEqualTo(14);
        assertThat(one("12")).isEqualTo(12);
    }

    @Test
    void whatIsNoJobIsSaid() {
        assertThatThrownBy(() -> ranges("12_8"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("array 12 has no job with the index 8");
        assertThatThrownBy(() -> ranges("9_1")).hasMessageContaining("job 9 is no first job of an array");
        assertThatThrownBy(() -> ranges("12_")).hasMessageContaining("must be a whole number");
        assertThatThrownBy(() -> ranges("12_[7")).hasMessageContaining("must be a whole number");
        assertThatThrownBy(() -> one("12_[3,7]")).hasMessageContaining("must be one job, but is \"12_[3,7]\"");
        assertThatThrownBy(() -> one("1-3")).hasMessageContaining("must be one job");
        assertThatThrownBy(() -> one("1", "2")).hasMessageContaining("name one job by its number");
    }

    private List<JobRange> ranges(String... words) {
        return JobNumbers.ranges(client, List.of(words));
    }

    private long one(String... words) {
        return JobNumbers.one(client, Arguments.read("show", Options.of("", ""), List.of(words)));
    }
}
