import type { ReactNode } from 'react';
import { numeric, Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from './table.tsx';

export interface Fact<Row> {
  head: string;
  isNumeric?: boolean;
  cell(row: Row): ReactNode;
}

interface FactTableProps<Row> {
  label: string;
  columns: readonly Fact<Row>[];
  rows: readonly Row[];
  keyOf(row: Row): string | number;
}

/** A short table that is only read: neither sorted, searched nor chosen from. */
export function FactTable<Row>({ label, columns, rows, keyOf }: FactTableProps<Row>) {
  return (
    <Table aria-label={label}>
      <TableHeader>
        <tr>
          {columns.map(({ head, isNumeric }) => (
            <TableHead key={head} className={isNumeric ? numeric : undefined}>
              {head}
            </TableHead>
          ))}
        </tr>
      </TableHeader>
      <TableBody>
        {rows.map((row) => (
          <TableRow key={keyOf(row)}>
            {columns.map(({ head, isNumeric, cell }) => (
              <TableCell key={head} className={isNumeric ? numeric : undefined}>
                {cell(row)}
              </TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
