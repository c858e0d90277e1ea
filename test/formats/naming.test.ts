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
    '$name is named in the help of all commands and in README, and no folder above compares its name',
    (format) => {
      for (const text of help) expect(text).toMatch(new RegExp(`\\b${format.name}\\b`));
      expect(readFileSync('README.md', 'utf8')).toContain(`| \`${format.extension}\` `);
      expect(readFileSync('docs/formats.md', 'utf8')).toContain(`## \`${format.extension}\``);
      // the folders above take it from the registry, and ask for its properties
      const compared = new RegExp(`(?:[=!]==?|\\bcase) '${format.name}'|'${format.name}' [=!]==?`);
      const above = 'commands verbs output pipeline threads tasks reader selection'.split(' ');
      const files = above.flatMap((folder) =>
        readdirSync(join('src', folder), { encoding: 'utf8', recursive: true }).map((file) =>
          join('src', folder, file),
        ),
      );
      const sources = files.filter((file) => file.endsWith('.ts'));
      expect(sources.filter((file) => compared.test(readFileSync(file, 'utf8')))).toEqual([]);
    },
  );
});
