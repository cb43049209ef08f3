import { findMotif } from '#lib/garment/motif.ts'
import type { MotifName } from '#lib/product/product.ts'
import { CLOTH, ruler, sheetSvg } from './sheet.ts'

/** How wide each drawing is sewn, in millimetres, and how long the ruler below it is, in centimetres. */
const SEWN = {
  ridge: { width: 100, centimetres: 10 },
  circle: { width: 56, centimetres: 6 },
} as const

const WIDTH = 136

// The yarn, and the light and shade of its threads.
function stitched(name: MotifName): string {
  const { outline, threads, color } = findMotif(name)
  const thread = (stroke: string, width: number) =>
    `<path d="${threads}" stroke="${stroke}" stroke-width="${width}" stroke-linecap="butt"/>`
  return `<path d="${outline}" fill="${color}"/>${thread('#3c2c18" stroke-opacity=".22', 0.7)}<g transform="translate(.7 .2)">${thread('#fff" stroke-opacity=".2', 0.5)}</g>`
}

/** The drawing of a style as it is sewn, with a ruler. */
export function motifSheetSvg(title: string, name: MotifName): string {
  const [x = 0, y = 0, width = 1, height = 1] = findMotif(name).viewBox.split(' ').map(Number)
  const { width: sewn, centimetres } = SEWN[name]
  const scale = sewn / width
  const left = (WIDTH - sewn) / 2
  const top = 78 - (height * scale) / 2
  const cloth = `<rect x="8" y="8" width="${WIDTH - 16}" height="${WIDTH * 1.25 - 16}" fill="${CLOTH}"/>`
  const body = `${cloth}<g transform="translate(${left} ${top}) scale(${scale}) translate(${-x} ${-y})">${stitched(name)}</g>`
  return sheetSvg(title, WIDTH, body + ruler([left, 138], centimetres, { unit: 10, size: 3.4 }))
}
