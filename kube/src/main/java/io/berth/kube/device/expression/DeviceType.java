package io.berth.kube.device.expression;

import com.google.common.collect.ImmutableCollection;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import dev.cel.common.types.CelType;
import dev.cel.common.types.CelTypeProvider;
import dev.cel.common.types.MapType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.StructType;
import io.berth.kube.claim.Attribute;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The type and the value of the variable {@code device}. */
final class DeviceType {
    static final String VARIABLE = "device";

    static final StructType TYPE = StructType.create(
            "kubernetes.DRADevice",
            ImmutableSet.of("driver", "attributes", "capacity", "allowMultipleAllocations"),
            DeviceType::field);

    private DeviceType() {}

    private static Optional<CelType> field(String name) {
        return switch (name) {
            case "driver" -> Optional.of(SimpleType.STRING);
            case "attributes" -> Optional.of(byDomain(SimpleType.ANY));
            case "capacity" -> Optional.of(byDomain(Amounts.QUANTITY));
            case "allowMultipleAllocations" -> Optional.of(SimpleType.BOOL);
            default -> Optional.empty();
        };
    }

    private static MapType byDomain(CelType value) {
        return MapType.create(SimpleType.STRING, MapType.create(SimpleType.STRING, value));
    }

    static CelTypeProvider provider() {
        return new CelTypeProvider() {
            @Override
            public ImmutableCollection<CelType> types() {
                return ImmutableList.of(TYPE);
            }

            @Override
            public Optional<CelType> findType(String name) {
                return name.equals(TYPE.name()) ? Optional.of(TYPE) : Optional.empty();
            }
        };
    }

    /** @throws IllegalArgumentException where an attribute is no version that should be one */
    static Map<String, Object> value(Seen device) {
        Domains attributes = new Domains();
        device.qualities()
                .attributes()
                .forEach((name, attribute) -> attributes.add(name, device.driver(), value(attribute)));
        Domains capacity = new Domains();
        device.qualities()
                .capacities()
                .forEach((name, has) -> capacity.add(name, device.driver(), new Amount(has.value())));
        Map<String, Object> value = new LinkedHashMap<>();
        value.put("driver", device.driver());
        value.put("attributes", attributes);
        value.put("capacity", capacity);
        value.put("allowMultipleAllocations", device.allowMultipleAllocations());
        return value;
    }

    private static Object value(Attribute attribute) {
        return switch (attribute) {
            case Attribute.Whole(long whole) -> whole;
            case Attribute.Flag(boolean flag) -> flag;
            case Attribute.Text(String text) -> text;
            case Attribute.Version(String version) -> Semver.of(version);
            case Attribute.Many(List<Attribute> values) ->
                values.stream().map(DeviceType::value).toList();
        };
    }
}
