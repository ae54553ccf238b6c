@NullMarked
package io.rpcstress.analysis.choice;

import org.jspecify.annotations.NullMarked;
