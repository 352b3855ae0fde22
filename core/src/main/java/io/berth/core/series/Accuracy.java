package io.berth.core.series;

/** How good forecasts were, by the measures of the M4 competition (Makridakis, Spiliotis and Assimakopoulos 2020). */
public final class Accuracy {
    private Accuracy() {}

    /** The symmetric mean absolute percentage error, 0 to 200: of each step 200 · |a − f| ÷ (|a| + |f|), 0 where both are 0. */
    public static double smape(double[] forecast, double[] came) {
        double sum = 0;
        for (int i = 0; i < came.length; i++) {
            double size = StrictMath.abs(came[i]) + StrictMath.abs(forecast[i]);
            sum += size == 0 ? 0 : 200 * StrictMath.abs(came[i] - forecast[i]) / size;
        }
        return sum / came.length;
    }

    /** The mean absolute error over that of the seasonal naive forecast of one step in {@code past}; NaN where that is 0 or the past too short. */
    public static double mase(double[] past, int season, double[] forecast, double[] came) {
        double naive = 0;
        for (int i = season; i < past.length; i++) {
            naive += StrictMath.abs(past[i] - past[i - season]);
        }
        double sum = 0;
        for (int i = 0; i < came.length; i++) {
            sum += StrictMath.abs(came[i] - forecast[i]);
        }
        return past.length <= season || naive == 0 ? Double.NaN : sum / came.length / (naive / (past.length - season));
    }

    /** The share of steps that came within the interval. */
    public static double within(Forecast forecast, double[] came) {
        int within = 0;
        for (int i = 0; i < came.length; i++) {
            within += came[i] >= forecast.low()[i] && came[i] <= forecast.high()[i] ? 1 : 0;
        }
        return within / (double) came.length;
    }
}
