// Runs a query twice in DuckDB: node duckdb.mjs FOLDER SQL prints how many milliseconds the second run took, then the rows as
// JSON. Paths in the query are relative to the folder. DuckDB is the package that is installed in examples/sql.

import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const [folder, sql] = process.argv.slice(2);
const { resolve } = createRequire(new URL('../../examples/sql/package.json', import.meta.url));
const { DuckDBInstance } = await import(pathToFileURL(resolve('@duckdb/node-api')).href);
const database = await (await DuckDBInstance.create(':memory:')).connect();
await database.run(`SET file_search_path = '${folder}'`);
if (!sql.startsWith('COPY')) await database.run(sql);
const started = performance.now();
const reader = await database.runAndReadAll(sql);
console.log((performance.now() - started).toFixed(2));
console.log(JSON.stringify(reader.getRowsJson()));
