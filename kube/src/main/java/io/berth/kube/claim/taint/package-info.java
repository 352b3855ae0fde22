/** Rules by which administrators taint devices, whatever drivers say of them ({@code resource.k8s.io DeviceTaintRule}). */
@org.jspecify.annotations.NullMarked
package io.berth.kube.claim.taint;
