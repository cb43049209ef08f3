import { createElement } from 'react'

const PATHS = {
  menu: 'M3 7h18M3 12h18M3 17h18',
  close: 'M5 5l14 14M19 5L5 19',
  back: 'M15 5l-7 7 7 7',
  next: 'M9 5l7 7-7 7',
  down: 'M6 9l6 6 6-6',
  up: 'M12 20V5M6 11l6-6 6 6',
  account: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5c.8-4 3.8-6 7.5-6s6.7 2 7.5 6',
  cart: 'M5 8h14l1 12.5H4zM8.5 8V6.5a3.5 3.5 0 0 1 7 0V8',
  home: 'M4 11l8-7 8 7v9.5h-5.5v-6h-5v6H4z',
  shirt: 'M8.5 4L3 7l1.8 4.5L7 10.7V20.5h10v-9.8l2.2.8L21 7l-5.5-3a3.5 3.5 0 0 1-7 0z',
  order: 'M6 3.5h12v17l-3-2-3 2-3-2-3 2zM9 8.5h6M9 12.5h6',
  minus: 'M6 12h12',
  plus: 'M6 12h12M12 6v12',
} as const

/** A 24 px line icon; decorative unless `label` is given. */
export function Icon({ name, label }: { name: keyof typeof PATHS; label?: string }) {
  return (
    <>
      <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
        <use href={`#icon-${name}`} />
      </svg>
      {label === undefined ? null : <span className="visually-hidden">{label}</span>}
    </>
  )
}

/** The lines of every icon, once in a page; `Icon` refers to them, so that scripts carry none. */
export function IconLines() {
  // Spread, they need no keys, which every page would bring once more.
  return createElement(
    'svg',
    { display: 'none' },
    ...Object.entries(PATHS).map(([name, line]) =>
      createElement('path', { id: `icon-${name}`, d: line }),
    ),
  )
}
