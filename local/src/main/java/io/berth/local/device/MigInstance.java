package io.berth.local.device;

/**
 * A part of a GPU in MIG mode, with memory and compute units of its own.
 *
 * @param index its number on the GPU
 * @param profile its size as NVIDIA names it, such as {@code 1g.10gb}
 * @param uuid the name by which CUDA takes it, such as {@code MIG-3eb87630-93d5-b2b6-b8ff-9b359caf4ee2}
 * @param memoryBytes the memory of the profile, a whole number of GiB; 0 where the profile does not tell
 */
public record MigInstance(int index, String profile, String uuid, long memoryBytes) {}
