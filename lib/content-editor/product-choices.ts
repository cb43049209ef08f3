import 'server-only'

import { z } from 'zod'

import type { ContentProblem } from '#lib/adapters/markdown/content-file.ts'
import { CONTENT } from '#lib/adapters/markdown/content-file.ts'
import { type FrontMatterValues, readText } from '#lib/adapters/markdown/trade-file.ts'
import type { ContentRepository, Field, NamedField } from './repository.ts'
import { savedText } from './saved-text.ts'

/** What the files of the shop offer for the fields of a product. */
export type ProductChoices = {
  /** The categories of the shop, by their label. */
  readonly categories: readonly string[]
  /** The creators: the name of each file, and who it is. */
  readonly creators: readonly { readonly name: string; readonly title: string }[]
  /** Tags and series that other products have. */
  readonly tags: readonly string[]
  readonly subcategories: readonly string[]
}

const shopSchema = z
  .object({ categories: z.array(z.object({ label: z.string() }).catch({ label: '' })) })
  .catch({ categories: [] })
const creatorSchema = z.object({ name: z.string() }).catch({ name: '' })
const productSchema = z.object({
  tags: z.array(z.string()).catch([]),
  subcategory: z.string().catch(''),
})

const sorted = (texts: readonly string[]) =>
  [...new Set(texts)]
    .filter((text) => text !== '')
    .toSorted((a, b) => a.localeCompare(b, 'zh-Hant'))

/** Reads what the saved files offer for a product's fields. Throws GitHostProblem. */
export async function readProductChoices(repository: ContentRepository): Promise<ProductChoices> {
  const { files } = await repository.tree()
  const read = async (pattern: RegExp) => {
    const found = [...files].flatMap(([path, blob]) => {
      const name = path.startsWith(`${CONTENT}/`)
        ? pattern.exec(path.slice(CONTENT.length + 1))?.[1]
        : undefined
      return name === undefined ? [] : [{ path, blob, name }]
    })
    return Promise.all(
      found.map(async ({ path, blob, name }) => {
        const text = (await savedText(repository, path, blob)) ?? ''
        return { name, values: valuesOf(text) }
      }),
    )
  }
  const [shop, creators, products] = await Promise.all([
    read(/^info\/(shop)\.md$/),
    read(/^creators\/([a-z0-9-]+)\.md$/),
    read(/^products\/([a-z0-9-]+)\.md$/),
  ])
  const known = products.map(({ values }) => productSchema.parse(values))
  return {
    categories: shop
      .flatMap(({ values }) => shopSchema.parse(values).categories)
      .flatMap(({ label }) => (label === '' ? [] : [label])),
    creators: creators.map(({ name, values }) => {
      return { name, title: creatorSchema.parse(values).name || name }
    }),
    tags: sorted(known.flatMap(({ tags }) => tags)),
    subcategories: sorted(known.map(({ subcategory }) => subcategory)),
  }
}

// A file that can't be read offers nothing; its own page says what is wrong with it.
function valuesOf(text: string): FrontMatterValues {
  try {
    return readText(text).values
  } catch {
    return {}
  }
}

/** The fields of a product with these choices. */
export function withProductChoices(
  fields: readonly NamedField[],
  { categories, creators, tags, subcategories }: ProductChoices,
): readonly NamedField[] {
  const titles = Object.fromEntries(creators.map(({ name, title }) => [name, title]))
  const choices: Readonly<Record<string, Field>> = {
    category: { kind: 'choice', options: categories },
    creator: {
      kind: 'choice',
      options: creators.map(({ name }) => name),
      titles,
      folder: 'creators',
    },
    subcategory: { kind: 'text', suggestions: subcategories },
    tags: { kind: 'list', item: { kind: 'text', suggestions: tags } },
  }
  return fields.map((field) => ({ ...field, field: choices[field.name] ?? field.field }))
}

const nameIn = (value: unknown) => (typeof value === 'string' ? value : undefined)

function picturesIn(value: unknown, field = ''): readonly { field: string; src: string }[] {
  if (typeof value === 'string') return value.startsWith('/images/') ? [{ field, src: value }] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    picturesIn(inner, field === '' ? name : `${field}.${name}`),
  )
}

/** What is wrong with a product's values beside other files: its category, its creator, and each picture that is not there. */
export function problemsBesideOthers(
  values: FrontMatterValues,
  {
    choices: { categories, creators },
    hasPicture,
  }: { readonly choices: ProductChoices; readonly hasPicture: (src: string) => boolean },
): readonly ContentProblem[] {
  const category = nameIn(values.category)
  const creator = nameIn(values.creator)
  const missing = picturesIn(values).filter(({ src }) => !hasPicture(src))
  return [
    ...(category === undefined || categories.includes(category)
      ? []
      : [{ field: 'category', reason: `必須是 info/shop.md 的分類：${categories.join('、')}` }]),
    ...(creator === undefined || creators.some(({ name }) => name === creator)
      ? []
      : [{ field: 'creator', reason: `沒有 creators/${creator}.md` }]),
    ...missing.map(({ field, src }) => ({ field, reason: `找不到圖片 public${src}` })),
  ]
}
