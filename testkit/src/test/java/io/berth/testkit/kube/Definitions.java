package io.berth.testkit.kube;

/** Kinds of objects that are defined in a cluster. */
public final class Definitions {
    /** Where they are. */
    public static final String PATH = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

    /** A kind of objects in which anything may stand. */
    public static String of(String group, String kind, String plural, String version, String scope) {
        return """
                apiVersion: apiextensions.k8s.io/v1
                kind: CustomResourceDefinition
                metadata: {name: PLURAL.GROUP}
                spec:
                  group: GROUP
                  scope: SCOPE
                  names: {kind: KIND, plural: PLURAL}
                  versions:
                    - name: VERSION
                      served: true
                      storage: true
                      schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
                """.replace("GROUP", group)
                .replace("KIND", kind)
                .replace("PLURAL", plural)
                .replace("VERSION", version)
                .replace("SCOPE", scope);
    }

    private Definitions() {}
}
