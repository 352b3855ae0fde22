package io.berth.sim.report.page;

import java.util.Map;
import java.util.Objects;

/** Pages made of texts. */
public final class HtmlText {
    private HtmlText() {}

    /** Text as it may stand in HTML, in attributes too. */
    public static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }

    /** Puts values in place of {@code {{NAME}}}, in one pass, so that a value cannot hold another. */
    public static String filled(String template, Map<String, String> values) {
        StringBuilder page = new StringBuilder();
        int at = 0;
        for (int open = template.indexOf("{{"); open >= 0; open = template.indexOf("{{", at)) {
            int close = template.indexOf("}}", open);
            String name = template.substring(open + 2, close);
            page.append(template, at, open).append(Objects.requireNonNull(values.get(name), name));
            at = close + 2;
        }
        return page.append(template, at, template.length()).toString();
    }

    /** The style of the pages that Berth writes. */
    public static String style() {
        return PageText.resource("page.css");
    }
}
