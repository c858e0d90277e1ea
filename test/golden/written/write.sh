#!/bin/sh
# Writes the files of a version: write.sh FOLDER COMMAND, such as write.sh 1.0.0 node dist/cli.cjs. Each version writes its
# own once, before it is published. They are never written again, as later versions must read what earlier ones wrote.
set -eu
folder=$1
shift
mkdir -p "$folder"
list=617,1,2147483646..2147483649,4294967294..4294967297,8589934591
for extension in bin parquet; do "$@" generate 4294967290..4294967301 -q -o "$folder/range.$extension"; done
for extension in bin ndjson txt parquet numbers; do "$@" generate "$list" -q -o "$folder/list.$extension"; done
"$@" generate 1..1000000 --sample 8 --seed 7 -q -o "$folder/sample.bin"
