import { codeDrawing } from '#lib/garment/garment.ts'
import { HAIRLINE, INK, CLOTH, ruler, sheetSvg } from './sheet.ts'
import { WORDMARK } from './wordmark.ts'

// In millimetres: the label lies in the middle of the sheet, its code on it.
const LABEL = { x: 17, y: 14, width: 34, height: 44 } as const
const CODE = 25

/** The woven label of a style as it is sewn on, with a ruler; the code opens the style's page. */
export function labelSheetSvg(title: string, site: string, id: string): string {
  const { size, path } = codeDrawing(site, id)
  const { x, y, width, height } = LABEL
  const quiet = 4
  const side = CODE / size
  const code = `<g transform="translate(${x + (width - CODE) / 2 - quiet * side} ${y + 4.5 - quiet * side}) scale(${side})" shape-rendering="crispEdges"><path d="${path}" stroke="#3a322c" stroke-linecap="butt"/></g>`
  const name = `<g transform="translate(${x + (width - CODE) / 2} ${y + 34.2}) scale(${CODE / WORDMARK.latinWidth})" fill="#3a322c"><path d="${WORDMARK.latin}"/></g>`
  const hems = [71, 74]
    .map(
      (row) =>
        `<path d="M0 ${row - 3}H68" stroke="${INK}" stroke-width=".22" stroke-dasharray="1.5 .9"/>`,
    )
    .join('')
  const body = `<rect y="4" width="68" height="68" fill="${CLOTH}"/><path d="M0 72.2H68" stroke="${HAIRLINE}" stroke-width=".4"/>${hems}<rect x="${x}" y="${y}" width="${width}" height="${height}" rx=".6" fill="#ece5d8" stroke="#b9ad9b" stroke-width=".2"/><rect x="${x + 1.4}" y="${y + 1.4}" width="${width - 2.8}" height="${height - 2.8}" stroke="#b9ad9b" stroke-width=".28" stroke-dasharray="1.5 .8"/>${code}${name}`
  return sheetSvg(title, 68, body + ruler([14, 76], 4, { unit: 10, size: 2 }))
}
