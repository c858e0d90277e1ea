// The registry is the one place that knows the formats' names: a new format is its file, a line in it, its encoder and its
// paragraph in docs/formats.md, with its line in README.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formats } from '../../src/formats/registry.js';
import { run } from '../support/command.js';

describe('a format', () => {
  const help = ['generate', 'cat', 'verify'].map((command) =>
    run([command, '--help'], '.').stdout.toString(),
  );

  it.each(formats)(
    '$name is named in the help of all commands, in README, and for no other file of src by its name',
    (format) => {
      for (const text of help) expect(text).toMatch(new RegExp(`\\b${format.name}\\b`));
      expect(readFileSync('README.md', 'utf8')).toContain(`| \`${format.extension}\` `);
      expect(readFileSync('docs/formats.md', 'utf8')).toContain(`## \`${format.extension}\``);
      // its file names it once; commands, verbs, the pipeline and the tasks take it from the registry
      const above = ['commands', 'verbs', 'pipeline', 'tasks', 'threads', 'selection'];
      const files = above.flatMap((folder) =>
        readdirSync(join('src', folder), { encoding: 'utf8', recursive: true }).map((file) =>
          join('src', folder, file),
        ),
      );
      const sources = files.filter((file) => file.endsWith('.ts'));
      const naming = sources.filter((file) =>
        readFileSync(file, 'utf8').includes(`name === '${format.name}'`),
      );
      expect(naming).toEqual([]);
    },
  );
});
