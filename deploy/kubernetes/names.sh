# shellcheck shell=bash disable=SC2034
# (the scripts use the constants)
# What the images are called, on the machine that makes them and in the manifests. Sourced.

readonly IMAGES=localhost/rpc-stress # -client, -servers, -broker
readonly TAG_FILE=images             # in the scripts' folder below .run: the tag of those that were made last
readonly SPANNING=place-order        # the operation that spans several services
