package io.berth.local.device;

import java.util.ArrayList;
import java.util.List;

/**
 * What a tool told, or all of them together.
 *
 * @param devices by index, one vendor after another
 * @param links between devices of one vendor
 * @param notices one line for each thing that is missing or was not understood, beginning with the name of the tool
 */
public record Inventory(List<Accelerator> devices, List<Link> links, List<String> notices) {
    /** Nothing, and nothing to say about it. */
    public static final Inventory NONE = new Inventory(List.of(), List.of(), List.of());

    public Inventory {
        devices = List.copyOf(devices);
        links = List.copyOf(links);
        notices = List.copyOf(notices);
    }

    /** No devices, because of {@code notice}. */
    public static Inventory nothing(String notice) {
        return new Inventory(List.of(), List.of(), List.of(notice));
    }

    /** The same with other devices. */
    public Inventory withDevices(List<Accelerator> others) {
        return new Inventory(others, links, notices);
    }

    /** The same with other links. */
    public Inventory withLinks(List<Link> others) {
        return new Inventory(devices, others, notices);
    }

    /** The same and one notice more. */
    public Inventory withNotice(String notice) {
        List<String> all = new ArrayList<>(notices);
        all.add(notice);
        return new Inventory(devices, links, all);
    }

    /** These and those. */
    public Inventory and(Inventory other) {
        List<Accelerator> allDevices = new ArrayList<>(devices);
        List<Link> allLinks = new ArrayList<>(links);
        List<String> allNotices = new ArrayList<>(notices);
        allDevices.addAll(other.devices);
        allLinks.addAll(other.links);
        allNotices.addAll(other.notices);
        return new Inventory(allDevices, allLinks, allNotices);
    }
}
