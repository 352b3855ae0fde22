package io.berth.gateway.page;

import io.berth.spec.input.Tree;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Whether a document is as a schema says: as much of JSON Schema as the document of the gateway's page has. */
final class Conformity {
    private final Tree root;
    private final List<String> wrong = new ArrayList<>();

    private Conformity(Tree root) {
        this.root = root;
    }

    /** What is wrong with {@code value}, which should be as the schema {@code name} of {@code api}. */
    static List<String> wrong(Tree api, String name, Tree value) {
        Conformity conformity = new Conformity(api);
        conformity.check(conformity.named("#/components/schemas/" + name), value, name);
        return conformity.wrong;
    }

    private Tree named(String reference) {
        Tree at = root;
        for (String part : reference.substring(2).split("/")) {
            at = at.require(part);
        }
        return at;
    }

    private void check(Tree schema, Tree value, String at) {
        if (schema.get("$ref") != null) {
            check(named(schema.require("$ref").text()), value, at);
            return;
        }
        Tree type = schema.get("type");
        if (type instanceof Tree.Scalar && !typed(type.text(), value)) {
            wrong.add(at + " is no " + type.text());
            return;
        }
        Tree words = schema.get("enum");
        if (words != null
                && words.items().stream().noneMatch(word -> word.text().equals(value.text()))) {
            wrong.add(at + " is " + value.text());
        }
        if (value instanceof Tree.Items) {
            value.items().forEach(item -> check(schema.require("items"), item, at + "[]"));
        } else if (value instanceof Tree.Map) {
            members(schema, value, at);
        }
    }

    private void members(Tree schema, Tree value, String at) {
        Map<String, Tree> known = new TreeMap<>();
        if (schema.get("properties") != null) {
            schema.require("properties").entries().forEach(entry -> known.put(entry.key(), entry.value()));
        }
        Set<String> there = new TreeSet<>();
        Tree others = schema.get("additionalProperties");
        for (Tree.Entry entry : value.entries()) {
            there.add(entry.key());
            Tree member = known.get(entry.key());
            if (member != null) {
                check(member, entry.value(), at + "." + entry.key());
            } else if (others instanceof Tree.Map) {
                check(others, entry.value(), at + "." + entry.key());
            } else if (others != null) {
                wrong.add(at + " has " + entry.key());
            }
        }
        if (schema.get("required") != null) {
            schema.require("required").items().stream()
                    .map(Tree::text)
                    .filter(name -> !there.contains(name))
                    .forEach(name -> wrong.add(at + " has no " + name));
        }
    }

    private static boolean typed(String type, Tree value) {
        return switch (type) {
            case "object" -> value instanceof Tree.Map;
            case "array" -> value instanceof Tree.Items;
            case "integer" -> value instanceof Tree.Scalar && value.text().matches("-?\\d+");
            case "number" -> value instanceof Tree.Scalar && value.text().matches("-?[0-9.eE+-]+");
            case "boolean" -> value instanceof Tree.Scalar && value.text().matches("true|false");
            default -> value instanceof Tree.Scalar;
        };
    }
}
