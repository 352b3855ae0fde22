package io.berth.kube.device.expression;

import static dev.cel.common.types.SimpleType.BOOL;
import static dev.cel.common.types.SimpleType.DOUBLE;
import static dev.cel.common.types.SimpleType.INT;
import static dev.cel.common.types.SimpleType.STRING;
import static dev.cel.runtime.CelFunctionBinding.from;

import dev.cel.common.types.CelType;
import dev.cel.common.types.OpaqueType;

/** Functions on quantities and on versions (k8s.io/apiserver, pkg/cel/library, quantity.go and semverlib.go). */
final class Amounts {
    static final CelType QUANTITY = OpaqueType.create("kubernetes.Quantity");
    static final CelType SEMVER = OpaqueType.create("kubernetes.Semver");

    private Amounts() {}

    static void addTo(Functions functions) {
        addQuantities(functions);
        addVersions(functions);
        addOrder(functions, "quantity", QUANTITY, Amount.class);
        addOrder(functions, "semver", SEMVER, Semver.class);
    }

    private static void addQuantities(Functions functions) {
        functions.global("quantity", from("string_to_quantity", String.class, Amount::of), QUANTITY, STRING);
        functions.global("isQuantity", from("is_quantity_string", String.class, Amount::isQuantity), BOOL, STRING);
        functions.global("sign", from("quantity_sign", Amount.class, Amount::sign), INT, QUANTITY);
        functions.member("isInteger", from("quantity_is_integer", Amount.class, Amount::isWhole), BOOL, QUANTITY);
        functions.member("asInteger", from("quantity_get_int", Amount.class, Amount::whole), INT, QUANTITY);
        functions.member(
                "asApproximateFloat", from("quantity_get_float", Amount.class, Amount::approximate), DOUBLE, QUANTITY);
        functions.member(
                "add", from("quantity_add", Amount.class, Amount.class, Amount::plus), QUANTITY, QUANTITY, QUANTITY);
        functions.member(
                "add", from("quantity_add_int", Amount.class, Long.class, Amount::plus), QUANTITY, QUANTITY, INT);
        functions.member(
                "sub", from("quantity_sub", Amount.class, Amount.class, Amount::minus), QUANTITY, QUANTITY, QUANTITY);
        functions.member(
                "sub", from("quantity_sub_int", Amount.class, Long.class, Amount::minus), QUANTITY, QUANTITY, INT);
    }

    private static void addVersions(Functions functions) {
        functions.global("semver", from("string_to_semver", String.class, Semver::of), SEMVER, STRING);
        functions.global(
                "semver",
                from("string_bool_to_semver", String.class, Boolean.class, Semver::parse),
                SEMVER,
                STRING,
                BOOL);
        functions.global(
                "isSemver", from("is_semver_string", String.class, text -> Semver.isSemver(text, false)), BOOL, STRING);
        functions.global(
                "isSemver",
                from("is_semver_string_bool", String.class, Boolean.class, Semver::isSemver),
                BOOL,
                STRING,
                BOOL);
        functions.member("major", from("semver_major", Semver.class, Semver::major), INT, SEMVER);
        functions.member("minor", from("semver_minor", Semver.class, Semver::minor), INT, SEMVER);
        functions.member("patch", from("semver_patch", Semver.class, Semver::patch), INT, SEMVER);
    }

    private static <T extends Comparable<T>> void addOrder(
            Functions functions, String prefix, CelType type, Class<T> held) {
        functions.member(
                "isGreaterThan",
                from(prefix + "_is_greater_than", held, held, (one, other) -> one.compareTo(other) > 0),
                BOOL,
                type,
                type);
        functions.member(
                "isLessThan",
                from(prefix + "_is_less_than", held, held, (one, other) -> one.compareTo(other) < 0),
                BOOL,
                type,
                type);
        functions.member(
                "compareTo",
                from(prefix + "_compare_to", held, held, (one, other) -> (long) one.compareTo(other)),
                INT,
                type,
                type);
    }
}
