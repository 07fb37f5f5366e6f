import { useDeferredValue, useState } from 'react';
import { createRoot } from 'react-dom/client';

const rowPx = 36;
const count = Number(new URLSearchParams(location.search).get('rows') ?? '10000');
const isBare = location.search.includes('bare');
const rows = Array.from({ length: count }, (_, n) => `Item ${n} of shelf ${n % 97}`);

/** Only an input and a windowed list of plain rows; `?bare` omits the list. */
function Table() {
  const [text, setText] = useState('');
  const filter = useDeferredValue(text);
  const [top, setTop] = useState(0);
  const matches = isBare ? [] : rows.filter((row) => row.includes(filter));
  const first = Math.max(0, Math.floor(top / rowPx) - 5);
  return (
    <>
      <input type="search" value={text} onChange={(event) => setText(event.target.value)} />
      <div
        id="scroller"
        style={{ height: 700, overflow: 'auto' }}
        onScroll={(event) => setTop(event.currentTarget.scrollTop)}
      >
        <div style={{ height: matches.length * rowPx, position: 'relative' }}>
          {matches.slice(first, first + 30).map((row, index) => (
            <div key={row} style={{ position: 'absolute', top: (first + index) * rowPx, height: rowPx }}>
              {row}
            </div>
          ))}
        </div>
      </div>
    </>
  );
}

const element = document.getElementById('root');
if (element) createRoot(element).render(<Table />);
