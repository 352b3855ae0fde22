package io.berth.spec.script;

import io.berth.spec.input.InputException;
import io.berth.spec.input.Position;
import java.util.ArrayList;
import java.util.List;

/**
 * Splits a line of options into words as sbatch does: blanks part them, quotes and backslashes keep them, {@code #} ends them,
 * in the middle of a word too.
 */
final class ScriptWords {
    private ScriptWords() {}

    static List<String> split(String line, Position position) {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        boolean inWord = false;
        char quote = 0;
        for (int i = 0; i < line.length(); i++) {
            char next = line.charAt(i);
            if (quote != 0) {
                if (next == quote) {
                    quote = 0;
                } else {
                    word.append(next);
                }
            } else if (next == '"' || next == '\'') {
                quote = next;
                inWord = true;
            } else if (next == '\\' && i + 1 < line.length()) {
                word.append(line.charAt(++i));
                inWord = true;
            } else if (Character.isWhitespace(next)) {
                if (inWord) {
                    words.add(word.toString());
                }
                word.setLength(0);
                inWord = false;
            } else if (next == '#') {
                break;
            } else {
                word.append(next);
                inWord = true;
            }
        }
        if (quote != 0) {
            throw InputException.at(position, "", "the quote " + quote + " is not closed");
        }
        if (inWord) {
            words.add(word.toString());
        }
        return words;
    }
}
