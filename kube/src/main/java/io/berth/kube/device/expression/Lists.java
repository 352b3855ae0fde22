package io.berth.kube.device.expression;

import com.google.common.primitives.UnsignedLong;
import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.TypeParamType;
import dev.cel.common.values.CelByteString;
import dev.cel.runtime.CelFunctionBinding;
import dev.cel.runtime.CelFunctionOverload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Functions on lists, as Kubernetes has them beside those of CEL (k8s.io/apiserver, pkg/cel/library/lists.go). */
final class Lists {
    private Lists() {}

    static void addTo(Functions functions) {
        comparable().forEach((name, type) -> addOrder(functions, "list_" + name, name, type));
        functions.member("sum", of("int", list -> sum(0L, list)), SimpleType.INT, ListType.create(SimpleType.INT));
        functions.member(
                "sum",
                of("uint", list -> sum(UnsignedLong.ZERO, list)),
                SimpleType.UINT,
                ListType.create(SimpleType.UINT));
        functions.member(
                "sum", of("double", list -> sum(0.0, list)), SimpleType.DOUBLE, ListType.create(SimpleType.DOUBLE));
        functions.member(
                "sum",
                of("duration", list -> sum(Duration.ZERO, list)),
                SimpleType.DURATION,
                ListType.create(SimpleType.DURATION));
        TypeParamType element = TypeParamType.create("A");
        ListType list = ListType.create(element);
        functions.member(
                "indexOf",
                CelFunctionBinding.from("list_a_index_of_int", List.class, Object.class, Lists::indexOf),
                SimpleType.INT,
                list,
                element);
        functions.member(
                "lastIndexOf",
                CelFunctionBinding.from("list_a_last_index_of_int", List.class, Object.class, Lists::lastIndexOf),
                SimpleType.INT,
                list,
                element);
        functions.bind("lists.range", CelFunctionBinding.from("lists_range", Long.class, Lists::range));
    }

    private static void addOrder(Functions functions, String prefix, String name, CelType type) {
        ListType list = ListType.create(type);
        functions.member(
                "isSorted",
                CelFunctionBinding.from(prefix + "_is_sorted_bool", List.class, Lists::isSorted),
                SimpleType.BOOL,
                list);
        functions.member("min", CelFunctionBinding.from(prefix + "_min_" + name, List.class, Lists::min), type, list);
        functions.member("max", CelFunctionBinding.from(prefix + "_max_" + name, List.class, Lists::max), type, list);
    }

    @SuppressWarnings("rawtypes")
    private static CelFunctionBinding of(String type, CelFunctionOverload.Unary<List> sum) {
        return CelFunctionBinding.from("list_" + type + "_sum_" + type, List.class, sum);
    }

    private static Map<String, CelType> comparable() {
        Map<String, CelType> types = new LinkedHashMap<>();
        types.put("int", SimpleType.INT);
        types.put("uint", SimpleType.UINT);
        types.put("double", SimpleType.DOUBLE);
        types.put("bool", SimpleType.BOOL);
        types.put("duration", SimpleType.DURATION);
        types.put("timestamp", SimpleType.TIMESTAMP);
        types.put("string", SimpleType.STRING);
        types.put("bytes", SimpleType.BYTES);
        return types;
    }

    private static boolean isSorted(List<? extends Object> list) {
        for (int i = 1; i < list.size(); i++) {
            if (compare(list.get(i - 1), list.get(i)) > 0) {
                return false;
            }
        }
        return true;
    }

    private static Object min(List<? extends Object> list) {
        return first("min", list, -1);
    }

    private static Object max(List<? extends Object> list) {
        return first("max", list, 1);
    }

    private static Object first(String function, List<? extends Object> list, int sign) {
        if (list.isEmpty()) {
            throw new IllegalArgumentException(function + " called on empty list");
        }
        Object first = list.getFirst();
        for (Object other : list) {
            if (Integer.signum(compare(other, first)) == sign) {
                first = other;
            }
        }
        return first;
    }

    @SuppressWarnings("unchecked")
    private static int compare(Object one, Object other) {
        if (one instanceof CelByteString bytes && other instanceof CelByteString others) {
            return Arrays.compareUnsigned(bytes.toByteArray(), others.toByteArray());
        }
        if (one.getClass() != other.getClass() || !(one instanceof Comparable<?>)) {
            throw new IllegalArgumentException("no such overload: elements of a list that have no order");
        }
        return ((Comparable<Object>) one).compareTo(other);
    }

    private static Object sum(Object zero, List<? extends Object> list) {
        Object sum = zero;
        for (Object element : list) {
            sum = switch (sum) {
                case Long whole when element instanceof Long more -> Math.addExact(whole, more);
                case UnsignedLong whole when element instanceof UnsignedLong more -> unsigned(whole, more);
                case Double real when element instanceof Double more -> real + more;
                case Duration time when element instanceof Duration more -> time.plus(more);
                default -> throw new IllegalArgumentException("no such overload: elements of a list that have no sum");
            };
        }
        return sum;
    }

    private static UnsignedLong unsigned(UnsignedLong one, UnsignedLong other) {
        UnsignedLong sum = one.plus(other);
        if (sum.compareTo(one) < 0) {
            throw new ArithmeticException("unsigned integer overflow");
        }
        return sum;
    }

    private static long indexOf(List<? extends Object> list, Object wanted) {
        for (int i = 0; i < list.size(); i++) {
            if (Equality.of(list.get(i), wanted)) {
                return i;
            }
        }
        return -1;
    }

    private static long lastIndexOf(List<? extends Object> list, Object wanted) {
        for (int i = list.size() - 1; i >= 0; i--) {
            if (Equality.of(list.get(i), wanted)) {
                return i;
            }
        }
        return -1;
    }

    private static List<Long> range(long end) {
        if (end > Budget.MOST_WEIGHT) {
            throw Budget.tooLarge();
        }
        List<Long> range = new ArrayList<>();
        for (long i = 0; i < end; i++) {
            range.add(i);
        }
        return range;
    }
}
