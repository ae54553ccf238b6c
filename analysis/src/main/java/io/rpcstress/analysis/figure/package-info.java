/**
 * The figures: a sweep's data as {@link io.rpcstress.analysis.figure.ChartData}, drawn by ECharts
 * into SVG. What a chart looks like is said in {@code charts.js}, which the report's explorer
 * shares. No HTML and no statistics enter here: a number is drawn as the model has it.
 */
@NullMarked
package io.rpcstress.analysis.figure;

import org.jspecify.annotations.NullMarked;
