type Row = Record<string, unknown>;

/**
 * Enlarges a response with demo data: repeats items and stock with new ids and names, up to this many stock
 * lines.
 */
export function multiplyRows(lines: number): (path: string, response: unknown) => unknown {
  return (path, response) => {
    if (!path.includes('view=compact') || !Array.isArray(response)) return response;
    const rows = response as Row[];
    if (path.startsWith('/api/stock?')) return repeat(rows, lines, 'itemId').slice(0, lines);
    if (path.startsWith('/api/items?')) return repeat(rows, lines, '_id');
    return response;
  };
}

function repeat(rows: Row[], atLeast: number, key: string): Row[] {
  const multiplied = [...rows];
  for (let turn = 1; multiplied.length < atLeast && rows.length > 0; turn += 1) {
    for (const row of rows) {
      const name = typeof row['name'] === 'string' ? { name: `${row['name']} ${turn}` } : {};
      multiplied.push({ ...row, [key]: `${String(row[key])}-${turn}`, ...name });
    }
  }
  return multiplied;
}
