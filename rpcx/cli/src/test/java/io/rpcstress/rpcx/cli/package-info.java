/** Tests of the command, which run it against a server of their process. */
package io.rpcstress.rpcx.cli;
