/**
 * {@code report.html}: one file that needs nothing beside it, no network least of all. What it says
 * comes from the answer, the tables and the figures; here it is made ready for the templates in
 * {@code src/main/jte}, which have the HTML, become classes of this package in the build, and
 * escape every value for its place, since failures carry words that a peer chose. No HTML stands in
 * Java, and what a template writes unescaped is this jar's own style and scripts, or JSON.
 */
@NullMarked
package io.rpcstress.analysis.report;

import org.jspecify.annotations.NullMarked;
