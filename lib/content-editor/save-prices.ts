import 'server-only'

import { changeText, type FrontMatterValues, readText } from '#lib/adapters/markdown/trade-file.ts'
import { fail, type Failure, type Result } from '#lib/result.ts'
import { pastedText } from '#lib/text/plain-text.ts'
import { taipeiDay } from '#lib/time/taipei-time.ts'
import { contentFile, listFiles, ROOT } from './content-files.ts'
import { type ContentRefusal, saveTexts, unlikelyPrices } from './editor.ts'
import type { ContentRepository, Save } from './repository.ts'

/** A product's prices as they are typed: amounts, and the first and last day (YYYY-MM-DD) of its sale. */
export type TypedPrices = {
  readonly price: string
  readonly salePrice: string
  readonly saleStart: string
  readonly saleEnd: string
}

/** The prices of a product's file and the version of the file that has them. */
export type ProductPrices = TypedPrices & {
  readonly path: string
  readonly title: string
  readonly version: string
}

const text = (value: unknown) =>
  typeof value === 'number' || typeof value === 'string' ? String(value) : ''

/** The prices of every product, as they are saved. Throws GitHostProblem. */
export async function readPrices(repository: ContentRepository): Promise<readonly ProductPrices[]> {
  const files = await listFiles(repository, 'products')
  const read = await Promise.all(
    files.map(async ({ path, title }) => {
      const saved = await repository.read(ROOT + path)
      if (!saved) return []
      const { values } = readText(saved.text)
      return [
        {
          path,
          title: title || text(values.title) || path,
          version: saved.version,
          price: text(values.price),
          salePrice: text(values.sale_price),
          saleStart: text(values.sale_start),
          saleEnd: text(values.sale_end),
        },
      ]
    }),
  )
  return read.flat()
}

// What is no whole number stays as it was typed, for the check of the file to name it.
function amount(typed: string): number | string {
  const digits = pastedText(typed).replaceAll(/NT\$|元|[,\s]/g, '')
  return /^\d{1,9}$/.test(digits) ? Number(digits) : typed
}

function withPrices(
  { sale_price: _price, sale_start: _start, sale_end: _end, ...values }: FrontMatterValues,
  { price, salePrice, saleStart, saleEnd }: TypedPrices,
  now: Date,
): FrontMatterValues {
  const priced = { ...values, price: amount(price) }
  if (salePrice + saleStart + saleEnd === '') return priced
  return {
    ...priced,
    sale_price: amount(salePrice),
    sale_start: saleStart || taipeiDay(now),
    sale_end: saleEnd,
  }
}

/**
 * Saves the prices of products as one commit, checked as the build checks them; asks about those that
 * are far from what they were. A sale without a first day begins today. Throws GitHostProblem.
 */
export async function savePrices(
  repository: ContentRepository,
  {
    prices,
    author,
    isSure,
    now,
  }: {
    readonly prices: readonly (TypedPrices & { readonly path: string; readonly version: string })[]
    readonly author: string
    readonly isSure: boolean
    readonly now: Date
  },
): Promise<Result<Save, ContentRefusal>> {
  const files: { path: string; version: string; text: string; pictures: readonly [] }[] = []
  const questions: string[] = []
  for (const { path, version, ...typed } of prices) {
    const saved = contentFile(path)?.kind === 'products' && (await repository.read(ROOT + path))
    if (!saved) return fail('unknown-file')
    const { values, body } = readText(saved.text)
    const priced = withPrices(values, typed, now)
    const unlikely = unlikelyPrices(values, priced).map(([, question]) => question)
    questions.push(...unlikely.map((question) => `${text(values.title)}：${question}`))
    files.push({ path, version, text: changeText(saved.text, priced, body), pictures: [] })
  }
  if (questions.length > 0 && !isSure) {
    const asks: Failure<ContentRefusal> = {
      ok: false,
      code: 'unlikely-price',
      detail: questions.join(''),
    }
    return asks
  }
  return saveTexts(repository, { files, author })
}
