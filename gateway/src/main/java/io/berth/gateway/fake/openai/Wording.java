package io.berth.gateway.fake.openai;

import io.berth.core.time.Chance;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Makes answers up. The same prompt is answered by the same words. */
public final class Wording {
    /** Each is three letters, so that with the blank after it it is a token's four bytes. */
    private static final List<String> WORDS = List.of(
            "air", "ant", "arc", "ash", "bay", "bee", "bit", "bow", "box", "bus", "cap", "cat", "cob", "cup", "day",
            "dew", "dot", "dry", "ear", "egg", "elm", "eye", "fan", "far", "fig", "fir", "fog", "fox", "gap", "gem",
            "hat", "hay", "hen", "hop", "ice", "ink", "ivy", "jam", "jar", "key", "kit", "lap", "leg", "lid", "log",
            "map", "mud", "net", "nut", "oak", "oar", "owl", "pea", "pen", "pie", "pot", "ray", "red", "rye", "sea",
            "sky", "sun", "tea", "toe");

    private Wording() {}

    /**
     * One choice.
     *
     * @param hash of the prompt and of which choice it is
     * @param drawn how many tokens a model would answer; a call of a tool has as many as its arguments
     */
    public static Answer.Choice choice(Ask ask, long hash, int drawn) {
        if (ask.task() == Task.EMBEDDING) {
            return new Answer.Choice(hash, List.of(), true);
        }
        if (ask.task() == Task.IMAGE) {
            return new Answer.Choice(hash, Collections.nCopies(drawn, ""), true);
        }
        Ask.ToolCall call = ask.call();
        if (call != null) {
            List<String> pieces = pieces(call.arguments());
            int most = Math.min(pieces.size(), ask.limits().most());
            return new Answer.Choice(hash, pieces.subList(0, most), most == pieces.size());
        }
        int tokens = ask.limits().of(drawn);
        boolean whole = !ask.limits().exact() && tokens >= drawn;
        return new Answer.Choice(hash, words(hash, tokens, whole), whole);
    }

    private static List<String> words(long hash, int tokens, boolean whole) {
        List<String> words = new ArrayList<>(tokens);
        for (int i = 0; i < tokens; i++) {
            String word = WORDS.get(Math.floorMod(Chance.mix(hash + i), WORDS.size()));
            words.add(word + (whole && i == tokens - 1 ? "." : " "));
        }
        return words;
    }

    private static List<String> pieces(String text) {
        List<String> pieces = new ArrayList<>();
        int at = 0;
        while (at < text.length()) {
            int left = text.codePointCount(at, text.length());
            int end = text.offsetByCodePoints(at, Math.min(left, Ask.TOKEN_BYTES));
            pieces.add(text.substring(at, end));
            at = end;
        }
        return pieces;
    }
}
