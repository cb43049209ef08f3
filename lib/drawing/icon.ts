import { findMotif } from '#lib/garment/motif.ts'

const INK = '#1d1b18'
const PAPER = '#faf8f4'

// The part of the ridge that an icon shows: it comes in at the left edge, and stops before the right one.
const CROP = '101 14 216 216'

/** The icon of the site: the ridge comes in from the side and stops in the air. Small sizes want a heavier line. */
export function iconSvg(corner: number): string {
  const { outline } = findMotif('ridge')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${CROP}"><rect x="101" y="14" width="216" height="216" rx="${corner}" fill="${INK}"/><path d="${outline}" fill="${PAPER}" stroke="${PAPER}" stroke-width="3" stroke-linejoin="round"/></svg>
`
}

/** The line alone, for pages that have nothing to show yet. */
export function lineSvg(): string {
  const { viewBox, outline, color } = findMotif('ridge')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}" width="640" height="264"><path d="${outline}" fill="${color}"/></svg>
`
}
