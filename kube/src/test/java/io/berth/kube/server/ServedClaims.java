package io.berth.kube.server;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.MessageLite;
import com.google.protobuf.TextFormat;
import com.google.protobuf.UnknownFieldSet;
import io.berth.kube.wire.Fields;
import io.kubernetes.client.proto.V1;
import io.kubernetes.client.proto.V1Resource;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Devices and claims of a {@link FakeServer}, as tests write them. */
public final class ServedClaims {
    private final FakeServer server;

    public ServedClaims(FakeServer server) {
        this.server = server;
    }

    private void put(String kind, Message like, String name, String meta, String text) {
        server.put(kind, name, version -> {
            try {
                Message.Builder builder = like.newBuilderForType();
                TextFormat.merge(
                        "metadata { name: '" + name + "' uid: 'u-" + name + "' resourceVersion: '" + version + "' "
                                + meta + " } " + text,
                        builder);
                return builder.build();
            } catch (TextFormat.ParseException e) {
                throw new IllegalArgumentException(text, e);
            }
        });
    }

    /** Devices {@code d0}, {@code d1} … of node {@code node}. */
    public void devices(String node, int count, String each) {
        devices(node, "nodeName: '" + node + "'", count, each);
    }

    /** The same of pool {@code pool}, {@code where} they can be had. */
    public void devices(String pool, String where, int count, String each) {
        String devices = IntStream.range(0, count)
                .mapToObj(i -> "devices { name: 'd" + i + "' " + each + " } ")
                .collect(Collectors.joining());
        put(
                "resourceslices",
                V1Resource.ResourceSlice.getDefaultInstance(),
                pool,
                "",
                "spec { driver: 'gpu.example.com' pool { name: '" + pool + "' generation: 1 resourceSliceCount: 1 } "
                        + where + " " + devices + "}");
        put("deviceclasses", V1Resource.DeviceClass.getDefaultInstance(), "gpu", "", "spec { }");
    }

    /** A claim of class {@code gpu}. */
    public void claim(String name, String request, String status) {
        put(
                "resourceclaims",
                V1Resource.ResourceClaim.getDefaultInstance(),
                name,
                "namespace: 'team'",
                "spec { devices { requests { name: 'r' exactly { deviceClassName: 'gpu' " + request
                        + " } } } } status { " + status + " }");
    }

    /** Rule {@code rule} taints {@code device} with {@code effect}. */
    public void taints(String rule, String device, String effect) {
        server.put("devicetaintrules", rule, version -> {
            Fields meta = new Fields().text(1, rule).text(5, "u-" + rule).text(6, version);
            Fields taint = new Fields().text(1, "sick").text(3, effect);
            Fields spec = new Fields().message(1, new Fields().text(4, device)).message(2, taint);
            return message(new Fields().message(1, meta).message(2, spec));
        });
    }

    /** {@code fields} as the library has messages of kinds that it does not know. */
    public static MessageLite message(Fields fields) {
        try {
            return UnknownFieldSet.parseFrom(fields.bytes());
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalStateException("What was just written can be read.", e);
        }
    }

    /** The status of a claim that has {@code device} of {@code node}. */
    public static String allocated(String node, String device) {
        return "allocation { devices { results { request: 'r' driver: 'gpu.example.com' pool: '" + node + "' device: '"
                + device + "' } } nodeSelector { nodeSelectorTerms { matchFields { key: 'metadata.name' operator: 'In'"
                + " values: '" + node + "' } } } }";
    }

    /** A pod that claims {@code claim}. */
    public static V1.Pod claiming(String name, String claim) {
        return claiming(ServedPod.pod(name, 0), claim);
    }

    /** {@code plain} where it claims {@code claim}. */
    public static V1.Pod claiming(V1.Pod plain, String claim) {
        return plain.toBuilder()
                .setSpec(plain.getSpec().toBuilder()
                        .addResourceClaims(
                                V1.PodResourceClaim.newBuilder().setName("gpu").setResourceClaimName(claim)))
                .build();
    }

    /** What was written of the status of {@code claim}. */
    public List<String> statuses(String claim) {
        return server.patches().stream()
                .filter(patch -> patch.contains("/resourceclaims/" + claim + "/status"))
                .toList();
    }

    /** The device that {@code claim} was given. */
    public String given(String claim) {
        String patch = statuses(claim).getFirst();
        int at = patch.indexOf("\"device\":\"") + "\"device\":\"".length();
        return patch.substring(at, patch.indexOf('"', at));
    }
}
