import { findMotif } from '#lib/garment/motif.ts'
import { INK, PAPER } from './sheet.ts'
import { WORDMARK } from './wordmark.ts'

/** The panel beside the picture of a page that is shared, in pixels: the line that stops, and the label's name. */
export const BANNER_PANEL = { width: 400, height: 630 } as const

/** That panel as an SVG. */
export function bannerPanelSvg(): string {
  const { width, height } = BANNER_PANEL
  const { outline, color } = findMotif('ridge')
  const line = `<g transform="translate(-40 104) scale(1.28)"><path d="${outline}" fill="${color}"/></g>`
  const name = `<g transform="translate(48 538) scale(.26)" fill="${INK}"><path d="${WORDMARK.latin}"/><path d="${WORDMARK.han}"/></g>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${PAPER}"/>${line}${name}</svg>`
}
