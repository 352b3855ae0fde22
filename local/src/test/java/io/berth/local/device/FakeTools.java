package io.berth.local.device;

import io.berth.local.device.tool.Tools;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Tools that print what a test says, by the first command line that begins as asked; all others are missing. */
public final class FakeTools implements Tools {
    private final Map<String, Answer> answers = new TreeMap<>(Collections.reverseOrder());
    private final List<String> commands = Collections.synchronizedList(new ArrayList<>());

    public FakeTools printing(String command, String output) {
        return answering(command, new Answer.Text(output));
    }

    public FakeTools answering(String command, Answer answer) {
        answers.put(command, answer);
        return this;
    }

    /** The command lines that were run. */
    public List<String> commands() {
        return commands;
    }

    @Override
    public Answer run(List<String> command, Duration limit) {
        String line = String.join(" ", command);
        commands.add(line);
        return answers.entrySet().stream()
                .filter(entry -> line.startsWith(entry.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElseGet(Answer.Missing::new);
    }
}
