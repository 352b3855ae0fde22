/** Devices that pods ask for by names of extended resources, and the claims that are made for them ({@code DRAExtendedResource}). */
@org.jspecify.annotations.NullMarked
package io.berth.kube.extended;
