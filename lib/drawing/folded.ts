import { findMotif } from '#lib/garment/motif.ts'
import type { MotifName } from '#lib/product/product.ts'
import { CLOTH, HAIRLINE, INK, sheetSvg } from './sheet.ts'
import { WORDMARK } from './wordmark.ts'

// In millimetres: the shirt in its fold lies in the middle of the sheet.
const BOX = { x: 62, y: 78, width: 246, height: 318 } as const

/** A shirt in its fold, as a line drawing: collar, the drawing on its chest, and the layers at its edge. */
export function foldedSvg(title: string, motif: MotifName): string {
  const { x, y, width, height } = BOX
  const middle = x + width / 2
  const [left, right] = [middle - 80, middle + 80]
  const body = `M${left} ${y}L${x + 5} ${y + 15}Q${x} ${y + 18} ${x} ${y + 25}V${y + height - 6}Q${x} ${y + height} ${x + 6} ${y + height}H${x + width - 6}Q${x + width} ${y + height} ${x + width} ${y + height - 6}V${y + 25}Q${x + width} ${y + 18} ${x + width - 5} ${y + 15}L${right} ${y}`
  const collar = `M${left} ${y}C${left + 6} ${y + 76} ${middle - 46} ${y + 96} ${middle} ${y + 96}S${right - 6} ${y + 76} ${right} ${y}M${left + 17} ${y - 3}C${left + 24} ${y + 58} ${middle - 36} ${y + 78} ${middle} ${y + 78}S${right - 24} ${y + 58} ${right - 17} ${y - 3}`
  const back = `M${left} ${y}Q${middle} ${y - 18} ${right} ${y}M${left + 17} ${y - 3}Q${middle} ${y + 24} ${right - 17} ${y - 3}`
  const stitches = `M${left - 4} ${y + 2}C${left + 2} ${y + 80} ${middle - 50} ${y + 101} ${middle} ${y + 101}S${right - 2} ${y + 80} ${right + 4} ${y + 2}`
  const layers = [5, 10]
    .map((down) => `M${x + 3 + down / 2} ${y + height + down}H${x + width - 3 - down / 2}`)
    .join('')
  const { viewBox, outline, color } = findMotif(motif)
  const [mx = 0, my = 0, mw = 1] = viewBox.split(' ').map(Number)
  const scale = (motif === 'ridge' ? 92 : 54) / mw
  const sewn = `<g transform="translate(${motif === 'ridge' ? middle + 20 : middle + 44} ${y + 132}) scale(${scale}) translate(${-mx} ${-my})"><path d="${outline}" fill="${color}"/></g>`
  const name = `<g transform="translate(${middle - 21} ${y + 24}) scale(.066)" fill="${INK}" fill-opacity=".55"><path d="${WORDMARK.latin}"/></g>`
  return sheetSvg(
    title,
    370,
    `<path d="${body}" fill="${CLOTH}" stroke="${INK}" stroke-width="1.2"/><path d="${back}" stroke="${INK}" stroke-width=".9"/><path d="${collar}" stroke="${INK}" stroke-width="1.1"/><path d="${stitches}" stroke="${INK}" stroke-width=".6" stroke-dasharray="3 2.2"/><path d="${layers}" stroke="${INK}" stroke-width=".9"/><path d="M${x + 70} ${y + 172}V${y + height - 8}M${x + width - 66} ${y + 196}V${y + height - 8}" stroke="${HAIRLINE}" stroke-width="1"/>${name}${sewn}`,
  )
}
