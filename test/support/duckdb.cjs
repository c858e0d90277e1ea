#!/usr/bin/env node
// The command duckdb -csv -noheader -nullvalue NULL, in memory, by DuckDB's library for Node. It reads SQL from -c or from standard input.

const { readFileSync } = require('node:fs');
const { DuckDBInstance } = require('../../examples/sql/node_modules/@duckdb/node-api');

const flag = process.argv.indexOf('-c');
const sql = flag < 0 ? readFileSync(0, 'utf8') : process.argv[flag + 1];
DuckDBInstance.create(':memory:')
  .then((database) => database.connect())
  .then((connection) => connection.runAndReadAll(sql))
  .then((answer) => {
    for (const row of answer.getRows()) console.log(row.map((value) => value ?? 'NULL').join());
  });
