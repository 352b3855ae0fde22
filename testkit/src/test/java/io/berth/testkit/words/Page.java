package io.berth.testkit.words;

import io.berth.testkit.architecture.Code;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A page in Markdown of the checkout.
 *
 * @param name its path in the checkout
 * @param lines as they are
 */
record Page(String name, List<String> lines) {
    /**
     * A block of code.
     *
     * @param language after its fence; empty for none, which is output
     * @param notRun true where a comment before it says why a check leaves it out
     */
    record Block(int line, String language, boolean notRun, List<String> lines) {}

    static Page of(String name) {
        try {
            return new Page(name, Files.readAllLines(Code.checkout().resolve(name)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The pages in {@code folder} of the checkout, by name. */
    static List<Page> in(String folder) {
        try (Stream<Path> files = Files.list(Code.checkout().resolve(folder))) {
            return files.map(file -> folder + "/" + file.getFileName())
                    .filter(name -> name.endsWith(".md"))
                    .sorted()
                    .map(Page::of)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The guides and the README. */
    static List<Page> guides() {
        return Stream.concat(Stream.of(of("README.md")), in("docs/guide").stream())
                .toList();
    }

    List<Block> blocks() {
        List<Block> blocks = new ArrayList<>();
        boolean notRun = false;
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (line.startsWith("```")) {
                int end = i + 1;
                while (!lines.get(end).strip().equals("```")) {
                    end++;
                }
                int indent = lines.get(i).indexOf('`');
                List<String> body = lines.subList(i + 1, end).stream()
                        .map(each -> each.substring(Math.min(indent, each.length())))
                        .toList();
                blocks.add(new Block(i + 1, line.substring(3), notRun, body));
                i = end;
                notRun = false;
            } else if (!line.isEmpty()) {
                notRun = line.startsWith("<!-- not run: ");
            }
        }
        return blocks;
    }

    /** What is said: without blocks, code within a line, comments, and where links lead. */
    String prose() {
        StringBuilder text = new StringBuilder();
        boolean inside = false;
        for (String line : lines) {
            if (line.strip().startsWith("```")) {
                inside = !inside;
            } else if (!inside) {
                text.append(line).append('\n');
            }
        }
        return text.toString()
                .replaceAll("<!--.*?-->", "")
                .replaceAll("`[^`\n]*`", "`")
                .replaceAll("\\]\\([^)]*\\)", "]");
    }

    @Override
    public String toString() {
        return name;
    }
}
