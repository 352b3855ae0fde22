package io.berth.core.policy.domain;

/**
 * A domain in which a job may find room.
 *
 * @param value of the label that makes it one; the number of the node where each is a domain
 * @param nodes its nodes, ascending
 * @param slots how many tasks of the group whose turn is first would fit there
 */
@SuppressWarnings("ArrayRecordComponent")
public record DomainRoom(String value, int[] nodes, long slots) {}
