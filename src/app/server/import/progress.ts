interface Output {
  isTTY?: boolean | undefined;
  write(text: string): unknown;
}

const width = 30;

/** Reports progress: a bar on a terminal, otherwise a line per 10 %. */
export function createProgressBar(output: Output, label: string): (done: number, total: number) => void {
  let lastTenth = 0;
  return (done, total) => {
    const share = total === 0 ? 1 : done / total;
    if (output.isTTY) {
      const filled = Math.round(share * width);
      const bar = `${'#'.repeat(filled)}${'.'.repeat(width - filled)}`;
      output.write(`\r${label} [${bar}] ${done} of ${total}${done === total ? '\n' : ''}`);
      return;
    }
    const tenth = Math.floor(share * 10);
    if (tenth === lastTenth) return;
    lastTenth = tenth;
    output.write(`${label}: ${done} of ${total}\n`);
  };
}
