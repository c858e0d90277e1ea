// Draws groups of horizontal bars as SVG. The labels stand above the bars, so that a phone can show the picture.

const WIDTH = 440;
const BAR = 12;
const ROW = 34; // a label and its bar
const HEAD = 44; // a title and the line below it
const GAP = 14;

/** Light colours, then those for dark pages. `.ours` marks what this project made, `.other` all else. */
const STYLE =
  'text{font:13px system-ui,sans-serif;fill:#1f2328}.title{font-weight:600;font-size:15px}.note{fill:#59636e}' +
  '.ours{fill:#1a7f37}.other{fill:#9198a1}' +
  '@media(prefers-color-scheme:dark){text{fill:#f0f6fc}.note{fill:#9198a1}.ours{fill:#3fb950}.other{fill:#656c76}}';

interface Bar {
  label: string;
  value: number;
  /** the value as text */
  shown: string;
  isOurs: boolean;
}

export interface BarGroup {
  title: string;
  note: string;
  bars: readonly Bar[];
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

/** Draws a group from a height on. The longest bar has the full width. */
function drawGroup({ title, note, bars }: BarGroup, top: number): string {
  const most = Math.max(...bars.map(({ value }) => value));
  const rows = bars.map(({ label, value, shown, isOurs }, i) => {
    const y = top + HEAD + i * ROW;
    const width = Math.max(1, (value / most) * WIDTH).toFixed(1);
    return (
      `<text x="0" y="${y + 13}">${escapeXml(label)}</text>` +
      `<text x="${WIDTH}" y="${y + 13}" text-anchor="end">${escapeXml(shown)}</text>` +
      `<rect x="0" y="${y + 18}" width="${width}" height="${BAR}" rx="2" class="${isOurs ? 'ours' : 'other'}"/>`
    );
  });
  const head = `<text x="0" y="${top + 16}" class="title">${escapeXml(title)}</text>`;
  return `${head}<text x="0" y="${top + 36}" class="note">${escapeXml(note)}</text>${rows.join('')}`;
}

/** Returns a picture of the groups, one below the other. */
export function drawBars(description: string, groups: readonly BarGroup[]): string {
  let height = 0;
  const drawn = groups.map((group) => {
    const top = height;
    height += HEAD + group.bars.length * ROW + GAP;
    return drawGroup(group, top);
  });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-4 -4 ${WIDTH + 8} ${height}" width="${WIDTH + 8}" role="img">` +
    `<title>${escapeXml(description)}</title><style>${STYLE}</style>${drawn.join('')}</svg>\n`
  );
}
