/** What the drivers of plain HTTP promise. */
@NullMarked
package io.rpcstress.driver.http;

import org.jspecify.annotations.NullMarked;
