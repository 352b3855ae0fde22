package io.berth.live.control;

import io.berth.core.workload.JobSpec;
import io.berth.live.driver.Acceptance;
import io.berth.live.driver.Submission;
import io.berth.spec.input.Tree;
import io.berth.spec.job.JobWriter;
import io.berth.spec.json.Json;
import io.berth.spec.json.JsonLines;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/** One connection to the control socket of a running system, for one thread. */
public final class ControlClient implements AutoCloseable {
    private final Path path;
    private final SocketChannel channel;
    private final LineReader answers;

    private ControlClient(Path path, SocketChannel channel) {
        this.path = path;
        this.channel = channel;
        this.answers = new LineReader(
                new BufferedInputStream(Channels.newInputStream(channel)), ControlServer.LONGEST_LINE_BYTES);
    }

    /**
     * Connects to the socket {@code path}.
     *
     * @throws ControlException where nobody serves it
     */
    public static ControlClient connect(Path path) {
        try {
            return new ControlClient(path, SocketChannel.open(UnixDomainSocketAddress.of(path)));
        } catch (IOException e) {
            throw new ControlException("no running system answers at " + path + ": " + e.getMessage());
        }
    }

    /** Submits {@code job}; when this returns it is durable. */
    public Acceptance submit(JobSpec job, String origin, long sequence) {
        SequencedMap<String, Object> fields = new LinkedHashMap<>();
        fields.put("job", JobWriter.document(job));
        fields.put("origin", origin);
        if (sequence != Submission.NEXT) {
            fields.put("sequence", sequence);
        }
        Tree answer = request("submit", fields);
        @Nullable Tree number = answer.get("job");
        return new Acceptance(
                number == null ? Acceptance.FORGOTTEN : number.whole(),
                answer.require("sequence").whole(),
                answer.require("repeated").flag());
    }

    /** All jobs, by number; with {@code ended} also those that ended since the system was started. */
    public List<Tree> jobs(boolean ended) {
        List<Tree> jobs = new ArrayList<>();
        long after = 0;
        boolean more = true;
        while (more) {
            Tree page = request("ls", Map.of("all", ended, "after", after));
            jobs.addAll(page.require("jobs").items());
            more = page.require("more").flag();
            after = jobs.isEmpty() ? 0 : jobs.getLast().require("id").whole();
        }
        return jobs;
    }

    /** A request without fields. */
    public Tree request(String command) {
        return request(command, Map.of());
    }

    /**
     * Sends a request and waits for its answer.
     *
     * @throws ControlException where the answer says that it failed, or no answer comes
     */
    public Tree request(String command, Map<String, Object> fields) {
        SequencedMap<String, Object> request = new LinkedHashMap<>();
        request.put("command", command);
        request.putAll(fields);
        String line = exchange(Json.line(request));
        Tree answer = JsonLines.read("answer", line);
        if (!answer.require("ok").flag()) {
            throw new ControlException(answer.require("error").text());
        }
        return answer;
    }

    /** Sends one line as it is and waits for the line that answers it; for scripts that show the answer as it came. */
    public String exchange(String line) {
        try {
            ByteBuffer bytes = ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            @Nullable String answer = answers.next();
            if (answer == null) {
                throw new ControlException("the running system at " + path + " ended before it answered");
            }
            return answer;
        } catch (IOException e) {
            throw new ControlException("the running system at " + path + " did not answer: " + e.getMessage());
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new ControlException("the connection to " + path + " could not be closed: " + e.getMessage());
        }
    }
}
