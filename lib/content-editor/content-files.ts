import 'server-only'

import { z, type ZodType } from 'zod'

import { CONTENT, readMarkdown } from '#lib/adapters/markdown/content-file.ts'
import { type FrontMatterValues, readText } from '#lib/adapters/markdown/trade-file.ts'
import { articleFrontMatterSchema } from '#lib/blog/article.ts'
import { tradeSchema } from '#lib/company/trade-schema.ts'
import { movedSchema } from '#lib/content/moved.ts'
import {
  blogPageSchema,
  contactPageSchema,
  garmentPageSchema,
  homePageSchema,
  infoPageSchema,
  joinPageSchema,
  shopPageSchema,
} from '#lib/content/pages.ts'
import { shownPicture } from '#lib/content/shown-picture.ts'
import { creatorFrontMatterSchema } from '#lib/creator/creator.ts'
import { goneGarmentSchema } from '#lib/garment/garment.ts'
import { MAIL_PARTS } from '#lib/mail/placeholders.ts'
import { mailFrontMatterSchema } from '#lib/mail/render-mail.ts'
import { offerFrontMatterSchema } from '#lib/offer/offer.ts'
import { productFrontMatterSchema } from '#lib/product/product.ts'
import { CONTENT_KINDS, type ContentFile, type ContentKind } from './content-kind.ts'
import { KIND_TITLES, knownTitle } from './labels.ts'
import { readProductChoices, withProductChoices } from './product-choices.ts'
import { type ContentRepository, fieldsOf, type NamedField } from './repository.ts'

// The words of pages that have fields of their own; the others are information pages.
const PAGES: Readonly<Record<string, ZodType>> = {
  home: homePageSchema,
  shop: shopPageSchema,
  blog: blogPageSchema,
  contact: contactPageSchema,
  garment: garmentPageSchema,
  join: joinPageSchema,
  trade: tradeSchema,
  moved: movedSchema,
}

const PARTS: readonly string[] = MAIL_PARTS

const SCHEMAS: Readonly<Record<ContentKind, (name: string) => ZodType>> = {
  products: () => productFrontMatterSchema,
  offers: () => offerFrontMatterSchema,
  blog: () => articleFrontMatterSchema,
  info: (name) => PAGES[name] ?? infoPageSchema,
  mails: (name) => (PARTS.includes(name) ? z.strictObject({}) : mailFrontMatterSchema),
  creators: () => creatorFrontMatterSchema,
  // Which of its fields it may have depends on whether its product is there; the check of a save knows.
  garments: () => goneGarmentSchema.partial(),
}

const FILE = /^(products|offers|blog|info|mails|creators|garments)\/([a-z0-9-]{1,80})\.md$/

/** The file of a path under content/, such as products/otr-001.md, or undefined for any other path. */
export function contentFile(path: string): ContentFile | undefined {
  const [, folder, name] = FILE.exec(path) ?? []
  const kind = CONTENT_KINDS.find((one) => one === folder)
  return kind === undefined || name === undefined ? undefined : { kind, name }
}

/** The path of a file under content/. */
export function contentPath({ kind, name }: ContentFile): string {
  return `${kind}/${name}.md`
}

/** Whether the owner may delete a file of this name: the shop has mails and words of its own pages always. */
export function isRemovable(file: ContentFile): boolean {
  return file.kind !== 'mails' && !(file.kind === 'info' && file.name in PAGES)
}

/** Schema of a file's fields. */
export function schemaOf({ kind, name }: ContentFile): ZodType {
  return SCHEMAS[kind](name)
}

/** A file as a form shows it. */
export type OpenFile = {
  readonly path: string
  /** Its kind and title, such as 商品：旅見 T 恤. */
  readonly heading: string
  readonly fields: readonly NamedField[]
  readonly values: FrontMatterValues
  readonly body: string
  readonly version: string
  /** The addresses at which the running shop shows the pictures that its fields name, by their paths. */
  readonly shown: Readonly<Record<string, string>>
  /** Fields of a new file that came from another one and are to be confirmed, by their names. */
  readonly copiedFields: readonly string[]
  /** Name of the held text that it shows, or undefined for what is saved. */
  readonly held: string | undefined
  /** Whether it may be deleted: it is saved, and no page or mail that the shop has of its own. */
  readonly canRemove: boolean
}

/** The path of the content folder in the project. */
export const ROOT = `${CONTENT}/`

/** The front matter of a file that is not there yet. */
export const NEW_TEXT = '---\n---\n'

/** A file by its path under content/, with its title in the running shop; empty before it is deployed. */
export type ListedFile = { readonly path: string; readonly title: string }

const titleSchema = z
  .union([
    z.object({ title: z.string() }).transform(({ title }) => title),
    z.object({ name: z.string() }).transform(({ name }) => name),
  ])
  .catch('')

async function withTitle(file: ContentFile): Promise<ListedFile> {
  const path = contentPath(file)
  const known = knownTitle(file)
  if (known !== undefined) return { path, title: known }
  const read = await readMarkdown(CONTENT, path).catch(() => undefined)
  const title = titleSchema.parse(read?.frontMatter)
  // A garment that is sold has its product's.
  return title === '' && file.kind === 'garments'
    ? withTitle({ kind: 'products', name: file.name }).then((product) => ({ ...product, path }))
    : { path, title }
}

/** The files of a kind. */
export async function listFiles(
  repository: ContentRepository,
  kind: ContentKind,
): Promise<readonly ListedFile[]> {
  const { files } = await repository.tree()
  const own = [...files.keys()].flatMap((path) => {
    const file = path.startsWith(ROOT) ? contentFile(path.slice(ROOT.length)) : undefined
    return file?.kind === kind ? [file] : []
  })
  return Promise.all(own.map(withTitle))
}

function headingOf(file: ContentFile, values: FrontMatterValues): string {
  const title = knownTitle(file) ?? (titleSchema.parse(values) || file.name)
  return `${KIND_TITLES[file.kind]}：${title}`
}

/** Opens a file with fields and values, or the text of it that is `held`. A new one copies `like` or is empty. */
export async function openFile(
  repository: ContentRepository,
  path: string,
  { like, held }: { readonly like?: string | undefined; readonly held?: string | undefined } = {},
): Promise<OpenFile | undefined> {
  const file = contentFile(path)
  if (!file) return undefined
  const found = await repository.read(ROOT + path)
  const waiting = held === undefined ? undefined : await repository.stored(held)
  const copied =
    !found && waiting === undefined && like !== undefined && contentFile(like)
      ? await repository.read(ROOT + like)
      : undefined
  const read = readText(waiting ?? (found ?? copied)?.text ?? NEW_TEXT)
  const { values, copiedFields } = copied
    ? withoutOwnFacts(file.kind, read.values)
    : { values: read.values, copiedFields: [] }
  const { body } = read
  const version = found?.version ?? ''
  const isThere = found !== undefined || waiting !== undefined
  const heading = isThere ? headingOf(file, values) : `新增${KIND_TITLES[file.kind]}`
  const fields = await fieldsOfFile(repository, file)
  return {
    path,
    heading,
    fields,
    values,
    body,
    version,
    shown: shownPictures(values),
    copiedFields,
    held: waiting === undefined ? undefined : held,
    canRemove: found !== undefined && isRemovable(file),
  }
}

function shownPictures(values: unknown): Readonly<Record<string, string>> {
  if (typeof values === 'string') {
    return values.startsWith('/images/') ? { [values]: shownPicture(values) } : {}
  }
  if (typeof values !== 'object' || values === null) return {}
  return Object.assign({}, ...Object.values(values).map(shownPictures))
}

async function fieldsOfFile(
  repository: ContentRepository,
  file: ContentFile,
): Promise<readonly NamedField[]> {
  const fields = fieldsOf(schemaOf(file))
  if (file.kind !== 'products') return fields
  return withProductChoices(fields, await readProductChoices(repository))
}

/** The lists that a file of this kind must have, without an entry. */
export function listsIn(file: ContentFile): FrontMatterValues {
  const lists = fieldsOf(schemaOf(file)).filter(({ isRequired, field }) => {
    return isRequired && (field.kind === 'list' || field.kind === 'choices')
  })
  return Object.fromEntries(lists.map(({ name }) => [name, []]))
}

// What is of one garment alone, and would be false of the next without anybody's having written it.
const OF_ONE_GARMENT: readonly string[] = [
  'date',
  'title',
  'subtitle',
  'preorder_deadline',
  'estimated_ship_date',
  'sale_price',
  'sale_start',
  'sale_end',
  'stock',
  'stock_by_size',
  'preorder_limit',
  'image',
  'gallery',
  'photos',
  'renderings',
  'shared_size_chart',
  'size_chart',
  'tags',
  'subcategory',
  'motif',
  'gtin',
  'facts',
  'facts_known_by',
  'facts_left_out',
  'shown_unproven',
  'organic_certificate',
]

/** The values of a copy without the facts of the garment that it was copied from; what is left is to be confirmed. */
function withoutOwnFacts(
  kind: ContentKind,
  values: FrontMatterValues,
): { readonly values: FrontMatterValues; readonly copiedFields: readonly string[] } {
  if (kind !== 'products') return { values, copiedFields: [] }
  const kept = Object.entries(values).filter(([name]) => !OF_ONE_GARMENT.includes(name))
  // A draft until its owner says otherwise.
  return {
    values: { ...Object.fromEntries(kept), draft: true },
    copiedFields: kept.map(([name]) => name).filter((name) => name !== 'draft'),
  }
}
