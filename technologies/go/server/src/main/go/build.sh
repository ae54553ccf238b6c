#!/usr/bin/env bash
# Builds the server for this machine's processor: build.sh PROTOC CONTRACT TARGET. protoc and Go's two plugins, which go.mod
# pins, generate the service from core/contract's definition. The program and the versions that it was built with go to
# TARGET/classes, and so into the jar.
set -euo pipefail

protoc=$1 contract=$2 target=$3
cd "$(dirname "${BASH_SOURCE[0]}")"

PATH=$PATH:/usr/local/go/bin
command -v go >/dev/null || {
  printf 'Go 1.25 or newer is needed, and none is there: see https://go.dev/doc/install, or build without -Pgo\n' >&2
  exit 1
}

rm -rf "$target/go" "$target/classes/go"
mkdir -p "$target/go/greet" "$target/classes/go"
cp -- *.go go.mod go.sum "$target/go/"
cd "$target/go"
export CGO_ENABLED=0 GOFLAGS=-buildvcs=false
go build -o "$target/go-tools/" google.golang.org/protobuf/cmd/protoc-gen-go google.golang.org/grpc/cmd/protoc-gen-go-grpc
PATH=$target/go-tools:$PATH "$protoc" --proto_path="$contract" \
  --go_out=. --go_opt=module=rpcstress/server,Mgreet.proto=rpcstress/server/greet \
  --go-grpc_out=. --go-grpc_opt=module=rpcstress/server,Mgreet.proto=rpcstress/server/greet \
  greet.proto
go vet ./...
go build -trimpath -ldflags="-s -w" -o "$target/classes/go/server" .
go version -m "$target/classes/go/server" | awk '$1 == "dep" { print $2, $3 } NR == 1 { print "go", $2 }' >"$target/classes/go/versions.txt"
