package io.berth.spec.script;

import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/**
 * The expression of {@code --constraint}: features with {@code &} and {@code ,} for and, {@code |} for or, parentheses, and square
 * brackets, which among several nodes say that all have the same of those, so that on one node they group. A count behind a
 * feature, {@code *2}, says of how many nodes it must hold (sbatch, --constraint). {@code &} binds no tighter than {@code |}: the
 * manual has them read from left to right.
 */
final class Constraint {
    private final String text;
    private final Predicate<String> has;
    private int at;

    private Constraint(String text, Predicate<String> has) {
        this.text = text;
        this.has = has;
    }

    /**
     * Whether a node with {@code features} will do.
     *
     * @throws IllegalArgumentException where {@code text} is no such expression; the message says what it must be
     */
    static boolean holds(String text, List<String> features) {
        Constraint constraint = new Constraint(text.replaceAll("\\s", ""), features::contains);
        boolean holds = constraint.expression();
        if (constraint.at < constraint.text.length()) {
            throw wrong();
        }
        return holds;
    }

    private boolean expression() {
        boolean holds = term();
        while (at < text.length() && "&,|".indexOf(text.charAt(at)) >= 0) {
            char operator = text.charAt(at++);
            boolean next = term();
            holds = operator == '|' ? holds || next : holds && next;
        }
        return holds;
    }

    private boolean term() {
        boolean holds;
        if (at < text.length() && "([".indexOf(text.charAt(at)) >= 0) {
            char end = text.charAt(at++) == '(' ? ')' : ']';
            holds = expression();
            if (at >= text.length() || text.charAt(at++) != end) {
                throw wrong();
            }
        } else {
            int from = at;
            while (at < text.length() && "&,|()[]*".indexOf(text.charAt(at)) < 0) {
                at++;
            }
            if (at == from) {
                throw wrong();
            }
            holds = has.test(text.substring(from, at).toLowerCase(Locale.ROOT));
        }
        if (at < text.length() && text.charAt(at) == '*') {
            int from = ++at;
            while (at < text.length() && Character.isDigit(text.charAt(at))) {
                at++;
            }
            if (at == from) {
                throw wrong();
            }
        }
        return holds;
    }

    private static IllegalArgumentException wrong() {
        return new IllegalArgumentException("must be features with &, |, ( and [ between them");
    }
}
