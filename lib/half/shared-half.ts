import 'server-only'

import { renderSvg } from '#lib/adapters/sharp/render-svg.ts'
import { type DrawnHalf, halfShapes, motifSheet } from './half-drawing.ts'

const SHARED = { width: 1200, height: 630, margin: 90 } as const

function sharedHalfSvg(drawn: DrawnHalf): string {
  const { width, height } = motifSheet(drawn.motif)
  const scale = Math.min(
    (SHARED.width - 2 * SHARED.margin) / width,
    (SHARED.height - 2 * SHARED.margin) / height,
  )
  const x = (SHARED.width - width * scale) / 2
  const y = (SHARED.height - height * scale) / 2
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SHARED.width} ${SHARED.height}" width="${SHARED.width}" height="${SHARED.height}"><path d="M0 0h${SHARED.width}v${SHARED.height}H0z" fill="#faf8f4"/><g transform="translate(${x} ${y}) scale(${scale})">${halfShapes(drawn)}</g></svg>`
}

/** The picture that stands for a half where its page is shared: a PNG, for services that show no SVG. */
export function drawSharedHalf(drawn: DrawnHalf): Promise<Buffer> {
  return renderSvg(sharedHalfSvg(drawn), SHARED.width)
}
