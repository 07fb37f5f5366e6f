type Row = Record<string, unknown>;

/**
 * Makes an answer of the demonstration one of a larger business: its items, and what lies at each place, repeated
 * under new ids and names until there are this many lines of stock.
 */
export function multiplyRows(lines: number): (path: string, answer: unknown) => unknown {
  return (path, answer) => {
    if (!path.includes('view=compact') || !Array.isArray(answer)) return answer;
    const rows = answer as Row[];
    if (path.startsWith('/api/stock?')) return repeat(rows, lines, 'itemId').slice(0, lines);
    if (path.startsWith('/api/items?')) return repeat(rows, lines, '_id');
    return answer;
  };
}

function repeat(rows: Row[], atLeast: number, key: string): Row[] {
  const made = [...rows];
  for (let turn = 1; made.length < atLeast && rows.length > 0; turn += 1) {
    for (const row of rows) {
      const name = typeof row['name'] === 'string' ? { name: `${row['name']} ${turn}` } : {};
      made.push({ ...row, [key]: `${String(row[key])}-${turn}`, ...name });
    }
  }
  return made;
}
