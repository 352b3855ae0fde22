package io.berth.testkit.architecture;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** A set of members that a rule bans, method references to them included. */
final class Calls {
    private static final int ANY_PARAMETERS = -1;

    private record Member(String owner, Set<String> names, int parameters) {
        boolean matches(JavaAccess<?> access) {
            var target = access.getTarget();
            return target.getOwner().getFullName().equals(owner)
                    && (names.isEmpty() || names.contains(target.getName()))
                    && (parameters == ANY_PARAMETERS || parameters == parametersOf(access));
        }

        private static int parametersOf(JavaAccess<?> access) {
            return switch (access.getTarget()) {
                case CodeUnitAccessTarget unit -> unit.getRawParameterTypes().size();
                default -> 0;
            };
        }
    }

    private final List<Member> members = new ArrayList<>();

    private Calls() {}

    static Calls to(Class<?> owner, String... names) {
        return new Calls().and(owner, names);
    }

    /** Also these; no name means every member. */
    Calls and(Class<?> owner, String... names) {
        members.add(new Member(owner.getName(), Set.of(names), ANY_PARAMETERS));
        return this;
    }

    /** Also these, but only the overload with so many parameters. */
    Calls andWith(int parameters, Class<?> owner, String... names) {
        members.add(new Member(owner.getName(), Set.of(names), parameters));
        return this;
    }

    DescribedPredicate<JavaAccess<?>> predicate() {
        String description = members.stream()
                .map(member -> simpleName(member.owner) + (member.names.isEmpty() ? "" : "." + sorted(member.names)))
                .distinct()
                .collect(Collectors.joining(", "));
        return DescribedPredicate.describe(
                description, access -> members.stream().anyMatch(member -> member.matches(access)));
    }

    private static String simpleName(String owner) {
        return owner.substring(owner.lastIndexOf('.') + 1);
    }

    private static String sorted(Set<String> names) {
        return names.stream().sorted().collect(Collectors.joining("|"));
    }
}
