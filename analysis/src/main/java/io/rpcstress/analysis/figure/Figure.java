package io.rpcstress.analysis.figure;

/**
 * One drawn figure. Immutable.
 *
 * @param name the file's name without its ending, for example {@code figure-8a-rpcx-runtime}
 * @param group which figures stand together, under one heading
 * @param table the id of the table that has its numbers; empty for none
 * @param alt what a reader who does not see it is told
 */
public record Figure(
    String name,
    String group,
    String heading,
    String table,
    String title,
    String alt,
    int width,
    int height,
    String svg) {}
