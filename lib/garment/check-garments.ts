import 'server-only'

import { ContentError, readList } from '../adapters/markdown/content-file.ts'
import type { Creator } from '../creator/creator.ts'
import type { Product } from '../product/product.ts'
import type { Garment } from './garment.ts'

/** A garment as its files say it, before its creator is known. */
export type GarmentFacts = Omit<Garment, 'creator' | 'isWoven'> & {
  readonly creator: string
  /** The file that says so, for an error. */
  readonly path: string
  readonly product: Product | undefined
}

/** Throws ContentError where two garments have one GTIN. */
export function requireOneGtinEach(garments: readonly GarmentFacts[]): void {
  const owners = new Map<string, string>()
  for (const { gtin, id, path } of garments) {
    if (gtin === undefined) continue
    const other = owners.get(gtin)
    if (other !== undefined) throw new ContentError(path, 'gtin', `${other} 已經用了這個號碼`)
    owners.set(gtin, id)
  }
}

/** Throws ContentError for a garment without its creator, and for a creator's work that is not theirs. */
export function requireAgreement(
  content: string,
  creators: readonly Creator[],
  garments: readonly GarmentFacts[],
): void {
  for (const { slug, works } of creators) {
    for (const work of works) {
      if (garments.some(({ id, creator }) => id === work && creator === slug)) continue
      throw new ContentError(
        `${content}/creators/${slug}.md`,
        'works',
        `${work} 沒有寫 creator: ${slug}，或沒有這一款`,
      )
    }
  }
  for (const { creator, path } of garments) {
    if (creators.some(({ slug }) => slug === creator)) continue
    throw new ContentError(path, 'creator', `沒有 creators/${creator}.md`)
  }
}

/** The ids of content/garments/woven.txt; throws ContentError for one that has no page. */
export async function requireWoven(
  content: string,
  ids: ReadonlySet<string>,
): Promise<Set<string>> {
  const lines = await readList(content, 'garments/woven.txt')
  for (const { line, text } of lines) {
    if (ids.has(text)) continue
    throw new ContentError(
      `${content}/garments/woven.txt`,
      `第 ${line} 行`,
      `織標上的 ${text} 沒有頁面：請留著 products/${text}.md，或寫一個 garments/${text}.md`,
    )
  }
  return new Set(lines.map(({ text }) => text))
}
