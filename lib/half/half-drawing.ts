import { findMotif } from '#lib/garment/motif.ts'
import type { MotifName } from '#lib/product/product.ts'
import { brushPath } from './brush.ts'
import { type Half, readHalf, type Sheet, sheetOf } from './half.ts'

/** Width of the brush with which people draw, in units of its motif's sheet. */
export const BRUSH_WIDTH: Readonly<Record<MotifName, number>> = { ridge: 10, circle: 22 }

/** The sheet of a motif, in its units. */
export function motifSheet(motif: MotifName): Sheet {
  return sheetOf(findMotif(motif).sheet)
}

/** Reads a stored half of a motif; undefined for anything that is none. */
export function readMotifHalf(motif: MotifName, text: string): Half | undefined {
  return readHalf(text, motifSheet(motif))
}

/** A drawing by its motif and the text of its other half. */
export type DrawnHalf = { readonly motif: MotifName; readonly half: string }

/** SVG path data of the other half, an area to fill; empty where the text is none. */
export function drawnPath({ motif, half }: DrawnHalf): string {
  return brushPath(readMotifHalf(motif, half) ?? [], BRUSH_WIDTH[motif])
}

/** Motif and other half as the shapes of an SVG: numbers, letters and colours of ours, never what somebody typed. */
export function halfShapes(drawn: DrawnHalf, color = findMotif(drawn.motif).color): string {
  return `<path d="${findMotif(drawn.motif).outline}${drawnPath(drawn)}" fill="${color}"/>`
}

/** A drawing as an SVG file. */
export function halfSvg(drawn: DrawnHalf): string {
  const { width, height } = motifSheet(drawn.motif)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${halfShapes(drawn)}</svg>`
}
