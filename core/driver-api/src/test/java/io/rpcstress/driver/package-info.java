/** What the tests of drivers share. */
@NullMarked
package io.rpcstress.driver;

import org.jspecify.annotations.NullMarked;
