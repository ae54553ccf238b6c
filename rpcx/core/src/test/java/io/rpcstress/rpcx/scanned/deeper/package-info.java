/** What the tests of scanning find. */
package io.rpcstress.rpcx.scanned.deeper;
