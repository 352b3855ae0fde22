package io.berth.optimize.bound;

/** Finds the value that stands at a place when all are sorted (Hoare's quickselect), without sorting all. */
final class Selection {
    private Selection() {}

    /** The {@code count}th smallest of {@code values}, from 1, which get another order. */
    static double smallest(double[] values, int count) {
        int low = 0;
        int high = values.length - 1;
        int place = count - 1;
        while (low < high) {
            double pivot = middle(values[low], values[(low + high) >>> 1], values[high]);
            int left = low;
            int right = high;
            while (left <= right) {
                while (values[left] < pivot) {
                    left++;
                }
                while (values[right] > pivot) {
                    right--;
                }
                if (left <= right) {
                    double swapped = values[left];
                    values[left++] = values[right];
                    values[right--] = swapped;
                }
            }
            if (place <= right) {
                high = right;
            } else if (place >= left) {
                low = left;
            } else {
                return values[place];
            }
        }
        return values[place];
    }

    private static double middle(double a, double b, double c) {
        return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
    }
}
